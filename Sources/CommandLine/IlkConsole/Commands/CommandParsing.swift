package import ArgumentParser

/// Parses the arguments with only the command that they name.
///
/// The parser builds a tree of all commands and parses the arguments once for each level, which takes a third
/// of the run time of a short call. A command without subcommands can parse its arguments alone.
package enum CommandParsing {
    /// Returns the command that the arguments name. The result is the same as if `root` parsed the arguments.
    ///
    /// - Throws: The parser's error for a help request or invalid arguments, with the full path of the
    ///   command. `ValidationError` if `help` is requested for an unknown command.
    package static func parse(
        _ arguments: [String], root: any ParsableCommand.Type
    ) throws -> any ParsableCommand {
        if arguments.first == "help" { try checkHelp(Array(arguments.dropFirst()), root) }
        if let (leaf, rest) = leaf(arguments[...], root),
            let command = try? leaf.parseAsRoot(Array(rest)),  // On failure the root parses again.
            type(of: command) == leaf  // A help request returns one of the parser's own commands.
        {
            return command
        }
        do {
            return try root.parseAsRoot(arguments)
        } catch {
            guard let joined = joiningNegativeNumber(arguments, root.message(for: error)) else { throw error }
            return try parse(joined, root: root)
        }
    }

    /// Rejects a help request for an unknown command. The parser ignores the words that name no command.
    private static func checkHelp(_ words: [String], _ root: any ParsableCommand.Type) throws {
        guard !words.contains(where: { $0.hasPrefix("-") }), words.first != "help" else { return }
        var (command, path) = (root, CommandHelp.name(of: root))
        for word in words {
            let next = command.configuration.subcommands.first { CommandHelp.name(of: $0) == word }
            guard let next else {
                throw ValidationError.unexpected(
                    word, hint: CommandHelp.hint(for: words, root: root) ?? "see: \(path) --help")
            }
            (command, path) = (next, path + " " + word)
        }
    }

    /// Returns the arguments with `--limit -5` changed to `--limit=-5`, because the parser reads `-5` as an
    /// option. Returns `nil` unless the parser's message says that the value of `--limit` is missing.
    private static func joiningNegativeNumber(_ arguments: [String], _ message: String) -> [String]? {
        let start = "Missing value for '"
        guard message.hasPrefix(start) else { return nil }
        let option = message.dropFirst(start.count).prefix { $0 != " " && $0 != "'" }
        guard option.hasPrefix("--"), let index = arguments.firstIndex(of: String(option)),
            let value = arguments[(index + 1)...].first, Double(value) != nil
        else { return nil }
        return arguments[..<index] + ["\(option)=\(value)"] + arguments[(index + 2)...]
    }

    /// Returns the leaf command that the first words name and the remaining arguments, or `nil` if they name
    /// no leaf.
    private static func leaf(
        _ arguments: ArraySlice<String>, _ command: any ParsableCommand.Type
    ) -> (any ParsableCommand.Type, ArraySlice<String>)? {
        let below = command.configuration.subcommands
        if below.isEmpty { return (command, arguments) }
        guard let word = arguments.first,
            let next = below.first(where: { CommandHelp.name(of: $0) == word })
        else { return nil }
        return leaf(arguments.dropFirst(), next)
    }
}
