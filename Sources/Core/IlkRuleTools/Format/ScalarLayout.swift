import IlkRules
import IlkVocabulary

/// The format of scalars.
enum ScalarLayout {
    /// Returns a scalar on one line. Plain scalars stay plain if possible, because only plain scalars can be
    /// numbers.
    static func inline(_ scalar: LayoutScalar, key: String?, isInFlow: Bool) -> String {
        if case .alias = scalar.style { return scalar.text }
        if case .plain = scalar.style, key != "regex", isPlain(scalar.text, isInFlow: isInFlow) {
            return scalar.text
        }
        return quoted(scalar.text, prefersSingle: key == "regex")
    }

    /// `true` if the text of a plain scalar can be written plain on one line.
    private static func isPlain(_ text: String, isInFlow: Bool) -> Bool {
        if text.isEmpty || text.contains("\n") { return false }
        return !isInFlow || !text.utf8.contains { ",[]{}".utf8.contains($0) }
    }

    /// Returns a text in double quotes, or in single quotes if that avoids escapes.
    static func quoted(_ text: String, prefersSingle: Bool) -> String {
        let needsEscapes = text.unicodeScalars.contains(where: isEscaped)
        let hasMarks = text.utf8.contains { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
        if !needsEscapes, prefersSingle || hasMarks {
            // An apostrophe and a combining mark after it are one character, so scalars are split.
            let parts = text.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false)
            return "'" + parts.map { String($0) }.joined(separator: "''") + "'"
        }
        var quoted = "\""
        for scalar in text.unicodeScalars { quoted += escaped(scalar) }
        return quoted + "\""
    }

    /// `true` if a character must be written as an escape, because it is invisible or misleading.
    private static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: return true
        case .format: return scalar.value != 0x200D
        case .spaceSeparator: return scalar != " "
        default: return false
        }
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\"": return "\\\""
        case "\\": return "\\\\"
        case "\n": return "\\n"
        case "\t": return "\\t"
        case "\r": return "\\r"
        case "\0": return "\\0"
        default: break
        }
        guard isEscaped(scalar) else { return String(scalar) }
        let (mark, width) = scalar.value < 0x100 ? ("x", 2) : scalar.value < 0x10000 ? ("u", 4) : ("U", 8)
        return "\\" + mark + scalar.value.zeroPadded(to: width, radix: 16).uppercased()
    }

    /// Returns the lines of a long condition, broken before `and` and `or`, preferably at the top level.
    static func wrapped(_ condition: String, width: Int) -> [String] {
        var depth = 0
        // The pieces, each with the nesting depth of its first word.
        var pieces: [(text: String, depth: Int)] = []
        for word in condition.split(separator: " ", omittingEmptySubsequences: false) {
            let begins = pieces.isEmpty || word == "and" || word == "or"
            if begins {
                pieces.append((String(word), depth))
            } else {
                pieces[pieces.count - 1].text += " " + word
            }
            for byte in word.utf8 {
                depth += byte == UInt8(ascii: "(") ? 1 : byte == UInt8(ascii: ")") ? -1 : 0
            }
        }
        return filled(pieces, width: width)
    }

    private static func filled(_ pieces: [(text: String, depth: Int)], width: Int) -> [String] {
        // Groups at the outermost level are kept on one line if they fit.
        var groups: [[(text: String, depth: Int)]] = []
        for piece in pieces {
            if piece.depth == 0 || groups.isEmpty {
                groups.append([piece])
            } else {
                groups[groups.count - 1].append(piece)
            }
        }
        var lines: [String] = []
        var current = ""
        func add(_ text: String) {
            if current.isEmpty {
                current = text
            } else if current.count + 1 + text.count <= width {
                current += " " + text
            } else {
                lines.append(current)
                current = text
            }
        }
        for group in groups {
            let whole = group.map(\.text).joined(separator: " ")
            if whole.count <= width { add(whole) } else { for piece in group { add(piece.text) } }
        }
        return lines + [current]
    }
}
