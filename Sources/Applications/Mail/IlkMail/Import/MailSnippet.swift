/// The beginning of a text on one line, for lists. The functions work on bytes, because an import calls them
/// about a dozen times for each message.
enum MailSnippet {
    /// The maximum number of Unicode scalars.
    static let maximumLength = 200

    /// Returns the snippet of a text, without quoted lines, control characters and bidirectional controls.
    static func of(_ text: String) -> String { string(text) { append($0, to: &$1) } }

    static func oneLine(_ text: String) -> String { string(text) { appendLine($0, to: &$1) } }

    private static func string(
        _ text: String, _ append: (UnsafeRawBufferPointer, inout [UInt8]) -> Void
    ) -> String {
        var (text, line) = (text, [UInt8]())
        text.withUTF8 { append(UnsafeRawBufferPointer($0), &line) }
        return String(decoding: line, as: UTF8.self)
    }

    /// Appends the snippet of a UTF-8 text. If all lines are quoted, the snippet contains them.
    static func append(_ text: UnsafeRawBufferPointer, to line: inout [UInt8]) {
        let start = line.count
        collapse(text, skipsQuotes: true, most: maximumLength, to: &line)
        if line.count == start { collapse(text, skipsQuotes: false, most: maximumLength, to: &line) }
    }

    /// Appends the whole UTF-8 text on one line.
    static func appendLine(_ text: UnsafeRawBufferPointer, to line: inout [UInt8]) {
        guard !isOneLine(text) else { return line.append(contentsOf: text) }
        collapse(text, skipsQuotes: false, most: .max, to: &line)
    }

    /// Returns `true` if a text is printable ASCII without double, leading or trailing spaces. Such a text
    /// needs no change.
    private static func isOneLine(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var wasSpace = true
        for byte in bytes {
            guard 0x20 <= byte, byte < 0x7F else { return false }
            let isSpace = byte == 0x20
            if isSpace, wasSpace { return false }
            wasSpace = isSpace
        }
        return bytes.isEmpty || !wasSpace
    }

    private static func collapse(
        _ bytes: UnsafeRawBufferPointer, skipsQuotes: Bool, most: Int, to line: inout [UInt8]
    ) {
        var (at, count, wantsSpace, isLineStart) = (0, 0, false, true)
        while at < bytes.count, count < most {
            if isLineStart, skipsQuotes, bytes[at] == UInt8(ascii: ">") {
                while at < bytes.count, bytes[at] != 0x0A { at += 1 }
                if at == bytes.count { return }
            }
            let start = at
            let scalar = next(bytes, &at)
            isLineStart = scalar == 0x0A
            if isSpace(scalar) {
                wantsSpace = true
            } else if !isLeftOut(scalar) {
                if wantsSpace, count > 0 { line.append(0x20) }
                wantsSpace = false
                for index in start..<at { line.append(bytes[index]) }
                count += 1
            }
        }
    }

    /// Decodes the scalar at an index of valid UTF-8 and moves the index past it.
    private static func next(_ bytes: UnsafeRawBufferPointer, _ at: inout Int) -> UInt32 {
        let lead = bytes[at]
        guard lead >= 0x80 else {
            at += 1
            return UInt32(lead)
        }
        let count = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        // The mask removes the length bits of the lead byte: 110xxxxx, 1110xxxx or 11110xxx.
        var scalar = UInt32(lead) & (0x7F >> UInt32(count))
        let end = max(min(at + count, bytes.count), at + 1)
        for index in at + 1..<end { scalar = scalar << 6 | UInt32(bytes[index] & 0x3F) }
        at = end
        return scalar
    }

    private static func isSpace(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x01...0x20, 0x85, 0xA0, 0x3000, 0x2000...0x200A, 0x2028...0x2029: true
        default: false
        }
    }

    private static func isLeftOut(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0, 0x7F..<0xA0, 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }
}
