import IlkVocabulary
package import ArgumentParser

/// Adds the examples of a command to the help text from the argument parser.
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

    /// Common command names of other programs. Each has a list of the commands that the user may mean, the
    /// most similar command first.
    private static let synonyms = [
        "list": ["ls", "labels", "show"], "get": ["show"], "find": ["search"], "new": ["create", "add"],
        "delete": ["rm", "purge"], "remove": ["rm", "purge"], "rm": ["purge"],
    ]

    /// Returns the report of an argument error in the form of ``CommandError/report``.
    ///
    /// The parser wraps every error in internal types, including the errors that `validate()` and transforms
    /// throw. Its public interface gives only their text, so the report is made from the text.
    ///
    /// - Parameters:
    ///   - full: The parser's message with the usage. The message may quote the arguments. The last line
    ///     names the help page of the command.
    ///   - arguments: The arguments without the program's name.
    package static func errorReport(
        _ full: String, arguments: [String], root: any ParsableCommand.Type
    ) -> String {
        let message = message(in: full)
        guard !message.isEmpty else { return "" }
        let help = full.split(separator: "\n").last { $0.hasPrefix("  See '") }?
            .split(separator: "'").dropFirst().first
        let isFound = message.hasPrefix("Unknown option '--")
        if hint(for: arguments, root: root) == nil,
            let (option, meant) = unknownOption(in: arguments, root: root, inGroups: isFound)
        {
            let advice = meant.map { "did you mean '\($0)'?" } ?? help.map { "see: \($0)" }
            return CommandError(.usage, "unknown option '\(option)'", hint: advice).report
        }
        if var invalid = InvalidValue(message) {
            // For a type without ``ArgumentWithForm``, the parser's line `Help:  --at <time>  Time: …` states the
            // form of the value.
            let line = full.split(separator: "\n").first { $0.hasPrefix("Help:  ") }?.dropFirst(7)
            invalid.hint =
                invalid.hint
                ?? line.map {
                    $0.replacing(">  ", with: ">: ", maxReplacements: 1) + (help.map { " See: \($0)" } ?? "")
                }
            return invalid.error.report
        }
        let hintStart = message.ranges(of: ValidationError.hintMark).last
        let stated = hintStart.map { String(message[$0.upperBound...]) }
        var what = message[..<(hintStart?.lowerBound ?? message.endIndex)]
        if what.hasSuffix(".") { what.removeLast() }
        // The first word is lowercased, unless it is an acronym.
        let isAcronym = what.prefix(2).allSatisfy(\.isUppercase)
        let text = isAcronym ? String(what) : what.prefix(1).lowercased() + what.dropFirst()
        let advice = stated ?? hint(for: arguments, root: root) ?? help.map { "see: \($0)" }
        return CommandError(.usage, text, hint: advice).report
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

    /// Returns the first option that the command does not have, with the option that the user may have meant.
    /// The parser reports an unknown option only if the command accepts all other options.
    ///
    /// - Parameter inGroups: `true` to also check the options of a command that has subcommands.
    private static func unknownOption(
        in arguments: [String], root: any ParsableCommand.Type, inGroups: Bool
    ) -> (option: String, meant: String?)? {
        var command = root
        for word in arguments {
            let next = command.configuration.subcommands.first { name(of: $0) == word }
            guard let next else { break }
            command = next
        }
        let words = arguments.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }
        let options = words.map { String($0.prefix { $0 != "=" }) }
        guard !options.isEmpty, inGroups || command.configuration.subcommands.isEmpty else { return nil }
        let help = command.helpMessage(includeHidden: true)
        let known = Set(help.split { !($0.isLetter || $0.isNumber || $0 == "-") }.map(String.init))
        guard let unknown = options.first(where: { !known.contains($0) }) else { return nil }
        let names = known.filter { $0.hasPrefix("--") }.map { String($0.dropFirst(2)) }.sorted()
        let meant = Suggestion.nearest(to: String(unknown.dropFirst(2)), among: names)
        return (unknown, meant.map { "--" + $0 })
    }

    /// Returns the examples under their heading: the purpose of each example as a comment, followed by the
    /// command line.
    package static func section(_ examples: [CommandExample]) -> String {
        ([heading] + examples.flatMap { ($0.purpose.isEmpty ? [] : ["  # \($0.purpose)"]) + ["  \($0.line)"] })
            .joined(separator: "\n")
    }

    package static func name(of command: any ParsableCommand.Type) -> String {
        command.configuration.commandName ?? ""
    }
}
