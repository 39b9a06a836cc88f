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
        isASCII = ASCIISegmenter.isASCII(prefix)
        isRepaired = UTF8Repair.append(prefix, to: &bytes) > 0
    }

    /// Takes the bytes out, so that they can be read while the rest is written. Put them back.
    mutating func moveBytesOut() -> [UInt8] {
        var moved: [UInt8] = []
        swap(&moved, &bytes)
        return moved
    }

    /// Puts the bytes back.
    mutating func moveBytesBack(_ moved: [UInt8]) {
        bytes = moved
    }

    /// Adds a sentence without the white space around it, unless nothing is left.
    mutating func appendSentence(_ text: UnsafeBufferPointer<UInt8>, lower: Int, upper: Int) {
        var lower = lower
        var upper = upper
        while lower < upper, text[lower] <= 0x20 { lower += 1 }
        while upper > lower, text[upper - 1] <= 0x20 { upper -= 1 }
        if lower < upper { sentences.append(TextSpan(lower, upper)) }
    }

    /// Finds the lines: ended by LF, CR LF or CR.
    mutating func splitLines() {
        lines.removeAll(keepingCapacity: true)
        var start = 0
        var index = 0
        bytes.withUnsafeBufferPointer { bytes in
            while index < bytes.count {
                let byte = bytes[index]
                if byte == 0x0A || byte == 0x0D {
                    lines.append(TextSpan(start, index))
                    if byte == 0x0D, index + 1 < bytes.count, bytes[index + 1] == 0x0A { index += 1 }
                    start = index + 1
                }
                index += 1
            }
        }
        if start < bytes.count { lines.append(TextSpan(start, bytes.count)) }
    }
}
