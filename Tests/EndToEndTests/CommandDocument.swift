import Foundation

/// A page of Markdown with its commands and their output.
struct CommandDocument {
    /// A command of a `console` block.
    struct Command {
        /// The number of its first line, from 1.
        var line: Int
        /// The command, without the prompt.
        var text: String
        /// The indexes of the lines of its output.
        var output: Range<Int>
        /// The lines of its output.
        var expected: [String]
    }

    private var lines: [String]
    private(set) var commands: [Command] = []

    /// The page with the recorded output.
    var text: String { lines.joined(separator: "\n") }

    /// Parses a page.
    init(_ text: String) {
        lines = text.components(separatedBy: "\n")
        var index = 0
        while index < lines.count {
            index += 1
            guard lines[index - 1] == "```console" else { continue }
            while index < lines.count, lines[index] != "```" {
                guard lines[index].hasPrefix("$ ") else {
                    index += 1
                    continue
                }
                index = parseCommand(at: index)
            }
        }
    }

    /// Parses a command with its continuation lines, its here-document and its output.
    ///
    /// - Returns: The index of the line behind.
    private mutating func parseCommand(at start: Int) -> Int {
        var command = [String(lines[start].dropFirst(2))]
        var index = start + 1
        while index < lines.count, lines[index - 1].hasSuffix("\\") {
            command.append(lines[index])
            index += 1
        }
        if let mark = command.joined().firstMatch(of: #/<<-?\s*['"]?(\w+)['"]?/#)?.1 {
            repeat {
                command.append(lines[index])
                index += 1
            } while index < lines.count && lines[index - 1] != mark && lines[index] != "```"
        }
        let output = index
        while index < lines.count, lines[index] != "```", !lines[index].hasPrefix("$ ") { index += 1 }
        commands.append(
            Command(
                line: start + 1, text: command.joined(separator: "\n"), output: output..<index,
                expected: Array(lines[output..<index])))
        return index
    }

    /// A shell script that runs all commands in order and keeps the output of each in files.
    var script: String {
        commands.indices.map { "{\n\(commands[$0].text)\n} >.out.\($0) 2>.err.\($0) </dev/null" }
            .joined(separator: "\n") + "\nexit 0\n"
    }

    /// Replaces the output of a command.
    mutating func record(_ output: String, at index: Int) {
        let fresh = Self.lines(of: output)
        let old = commands[index].output
        lines.replaceSubrange(old, with: fresh)
        let shift = fresh.count - old.count
        commands[index].output = old.lowerBound..<(old.upperBound + shift)
        for later in commands.indices.dropFirst(index + 1) {
            let range = commands[later].output
            commands[later].output = (range.lowerBound + shift)..<(range.upperBound + shift)
        }
    }

    /// Splits output into lines without trailing blanks.
    static func lines(of output: String) -> [String] {
        var lines = output.components(separatedBy: "\n").map { line in
            String(line.reversed().drop(while: \.isWhitespace).reversed())
        }
        while lines.last == "" { lines.removeLast() }
        return lines
    }
}

extension CommandDocument.Command {
    /// `true` if the output agrees with the page: line by line, with ids, times, durations and digests
    /// masked. A line `...` of the page stands for any number of lines, and `…` at the end of a line for its
    /// rest.
    func shows(_ output: String) -> Bool {
        let masks = Self.masks
        let found = CommandDocument.lines(of: output).map { Self.masked($0, masks) }[...]
        let wanted = CommandDocument.lines(of: expected.joined(separator: "\n"))
            .map { Self.masked($0, masks) }[...]
        return Self.matches(found, wanted)
    }

    private static func matches(_ found: ArraySlice<String>, _ wanted: ArraySlice<String>) -> Bool {
        guard let first = wanted.first else { return found.isEmpty }
        if first == "..." {
            return found.indices.contains { matches(found[$0...], wanted.dropFirst()) }
                || matches([], wanted.dropFirst())
        }
        guard let line = found.first else { return false }
        let isSame = line == first || first.hasSuffix("…") && line.hasPrefix(first.dropLast())
        return isSame && matches(found.dropFirst(), wanted.dropFirst())
    }

    /// The expressions for what differs from run to run, with their masks. They are created once for an output,
    /// because creating them takes longer than searching a line.
    private static var masks: [(expression: Regex<AnyRegexOutput>, mask: String)] {
        [
            (Regex(#/\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?/#), "TIME"),
            (Regex(#/[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}/#), "ID"),
            (Regex(#/\b(?:(?=[0-9A-Fa-f]*\d)[0-9A-Fa-f]{7,64}|[A-F]{8})\b/#), "ID"),
            (Regex(#/\d+(\.\d+)?\s?(ms|µs|s|seconds|minutes)\b/#), "DURATION"),
            (Regex(#/\b\d?\d:\d\d\b/#), "TIME"),
            (Regex(#/\s{2,}/#), "  "),
        ]
    }

    private static func masked(
        _ line: String, _ masks: [(expression: Regex<AnyRegexOutput>, mask: String)]
    ) -> String {
        masks.reduce(line) { $0.replacing($1.expression, with: $1.mask) }
    }
}
