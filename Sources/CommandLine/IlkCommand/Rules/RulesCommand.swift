import IlkConsole
import ArgumentParser

/// What stands above the commands about rules.
struct RulesCommand: ParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules",
        abstract:
            "Check rule packs, run their examples, show, trace, measure and lay out rules, compile them.",
        subcommands: [
            RulesTestCommand.self, RulesLintCommand.self, RulesShowCommand.self, RulesTraceCommand.self,
            RulesFmtCommand.self, RulesStatsCommand.self, RulesDiffCommand.self, RulesFitCommand.self,
            RulesCompileCommand.self,
        ]
    )

    static let examples = RulesTestCommand.examples
}
