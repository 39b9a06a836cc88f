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

    /// Adds the token between two boundaries; a word gets its normal form and hash.
    mutating func appendToken(_ text: UnsafeBufferPointer<UInt8>, lower: Int32, upper: Int32) {
        var token = Token(
            lowerBound: lower, upperBound: upper, foldedLowerBound: Int32(folded.count), foldedUpperBound: 0,
            characterCount: 0, kind: .other, shape: [])
        let isASCII = token.readASCII(text)
        if !isASCII { token.readScalars(text) }
        if token.kind.isWord {
            if isASCII { appendFolded(ascii: text, token.range) } else { appendFolded(text, token.range) }
            token.foldedUpperBound = Int32(folded.count)
            folded.append(0)
            let hash = folded.withUnsafeBufferPointer { folded -> UInt64 in
                guard let base = folded.baseAddress else { return 0 }
                let range = token.foldedRange
                return StableHash.hash(base + range.lowerBound, count: range.count, seed: StableHash.wordSeed)
            }
            words.append(Int32(tokens.count))
            wordHashes.append(hash)
        } else {
            token.foldedUpperBound = token.foldedLowerBound
        }
        tokens.append(token)
    }

    private mutating func appendFolded(ascii text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        for index in range {
            let byte = text[index]
            let isUpper = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
            folded.append(isUpper ? byte | 0x20 : byte)
        }
    }

    private mutating func appendFolded(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        guard let base = text.baseAddress else { return }
        var status: Int32 = 0
        let start = folded.count
        // Room for most; when it is not enough, the function says how much is.
        var room = range.count * 3 + 16
        for _ in 0..<2 {
            folded.append(contentsOf: repeatElement(0, count: start + room - folded.count))
            let needed = folded.withUnsafeMutableBufferPointer { folded -> Int32 in
                guard let out = folded.baseAddress else { return 0 }
                return ilk_casefold_nfkc(
                    base + range.lowerBound, Int32(range.count), out + start, Int32(room), &status)
            }
            if Int(needed) <= room {
                folded.removeLast(folded.count - start - Int(needed))
                normalizeApostrophes(from: start)
                return
            }
            room = Int(needed)
        }
        folded.removeLast(folded.count - start)
    }

    /// Writes U+2019 as the apostrophe that word lists and rules are written with.
    private mutating func normalizeApostrophes(from start: Int) {
        var read = start
        var write = start
        while read < folded.count {
            if folded[read] == 0xE2, read + 2 < folded.count, folded[read + 1] == 0x80,
                folded[read + 2] == 0x99
            {
                folded[write] = UInt8(ascii: "'")
                read += 3
            } else {
                folded[write] = folded[read]
                read += 1
            }
            write += 1
        }
        folded.removeLast(read - write)
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
