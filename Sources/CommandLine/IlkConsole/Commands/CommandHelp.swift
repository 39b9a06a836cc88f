import IlkVocabulary
package import ArgumentParser

/// Appends examples to the help that the argument parser writes.
package enum CommandHelp {
    /// The heading of the examples in a help page. Tests look for this heading.
    package static let heading = "EXAMPLES:"

    /// Returns a help text with the examples of its command appended. Any other text is returned unchanged.
    ///
    /// The parser does not report which command a help text belongs to, but the usage line starts with the
    /// command's path.
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

    /// Returns a suggestion for arguments that name no command, or `nil` if no command has a similar name.
    ///
    /// - Parameter arguments: The arguments without the program's name.
    package static func hint(for arguments: [String], root: any ParsableCommand.Type) -> String? {
        var (command, path) = (root, name(of: root))
        for word in arguments where !word.hasPrefix("-") {
            let below = command.configuration.subcommands
            guard !below.isEmpty else { return nil }
            if let next = below.first(where: { name(of: $0) == word }) {
                (command, path) = (next, path + " " + word)
                continue
            }
            // The user may have omitted the group of a subcommand.
            let deeper = below.first { $0.configuration.subcommands.contains { name(of: $0) == word } }
            if let deeper { return "did you mean '\(path) \(name(of: deeper)) \(word)'?" }
            let names = below.map(name)
            let meant =
                synonyms[word]?.first(where: names.contains) ?? Suggestion.nearest(to: word, among: names)
            return meant.map { "did you mean '\(path) \($0)'?" }
        }
        return nil
    }

    /// Common command names of other programs, each with the commands that it may mean, the most similar one
    /// first.
    private static let synonyms = [
        "list": ["ls", "labels", "show"], "get": ["show"], "find": ["search"], "new": ["create", "add"],
        "delete": ["rm", "purge"], "remove": ["rm", "purge"], "rm": ["purge"],
    ]

    /// Returns the report of an argument error in the form of ``CommandError/report``.
    ///
    /// - Parameters:
    ///   - full: The parser's message, which may quote the arguments, with the usage. Its last line names the
    ///     help of the command.
    ///   - hint: A suggestion, or `nil` to refer to the help of the command.
    package static func errorReport(_ full: String, hint: String?) -> String {
        let message = message(in: full)
        guard !message.isEmpty else { return "" }
        let help = full.split(separator: "\n").last { $0.hasPrefix("  See '") }?
            .split(separator: "'").dropFirst().first
        var what = String(message.hasSuffix(".") ? message.dropLast() : message)
        var advice = hint
        if let (option, meant) = suggestedOption(what) {
            what = "Unknown option '\(option)'"
            // The parser also suggests options that have almost no letter in common.
            let bare = [option, meant].map { String($0.drop { $0 == "-" }) }
            if Suggestion.nearest(to: bare[0], among: [bare[1]]) != nil {
                advice = advice ?? "did you mean '\(meant)'?"
            }
        }
        if advice == nil, what.contains(" is invalid for "), what.hasSuffix("'") {
            // The parser's line `Help:  --at <time>  Time: …` states the form of the value.
            let line = full.split(separator: "\n").first { $0.hasPrefix("Help:  ") }?.dropFirst(7)
            advice = line.map {
                $0.replacing(">  ", with: ">: ", maxReplacements: 1) + (help.map { " See: \($0)" } ?? "")
            }
        }
        // The first word is lowercased, unless it is an acronym.
        let isAcronym = what.prefix(2).allSatisfy(\.isUppercase)
        let text = isAcronym ? what : what.prefix(1).lowercased() + what.dropFirst()
        return CommandError(.usage, text, hint: advice ?? help.map { "see: \($0)" }).report
    }

    /// Returns the parser's message without its prefix and without the text that follows it: a help line of
    /// the argument, the usage, or the whole help.
    private static func message(in report: String) -> Substring {
        let prefix = "Error: "
        guard report.hasPrefix(prefix) else { return "" }
        var message = report.dropFirst(prefix.count)
        for heading in ["\nUsage: ", "\nHelp:  ", "\n\nOVERVIEW: "] {
            if let added = message.ranges(of: heading).last { message = message[..<added.lowerBound] }
        }
        return message
    }

    /// Returns the option and the suggestion of the parser's message `Unknown option 'A'. Did you mean 'B'?`.
    private static func suggestedOption(_ message: String) -> (option: String, meant: String)? {
        let parts = message.split(separator: "'", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 5, parts[0] == "Unknown option ", parts[2] == ". Did you mean " else {
            return nil
        }
        return (parts[1], parts[3])
    }

    /// Returns the examples under their heading: the purpose of each as a comment, followed by its line.
    package static func section(_ examples: [CommandExample]) -> String {
        ([heading] + examples.flatMap { ($0.purpose.isEmpty ? [] : ["  # \($0.purpose)"]) + ["  \($0.line)"] })
            .joined(separator: "\n")
    }

    package static func name(of command: any ParsableCommand.Type) -> String {
        command.configuration.commandName ?? ""
    }
}
