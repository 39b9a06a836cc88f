/// The beginning of a text on one line, as lists show it. Works on bytes: an import makes a dozen such lines a message.
enum MailSnippet {
    /// How many characters it has at most, in Unicode scalars.
    static let most = 200

    /// White space becomes single spaces; controls and marks that turn the direction of writing are left out, and so are
    /// lines that quote another message.
    static func of(_ text: String) -> String { string(text) { append($0, to: &$1) } }

    /// A text on one line, all of it.
    static func oneLine(_ text: String) -> String { string(text) { appendLine($0, to: &$1) } }

    private static func string(
        _ text: String, _ append: (UnsafeRawBufferPointer, inout [UInt8]) -> Void
    ) -> String {
        var (text, line) = (text, [UInt8]())
        text.withUTF8 { append(UnsafeRawBufferPointer($0), &line) }
        return String(decoding: line, as: UTF8.self)
    }

    /// Appends the snippet of UTF-8.
    static func append(_ text: UnsafeRawBufferPointer, to line: inout [UInt8]) {
        let start = line.count
        collapse(text, skipsQuotes: true, most: most, to: &line)
        if line.count == start { collapse(text, skipsQuotes: false, most: most, to: &line) }
    }

    /// Appends all of UTF-8 on one line.
    static func appendLine(_ text: UnsafeRawBufferPointer, to line: inout [UInt8]) {
        guard !isOneLine(text) else { return line.append(contentsOf: text) }
        collapse(text, skipsQuotes: false, most: .max, to: &line)
    }

    /// Whether there is nothing to be done: printable ASCII without two spaces, or one at an end.
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

    /// The scalar that begins at an index; the bytes are well formed.
    private static func next(_ bytes: UnsafeRawBufferPointer, _ at: inout Int) -> UInt32 {
        let lead = bytes[at]
        guard lead >= 0x80 else {
            at += 1
            return UInt32(lead)
        }
        let count = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
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
        case 0, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }
}
