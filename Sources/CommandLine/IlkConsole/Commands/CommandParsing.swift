package import ArgumentParser

/// Parses the arguments by the command that they name, without the others.
///
/// The parser makes a tree of all commands and reads the arguments once for each level of it, which takes a third of the
/// time of a short call. A command without commands of its own can read its arguments alone.
package enum CommandParsing {
    /// The command that arguments ask for, as `root` would parse them.
    ///
    /// - Throws: What the parser throws when it is asked for help or cannot read them, with the whole path of the command.
    package static func parse(
        _ arguments: [String], root: any ParsableCommand.Type
    ) throws -> any ParsableCommand {
        if let (leaf, rest) = leaf(arguments[...], root),
            let command = try? leaf.parseAsRoot(Array(rest)),  // The root says it with all names.
            type(of: command) == leaf  // A wish for help is a command of the parser's own.
        {
            return command
        }
        return try root.parseAsRoot(arguments)
    }

    /// The command that the first words name and the words behind them; nil when they do not name one to the end.
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
