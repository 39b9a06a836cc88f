package import ArgumentParser

/// The name, the help and the examples of a command.
package struct CommandText: Sendable {
    /// The name on the command line.
    package var name: String
    /// The purpose of the command: an imperative sentence in one line.
    package var abstract: String
    /// The usage line, or `nil` for the parser's default. Set this line if the default would mislead.
    package var usage: String?
    /// The detailed description.
    package var discussion: String
    /// The version that `--version` prints; empty for none.
    package var version: String
    /// The commands of a group.
    package var subcommands: [any ParsableCommand.Type]
    /// The examples. An example may use files of the examples before it.
    package var examples: [CommandExample]

    /// Creates the text of a command.
    ///
    /// - Parameters:
    ///   - preparation: The examples that come before the other examples, such as lines that create a file.
    ///   - examples: The other examples. Each key is a purpose, and its value is a command line.
    package init(
        _ name: String, abstract: String, usage: String? = nil, discussion: String = "",
        version: String = "", subcommands: [any ParsableCommand.Type] = [],
        after preparation: [CommandExample] = [],
        examples: KeyValuePairs<String, String> = [:]
    ) {
        self.name = name
        self.abstract = abstract
        self.usage = usage
        self.discussion = discussion
        self.version = version
        self.subcommands = subcommands
        self.examples = preparation + examples.map { CommandExample($0.key, $0.value) }
    }
}

/// A command whose name, help and examples come from one value.
package protocol DescribedCommand: ParsableCommand {
    static var help: CommandText { get }
}

extension DescribedCommand {
    package static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: help.name, abstract: help.abstract, usage: help.usage, discussion: help.discussion,
            version: help.version, subcommands: help.subcommands)
    }
}
