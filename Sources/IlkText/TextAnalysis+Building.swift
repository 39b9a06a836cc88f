import CICU
import IlkFraming
import IlkVocabulary

extension TextAnalysis {
    /// The longest text that is read, in bytes: ICU counts in 32 bits.
    static let byteLimit = Int(Int32.max) - 1

    /// Copies the text in, repaired where it is not UTF-8.
    mutating func take(_ text: UnsafeBufferPointer<UInt8>) {
        let count = min(text.count, Self.byteLimit)
        isTruncated = count < text.count
        bytes.removeAll(keepingCapacity: true)
        let prefix = UnsafeBufferPointer(rebasing: text.prefix(count))
        isASCII = prefix.isASCII
        if isASCII {
            isRepaired = false
            bytes.append(contentsOf: prefix)
        } else {
            isRepaired = UTF8Repair.append(prefix, to: &bytes) > 0
        }
    }

    /// Finds the lines: ended by LF, CR LF or CR.
    mutating func splitLines() {
        var found: [TextSpan] = []
        swap(&found, &lines)
        found.removeAll(keepingCapacity: true)
        let start = bytes.withUnsafeBufferPointer { Self.lineEnds($0, into: &found) }
        if start < bytes.count { found.append(TextSpan(start, bytes.count)) }
        swap(&found, &lines)
    }

    /// Appends the lines that are ended, and returns where the rest begins.
    private static func lineEnds(_ text: UnsafeBufferPointer<UInt8>, into found: inout [TextSpan]) -> Int {
        guard let base = text.baseAddress else { return 0 }
        var start = 0
        func end(at index: Int) {
            // The LF of CR LF ends nothing: the line is ended behind it already.
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
