package import ArgumentParser

/// The name, the help and the examples of a command.
package struct CommandText: Sendable {
    /// The word that names the command.
    package var name: String
    /// An imperative in one line.
    package var abstract: String
    /// The usage line, where the parser's own would mislead.
    package var usage: String?
    /// The explanation.
    package var discussion: String
    /// The version that `--version` prints; empty for none.
    package var version: String
    /// The commands of a group.
    package var subcommands: [any ParsableCommand.Type]
    /// The examples, in the order to run them.
    package var examples: [CommandExample]

    /// Creates a value from its parts.
    ///
    /// - Parameters:
    ///   - name: The word that names the command.
    ///   - abstract: An imperative in one line.
    ///   - usage: The usage line; `nil` for the parser's own.
    ///   - discussion: The explanation.
    ///   - version: The version that `--version` prints; empty for none.
    ///   - subcommands: The commands of a group.
    ///   - preparation: Examples to run first.
    ///   - examples: The titles and the lines of the other examples.
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

/// A command that is described by one text.
package protocol DescribedCommand: ParsableCommand {
    /// The name, the help and the examples.
    static var help: CommandText { get }
}

extension DescribedCommand {
    package static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: help.name, abstract: help.abstract, usage: help.usage, discussion: help.discussion,
            version: help.version, subcommands: help.subcommands)
    }
}
