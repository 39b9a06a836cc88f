import ArgumentParser
package import IlkConsole

/// The group of the rule commands.
package struct RulesCommand: ParsableCommand, DescribedCommand {
    package static let help = CommandText(
        "rules",
        abstract: "Check, test, show, trace, measure, format and compile rule packs.",
        subcommands: [
            RulesTestCommand.self, RulesLintCommand.self, RulesShowCommand.self, RulesTraceCommand.self,
            RulesFmtCommand.self, RulesMigrateCommand.self, RulesStatsCommand.self, RulesDiffCommand.self,
            RulesFitCommand.self, RulesCompileCommand.self,
        ],
        after: RulesTestCommand.help.examples)

    package init() {}
}

extension CommandExample {
    /// Returns the example that writes a pack with one rule to a file.
    static func rule(in file: String) -> CommandExample {
        CommandExample(
            "Create a rule",
            #"printf 'version: 1\npack: own\ntaxonomy: doctype\ndescription: Mine.\nrules:\n"#
                + #"  - id: own.thanks\n    description: Thanks\n    label: email\n    weight: 3\n"#
                + #"    match: { thanks: { words: [thanks] } }\n' > \#(file)"#)
    }
}
