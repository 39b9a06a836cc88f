/// Text from outside made harmless for a terminal and for a line.
package enum VisibleText {
    /// Puts a text on one line: line breaks and tabs become spaces; other controls, which could move the cursor or
    /// change colors, become their pictures (`␛`); marks that change the direction of writing are left out.
    package static func oneLine(_ text: String) -> String {
        // Most texts are printable ASCII, which no scalar need be decoded for.
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

    /// The same of each line of a text: its line feeds stay.
    package static func lines(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { oneLine(String($0)) }
            .joined(separator: "\n")
    }

    /// The beginning of a text, as much as a line of so many columns can hold, with white space as single spaces.
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
