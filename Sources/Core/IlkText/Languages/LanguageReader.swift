import IlkVocabulary

/// Splits valid UTF-8 into the features of language identification in one pass. The only memory that it needs
/// is a buffer for the windows of one word.
package struct LanguageReader {
    /// The maximum number of letters read from a word. The rest of the word is skipped.
    static let longestWord = 40
    static let windowCount = longestWord + 1

    let bytes: UnsafeBufferPointer<UInt8>
    private let classes: UnsafeBufferPointer<LetterClass>
    private let windows: UnsafeMutableBufferPointer<UInt64>

    /// `windows` must have space for ``windowCount`` elements.
    init(
        _ bytes: UnsafeBufferPointer<UInt8>, _ classes: UnsafeBufferPointer<LetterClass>,
        _ windows: UnsafeMutableBufferPointer<UInt64>
    ) {
        self.bytes = bytes
        self.classes = classes
        self.windows = windows
    }

    /// Reads a complete text of any length.
    package static func read(_ bytes: UnsafeBufferPointer<UInt8>, into sink: inout some LanguageSink) {
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: windowCount) { windows in
            LetterClass.table.withUnsafeBufferPointer { classes in
                LanguageReader(bytes, classes, windows).read(0..<bytes.count, into: &sink)
            }
        }
    }

    /// Reads the words that begin in a range, whose bounds must be character boundaries.
    @inline(__always)
    func read<Sink: LanguageSink>(_ range: Range<Int>, into sink: inout Sink) {
        var offset = range.lowerBound
        while offset < range.upperBound {
            let (scalar, length) = decodeScalar(bytes, at: offset)
            let letter = letterClass(of: scalar)
            if letter.kind == 0 || letter.kind > LetterClass.Kind.counted.rawValue {
                offset += length
            } else if let group = LanguageGroup(rawValue: UInt8(truncatingIfNeeded: letter.kind - 1)),
                group != .han
            {
                offset = readWord(at: offset, group, into: &sink)
            } else {
                if letter.kind == LetterClass.Kind.counted.rawValue {
                    readCounted(scalar, into: &sink)
                }
                offset += length
            }
        }
    }

    @inline(__always)
    private func letterClass(of scalar: UInt32) -> LetterClass {
        scalar < 0x2000 ? classes[Int(scalar)] : LetterClass.ofHigher(scalar)
    }

    @inline(__always)
    private func readCounted<Sink: LanguageSink>(_ scalar: UInt32, into sink: inout Sink) {
        if scalar &- 0x3041 <= 0xBE {
            sink.ideograph(0x3042)
        } else if scalar &- 0x4E00 < 0x5200 || scalar &- 0x3400 < 0x19C0 || scalar == 0x3005 {
            sink.ideograph(scalar)
        } else {
            sink.letter(scalar)
        }
    }

    /// Reads the word that begins at `start` and returns its end.
    @inline(__always)
    private func readWord<Sink: LanguageSink>(
        at start: Int, _ group: LanguageGroup, into sink: inout Sink
    ) -> Int {
        let kind = UInt16(group.rawValue) + 1
        var offset = start
        var window = LanguageFeature.edge
        var count = 0
        var isMixedCase = false
        var endsLower = false
        while offset < bytes.count {
            let first = bytes[offset]
            let (scalar, length) = first < 0x80 ? (UInt32(first), 1) : decodeScalar(bytes, at: offset)
            let letter = letterClass(of: scalar)
            if letter.kind == kind {
                if count < Self.longestWord {
                    window = window << 12 | letter.symbol
                    windows[count] = window & 0x0FFF_FFFF_FFFF_FFFF
                    count += 1
                }
                // A capital after a lower-case letter, as in identifiers. Checking ASCII is enough.
                let isUpper = scalar &- 0x41 < 26
                if isUpper, endsLower { isMixedCase = true }
                endsLower = scalar &- 0x61 < 26
            } else if letter.kind == LetterClass.Kind.apostrophe.rawValue, isLetter(kind, at: offset + length)
            {
                if count < Self.longestWord {
                    window = window << 12 | letter.symbol
                    windows[count] = window & 0x0FFF_FFFF_FFFF_FFFF
                    count += 1
                }
            } else if letter.kind != LetterClass.Kind.ignorable.rawValue {
                break
            }
            offset += length
        }
        windows[count] = (window << 12 | LanguageFeature.edge) & 0x0FFF_FFFF_FFFF_FFFF
        switch WordSurroundings(bytes: bytes).kind(of: start..<offset) {
        case .prose where !isMixedCase:
            sink.word(
                UnsafeBufferPointer(rebasing: windows[0...count]), of: group, isCapital: isCapital(at: start))
        case .name: break
        default: sink.codeWord()
        }
        return offset
    }

    @inline(__always)
    private func isCapital(at offset: Int) -> Bool {
        let first = bytes[offset]
        if first < 0x80 { return first.isASCIIUppercase }
        let scalar = decodeScalar(bytes, at: offset).scalar
        return scalar < 0x2000 && LetterClass.lowerCase(scalar) != scalar
    }

    @inline(__always)
    private func isLetter(_ kind: UInt16, at offset: Int) -> Bool {
        guard offset < bytes.count else { return false }
        return letterClass(of: decodeScalar(bytes, at: offset).scalar).kind == kind
    }
}
