/// Functions that make untrusted text safe to print on a terminal.
package enum VisibleText {
    /// Returns a text on one line. Line breaks and tabs become spaces, and directional marks are removed.
    /// Other control characters, which could move the cursor or change colors, become their Unicode pictures
    /// (`␛`).
    package static func oneLine(_ text: String) -> String {
        // Fast path: most texts are printable ASCII. One wrapping subtraction checks both bounds.
        guard text.utf8.contains(where: { $0 &- 0x20 >= 0x5F }),
            text.unicodeScalars.contains(where: needsWork)
        else { return text }
        var line = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x09, 0x0A, 0x0D, 0x85, 0x2028, 0x2029: line.append(" ")
            case 0x00..<0x20: line.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
            case 0x7F: line.append("\u{2421}")
            case 0x80..<0xA0: line.append("\u{FFFD}")
            case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: break
            default: line.append(scalar)
            }
        }
        return String(line)
    }

    /// Returns a text with each line made safe by ``oneLine(_:)``. Line feeds are preserved.
    package static func lines(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { oneLine(String($0)) }
            .joined(separator: "\n")
    }

    /// Returns the beginning of a text for a line of `columns` columns. Reads the first `4 * columns`
    /// characters, and replaces each run of white space with a single space.
    package static func beginning(of text: String, columns: Int) -> String {
        String(text.prefix(4 * columns)).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static func needsWork(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
