import ArgumentParser

/// What stands above the commands about rules.
struct RulesCommand: ParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules",
        abstract: "Check rule packs, run their examples, show, trace and lay out rules, compile them.",
        subcommands: [
            RulesTestCommand.self, RulesLintCommand.self, RulesShowCommand.self, RulesTraceCommand.self,
            RulesFmtCommand.self, RulesCompileCommand.self,
        ]
    )

    static let examples = RulesTestCommand.examples
}
