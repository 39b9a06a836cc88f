import IlkConsole
import ArgumentParser

/// The group of the rule commands.
struct RulesCommand: ParsableCommand, DescribedCommand {
    static let help = CommandText(
        "rules",
        abstract: "Check, test, show, trace, measure, format and compile rule packs.",
        subcommands: [
            RulesTestCommand.self, RulesLintCommand.self, RulesShowCommand.self, RulesTraceCommand.self,
            RulesFmtCommand.self, RulesMigrateCommand.self, RulesStatsCommand.self, RulesDiffCommand.self,
            RulesFitCommand.self, RulesCompileCommand.self,
        ],
        after: RulesTestCommand.help.examples)
}
