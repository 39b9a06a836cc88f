import ArgumentParser

/// What stands above the commands about rules.
struct RulesCommand: ParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules",
        abstract: "Check rule packs and run their examples.",
        subcommands: [RulesTestCommand.self, RulesLintCommand.self]
    )

    static let examples = RulesTestCommand.examples
}
