import Foundation
import TestSupport

/// The commands of the tool with their arguments, as listed by its argument parser.
struct CommandTree {
    /// An option, flag or positional argument.
    struct Argument {
        /// `option`, `flag` or `positional`.
        var kind: String
        /// The names without hyphens; empty for a positional argument.
        var names: [String]
        /// The name of the value in help texts.
        var valueName: String?
    }

    /// The arguments of each leaf command, by its path such as `log export`.
    let commands: [String: [Argument]]

    private struct Dump: Decodable {
        struct Command: Decodable {
            var commandName: String
            var subcommands: [Command]?
            var arguments: [Entry]?
        }
        struct Entry: Decodable {
            struct Name: Decodable { var name: String }
            var kind: String
            var names: [Name]?
            var valueName: String?
        }
        var command: Command
    }

    /// Reads the tree from the tool.
    init(_ tool: Tool) throws {
        let dump = try JSONDecoder().decode(Dump.self, from: tool.run("--experimental-dump-help").data)
        var commands: [String: [Argument]] = [:]
        func visit(_ command: Dump.Command, _ path: [String]) {
            let below = (command.subcommands ?? []).filter { $0.commandName != "help" }
            for next in below { visit(next, path + [next.commandName]) }
            guard below.isEmpty else { return }
            commands[path.joined(separator: " ")] = (command.arguments ?? []).map {
                Argument(kind: $0.kind, names: ($0.names ?? []).map(\.name), valueName: $0.valueName)
            }
        }
        visit(dump.command, [])
        self.commands = commands
    }

    /// Returns the commands with an argument that satisfies a condition.
    func commands(where condition: (Argument) -> Bool) -> Set<String> {
        Set(commands.filter { $0.value.contains(where: condition) }.keys)
    }
}
