import ArgumentParser

/// What stands above the commands about rules.
struct RulesCommand: ParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules",
        abstract: "Check rule packs, run their examples, compile them, measure them.",
        subcommands: [
            RulesTestCommand.self, RulesLintCommand.self, RulesCompileCommand.self, RulesStatsCommand.self,
            RulesDiffCommand.self, RulesFitCommand.self,
        ]
    )

    static let examples = RulesTestCommand.examples
}
