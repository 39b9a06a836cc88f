import IlkConsole
import ArgumentParser

/// The group of the rule commands.
struct RulesCommand: ParsableCommand, DescribedCommand {
    static let help = CommandText(
        "rules",
        abstract:
            "Check rule packs, run their examples, show, trace, measure and lay out rules, compile them.",
        subcommands: [
            RulesTestCommand.self, RulesLintCommand.self, RulesShowCommand.self, RulesTraceCommand.self,
            RulesFmtCommand.self, RulesStatsCommand.self, RulesDiffCommand.self, RulesFitCommand.self,
            RulesCompileCommand.self,
        ],
        after: RulesTestCommand.help.examples)
}
