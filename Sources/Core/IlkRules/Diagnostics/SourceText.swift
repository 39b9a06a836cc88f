/// A position in a source file. Lines and columns start at 1, and columns count Unicode scalars.
package struct SourcePosition: Hashable, Sendable, Comparable {
    package var line: Int
    package var column: Int

    package static let start = SourcePosition(line: 1, column: 1)

    package static func < (lhs: SourcePosition, rhs: SourcePosition) -> Bool {
        (lhs.line, lhs.column) < (rhs.line, rhs.column)
    }
}

/// A type of YAML file, with the top-level keys by which a file of this type is recognized.
package struct SourceKind: Sendable {
    /// The name with an article.
    let name: String
    let keys: Set<String>
    /// The number of different keys that a file needs at the beginning of its lines to be recognized.
    var fewest = 2
    /// `true` if the keys may be in JSON form: indented, after a brace, and in quotes.
    var isOfJSON = false
    /// A hint about the beginning of such a file.
    let hint: String

    /// Rule packs and override files.
    package static let rulePack = SourceKind(
        name: "a rule pack", keys: Set(PackKeys.pack + PackKeys.overrides),
        hint: "a pack begins with 'version: 1', 'pack', 'taxonomy', 'description' and 'rules'")
}

/// The bytes of one rule file, with the offsets of its lines.
package struct SourceText: Sendable {
    package let name: String
    package let bytes: [UInt8]
    private let lineStarts: [Int]

    /// The maximum width of an excerpt in Unicode scalars. Longer lines are cut around the caret.
    private static let excerptWidth = 100
    /// The maximum number of bytes of a line that are searched for a position. Without the limit, a thousand
    /// problems in a line of megabytes would take a thousand scans of the line.
    private static let lineLimit = 1 << 14

    package init(name: String, bytes: [UInt8], kind: SourceKind = .rulePack) {
        self.name = name
        self.kind = kind
        self.bytes = bytes
        var starts = [0]
        bytes.withUnsafeBufferPointer { bytes in
            var index = 0
            while index < bytes.count {
                // The common case: a byte that cannot begin a line break.
                if bytes[index] > 0x0D, bytes[index] < 0xC2 {
                    index += 1
                    continue
                }
                let length = Self.lineBreakLength(bytes, at: index)
                index += max(length, 1)
                if length > 0 { starts.append(index) }
            }
        }
        lineStarts = starts
        isRecognized = Self.isRecognized(bytes, starts, as: kind)
    }

    /// Returns the length of the line break (as in libyaml) at an offset, or 0 if there is none.
    private static func lineBreakLength(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        switch bytes[index] {
        case 0x0A: return 1
        case 0x0D: return index + 1 < bytes.count && bytes[index + 1] == 0x0A ? 2 : 1
        case 0xC2: return index + 1 < bytes.count && bytes[index + 1] == 0x85 ? 2 : 0
        case 0xE2:
            guard index + 2 < bytes.count, bytes[index + 1] == 0x80 else { return 0 }
            return bytes[index + 2] == 0xA8 || bytes[index + 2] == 0xA9 ? 3 : 0
        default: return 0
        }
    }

    /// The type that the file should have.
    let kind: SourceKind
    /// `true` if enough lines begin with different keys of ``kind``. Any other file may contain secrets
    /// (`/etc/shadow`), so its content is not shown.
    let isRecognized: Bool

    private static func isRecognized(
        _ bytes: [UInt8], _ lineStarts: [Int], as kind: SourceKind
    ) -> Bool {
        var found: Set<String> = []
        for start in lineStarts where found.count < kind.fewest {
            let line = bytes[start...]
            let content = kind.isOfJSON ? line.drop { #" {""#.utf8.contains($0) } : line
            let end: UInt8 = UInt8(ascii: content.startIndex > start ? "\"" : ":")
            let key = content.prefix(12).prefix { $0 != end }
            guard key.endIndex < bytes.count, bytes[key.endIndex] == end else { continue }
            let name = String(decoding: key, as: UTF8.self)
            if kind.keys.contains(name) { found.insert(name) }
        }
        return found.count == kind.fewest
    }

    /// Returns the bytes of a line without its line break, or no bytes if the line does not exist.
    func bytes(ofLine line: Int) -> ArraySlice<UInt8> {
        guard line >= 1, line <= lineStarts.count else { return [] }
        let lower = lineStarts[line - 1]
        var upper = line < lineStarts.count ? lineStarts[line] : bytes.count
        while upper > lower, bytes[upper - 1] == 0x0A || bytes[upper - 1] == 0x0D { upper -= 1 }
        return bytes[lower..<upper]
    }

    /// Returns the byte offset of a position. If the column is past the end of the line, the result is the
    /// end of the line.
    ///
    /// - Parameters:
    ///   - position: The position.
    ///   - known: A position whose byte offset is known. If this position precedes `position` on the same
    ///     line, counting starts there.
    package func utf8Offset(
        of position: SourcePosition, from known: (position: SourcePosition, offset: Int)? = nil
    ) -> Int {
        let line = bytes(ofLine: position.line)
        return line.withUnsafeBufferPointer { bytes in
            var offset = 0
            var column = 1
            if let known, known.position.line == position.line, known.position.column <= position.column {
                (offset, column) = (known.offset - line.startIndex, known.position.column)
            }
            // Blocks that end before the position are counted whole, so that the loop can be vectorized.
            while offset + 64 <= bytes.count {
                var count = 0
                for index in offset..<offset + 64 where bytes[index] & 0xC0 != 0x80 { count += 1 }
                guard column + count < position.column else { break }
                column += count
                offset += 64
            }
            while offset < bytes.count, column < position.column || bytes[offset] & 0xC0 == 0x80 {
                if bytes[offset] & 0xC0 != 0x80 { column += 1 }
                offset += 1
            }
            return line.startIndex + offset
        }
    }

    /// Returns the line and column at a byte offset.
    package func position(ofUTF8Offset offset: Int) -> SourcePosition {
        let line = (1..<lineStarts.count).partition { lineStarts[$0] <= offset }
        var column = 1
        for index in lineStarts[line - 1]..<min(offset, bytes.count) where bytes[index] & 0xC0 != 0x80 {
            column += 1
        }
        return SourcePosition(line: line, column: column)
    }

    /// Returns the line of a position with carets below it, or an empty string if the line is missing or too
    /// long.
    func excerpt(at position: SourcePosition, length: Int) -> String {
        guard position.line >= 1, position.line <= lineStarts.count else { return "" }
        let line = bytes(ofLine: position.line)
        guard line.count <= Self.lineLimit || position.column < Self.lineLimit / 4 else { return "" }
        // A lossy conversion is acceptable because the text is only displayed.
        let all = Array(String(decoding: line.prefix(Self.lineLimit), as: UTF8.self).unicodeScalars)
        let column = min(max(position.column, 1), all.count + 1)
        let first = column <= Self.excerptWidth * 3 / 4 ? 0 : column - Self.excerptWidth / 2
        let last = min(all.count, first + Self.excerptWidth)
        var shown = String.UnicodeScalarView()
        var pad = String.UnicodeScalarView()
        for index in first..<last {
            let scalar = all[index]
            let isPlain = scalar.value >= 0x20 && scalar.value != 0x7F && !scalar.properties.isBidiControl
            shown.append(isPlain || scalar == "\t" ? scalar : "\u{FFFD}")
            if index < column - 1 { pad.append(scalar == "\t" ? "\t" : " ") }
        }
        let number = String(position.line)
        let margin = String(repeating: " ", count: max(0, 5 - number.count)) + number
        let width = max(1, min(length, last - (column - 1)))
        let carets = "^" + String(repeating: "~", count: width - 1)
        let cutFront = first > 0 ? "…" : ""
        let cutBack = last < all.count ? "…" : ""
        let gap = first > 0 ? " " : ""
        return "\(margin) | \(cutFront)\(String(shown))\(cutBack)\n      | \(gap)\(String(pad))\(carets)"
    }
}
