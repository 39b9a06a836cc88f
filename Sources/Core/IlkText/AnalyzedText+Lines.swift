import CICU
import IlkVocabulary

extension AnalyzedText {
    /// Splits the text into lines, which end with LF, CR LF or CR.
    mutating func splitLines() {
        var found: [TextSpan] = []
        swap(&found, &lines)
        found.removeAll(keepingCapacity: true)
        let start = tokenized.bytes.withUnsafeBufferPointer { Self.lineEnds($0, into: &found) }
        let count = tokenized.bytes.count
        if start < count { found.append(TextSpan(start, count)) }
        swap(&found, &lines)
    }

    /// Appends the terminated lines and returns the start of the remaining text.
    private static func lineEnds(_ text: UnsafeBufferPointer<UInt8>, into found: inout [TextSpan]) -> Int {
        guard let base = text.baseAddress else { return 0 }
        var start = 0
        func end(at index: Int) {
            // The CR of a CR LF has already ended the line.
            if text[index] == 0x0A, index > 0, text[index &- 1] == 0x0D {
                start = index &+ 1
                return
            }
            found.append(TextSpan(start, index))
            start = index &+ 1
        }
        var index = 0
        while index &+ 64 <= text.count {
            var ends = ilk_stop_block_read(base + index).lineEnds
            while ends != 0 {
                end(at: index &+ ends.trailingZeroBitCount)
                ends &= ends &- 1
            }
            index &+= 64
        }
        while index < text.count {
            if text[index] == 0x0A || text[index] == 0x0D { end(at: index) }
            index &+= 1
        }
        return start
    }
}
