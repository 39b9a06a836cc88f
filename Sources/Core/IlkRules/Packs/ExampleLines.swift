/// The lines of a pack that only its tests read. A program that starts to classify has no use for them, and they are
/// half of a pack.
enum ExampleLines {
    private static let key = Array("examples:".utf8)

    /// The source with its examples blank, line by line, so that all others keep their numbers.
    ///
    /// For packs that were checked whole before: a block of text that says `examples:` for itself is blanked too.
    static func blanked(in source: SourceText) -> SourceText {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(source.bytes.count / 2)
        source.bytes.withUnsafeBufferPointer { text in
            var start = 0
            var blockIndent = -1
            while start < text.count {
                var end = start
                while end < text.count, text[end] != 0x0A { end += 1 }
                var first = start
                while first < end, text[first] == UInt8(ascii: " ") { first += 1 }
                let indent = first - start
                if blockIndent >= 0, first < end, indent <= blockIndent { blockIndent = -1 }
                if blockIndent < 0, begins(text, first, end) { blockIndent = indent }
                if blockIndent < 0 { bytes.append(contentsOf: text[start..<end]) }
                bytes.append(0x0A)
                start = end + 1
            }
        }
        return SourceText(name: source.name, bytes: bytes)
    }

    private static func begins(_ text: UnsafeBufferPointer<UInt8>, _ first: Int, _ end: Int) -> Bool {
        guard end - first >= key.count else { return false }
        for index in key.indices where text[first + index] != key[index] { return false }
        return true
    }
}
