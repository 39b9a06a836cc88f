import IlkVocabulary
package import ArgumentParser

/// Puts examples at the end of the help that the argument parser writes.
package enum CommandHelp {
    /// The heading of the examples: tests look for it.
    package static let heading = "EXAMPLES:"

    /// A help text with the examples of the command that it is the help of; any other text as it is.
    ///
    /// The parser does not say which command's help it has made, but the help's usage line begins with its
    /// path.
    package static func withExamples(_ help: String, root: any DescribedCommand.Type) -> String {
        guard let usage = help.split(separator: "\n").first(where: { $0.hasPrefix("USAGE: ") }) else {
            return help
        }
        let path = usage.dropFirst("USAGE: ".count).split(separator: " ").map(String.init)
        guard path.first == name(of: root) else { return help }
        var command: any ParsableCommand.Type = root
        for word in path.dropFirst() {
            guard let next = command.configuration.subcommands.first(where: { name(of: $0) == word }) else {
                break
            }
            command = next
        }
        let examples = (command as? any DescribedCommand.Type)?.help.examples ?? []
        return examples.isEmpty ? help : help + "\n\n" + section(examples)
    }

    /// What to say where words name no command: the command that was probably meant; nil when none is like it.
    ///
    /// - Parameters:
    ///   - arguments: The arguments without the program's name.
    ///   - root: The command that they are for.
    package static func hint(for arguments: [String], root: any ParsableCommand.Type) -> String? {
        var (command, path) = (root, name(of: root))
        for word in arguments where !word.hasPrefix("-") {
            let below = command.configuration.subcommands
            guard !below.isEmpty else { return nil }
            if let next = below.first(where: { name(of: $0) == word }) {
                (command, path) = (next, path + " " + word)
                continue
            }
            // A command's own words may have been written without the command that it stands under.
            let deeper = below.first { $0.configuration.subcommands.contains { name(of: $0) == word } }
            if let deeper { return "did you mean '\(path) \(name(of: deeper)) \(word)'?" }
            return Suggestion.nearest(to: word, among: below.map(name)).map {
                "did you mean '\(path) \($0)'?"
            }
        }
        return nil
    }

    /// The examples under their heading: what each shows as a comment, and below it the line.
    package static func section(_ examples: [CommandExample]) -> String {
        ([heading] + examples.flatMap { ($0.says.isEmpty ? [] : ["  # \($0.says)"]) + ["  \($0.line)"] })
            .joined(separator: "\n")
    }

    /// The word that names a command.
    package static func name(of command: any ParsableCommand.Type) -> String {
        command.configuration.commandName ?? ""
    }
}
