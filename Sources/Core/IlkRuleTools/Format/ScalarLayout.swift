import IlkRules
import IlkVocabulary

/// How scalars are written in a laid-out pack.
enum ScalarLayout {
    /// A scalar on one line. What was plain stays plain where it can, for numbers are told by that.
    static func inline(_ scalar: LayoutScalar, key: String?, isInFlow: Bool) -> String {
        if case .alias = scalar.style { return scalar.text }
        if case .plain = scalar.style, key != "regex", isPlain(scalar.text, isInFlow: isInFlow) {
            return scalar.text
        }
        return quoted(scalar.text, prefersSingle: key == "regex")
    }

    /// Whether a text that was plain can be so on one line.
    private static func isPlain(_ text: String, isInFlow: Bool) -> Bool {
        if text.isEmpty || text.contains("\n") { return false }
        return !isInFlow || !text.utf8.contains { ",[]{}".utf8.contains($0) }
    }

    /// A text in quotes: double ones, unless single ones spare escapes.
    static func quoted(_ text: String, prefersSingle: Bool) -> String {
        let needsEscapes = text.unicodeScalars.contains(where: isEscaped)
        let hasMarks = text.utf8.contains { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
        if !needsEscapes, prefersSingle || hasMarks {
            return "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''"))'"
        }
        var quoted = "\""
        for scalar in text.unicodeScalars { quoted += escaped(scalar) }
        return quoted + "\""
    }

    /// Whether a character is not seen, or not seen for what it is.
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

    /// The lines of a condition that is too long for one: broken before `and` and `or`, the outermost if they do.
    static func wrapped(_ condition: String, width: Int) -> [String] {
        var depth = 0
        // Pieces, each with how deep the word it begins with stands.
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
        // Whole groups of the outermost level first; one that is too long is broken within.
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
