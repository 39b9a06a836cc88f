import IlkVocabulary

/// The features computed in one pass over the bytes: characters by class, punctuation marks, and items that
/// begin with a punctuation mark.
///
/// The pass processes blocks of up to 64 bytes. One table lookup per byte adds to eight packed counts and
/// flags the bytes that need a closer examination: marks, digits and the lead bytes of characters outside
/// ASCII. `ReferenceSurvey` is the reference implementation, which counts items one by one.
struct ByteSurvey {
    private var counts = ByteCounts()
    private var foreign = NonASCIICounts()
    private var phoneEnd = 0
    private let features: FeatureValues

    init(_ features: FeatureValues) { self.features = features }

    /// Surveys a span. The spans of a text must be surveyed in order, without gaps.
    ///
    /// - Returns: The number of bytes of each class in the span.
    @inline(__always)
    mutating func survey(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> ByteCounts {
        let table = ByteCounts.table
        var found = ByteCounts()
        var offset = range.lowerBound
        while offset < range.upperBound {
            let end = min(offset + 64, range.upperBound)
            var packed: UInt64 = 0
            // One bit per byte, shifted in from the top, so that the lowest bit belongs to the first byte.
            var marks: UInt64 = 0
            for index in offset..<end {
                let entry = table[Int(bytes[index])]
                packed &+= entry
                marks = marks >> 1 | entry & ByteCounts.needsVisit
            }
            marks >>= UInt64(truncatingIfNeeded: 64 &- (end &- offset))
            found.add(packed, bytes: end &- offset)
            while marks != 0 {
                visit(offset + marks.trailingZeroBitCount, in: bytes)
                marks &= marks - 1
            }
            offset = end
        }
        counts.add(found)
        return found
    }

    /// Writes the features that depend on character classes alone.
    func writeCharacters() {
        let characters = counts.bytes - counts.continuations
        let upper = counts.upper + foreign.upper
        let spaces = counts.spaces + foreign.spaces
        let punctuation = counts.punctuation + foreign.punctuation
        let letters = upper + counts.lower + foreign.lower + foreign.uncased
        let visible = characters - spaces
        features[.characterCount] = Double(characters)
        features[.uppercaseRatio] = FeatureSurvey.ratio(upper, letters)
        features[.digitRatio] = FeatureSurvey.ratio(counts.digits + foreign.digits, visible)
        features[.punctuationRatio] = FeatureSurvey.ratio(punctuation, visible)
        features[.symbolRatio] = FeatureSurvey.ratio(counts.symbols, visible)
        features[.whitespaceRatio] = FeatureSurvey.ratio(spaces, characters)
        features[.nonASCIIRatio] = FeatureSurvey.ratio(foreign.all, characters)
        features[.emojiCount] = Double(foreign.emoji)
        features.set(.unpunctuated, punctuation + counts.symbols == 0)
    }

    /// Examines a byte whose class alone does not determine its features.
    @inline(__always)
    private mutating func visit(_ offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
        let byte = bytes[offset]
        if byte.isASCIIDigit {
            if !Marks.byte(bytes, offset - 1).isASCIIDigit { lookAtNumber(at: offset, in: bytes) }
        } else if byte < 0x80 {
            countMark(byte, at: offset, in: bytes)
        } else {
            surveyScalar(at: offset, in: bytes)
        }
    }

    private func countMark(_ byte: UInt8, at offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
        switch byte {
        case UInt8(ascii: "."): countFullStop(at: offset, in: bytes)
        case UInt8(ascii: ","):
            features.count(.commaCount)
            countSpacing(at: offset, in: bytes)
        case UInt8(ascii: "-"): if Marks.isDash(bytes, at: offset) { features.count(.dashCount) }
        case UInt8(ascii: "?"), UInt8(ascii: "!"): countStop(byte, at: offset, in: bytes)
        case UInt8(ascii: "\""): features.count(.quotationMarkCount)
        case UInt8(ascii: "("):
            features.count(.bracketCount)
            features.count(.parenthesisCount)
            if Marks.byte(bytes, offset - 1).isWordByte { features.count(.callCount) }
        case UInt8(ascii: "{"):
            features.count(.bracketCount)
            features.count(.braceCount)
        case UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "}"):
            features.count(.bracketCount)
        case UInt8(ascii: "$"):
            if Marks.money(bytes, sign: offset..<offset + 1) != nil { features.count(.moneyCount) }
        case UInt8(ascii: "/"): if Marks.isPath(bytes, at: offset) { features.count(.pathCount) }
        default: look(at: offset, byte, in: bytes)
        }
    }

    private func countFullStop(at offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
        if Marks.byte(bytes, offset + 1) <= 0x20 {
            if Marks.byte(bytes, offset - 1) == UInt8(ascii: " ") { features.count(.spacedMarkCount) }
            return
        }
        if Marks.beginsDotRun(bytes, at: offset) { features.count(.ellipsisCount) }
        if Marks.endsWWW(bytes, at: offset) { features.count(.urlCount) }
        if Marks.isFileEnding(bytes, at: offset) { features.count(.pathCount) }
    }

    private func countStop(_ byte: UInt8, at offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
        if byte == UInt8(ascii: "?") {
            features.count(.questionMarkCount)
        } else {
            features.count(.exclamationMarkCount)
        }
        let before = Marks.byte(bytes, offset - 1)
        let isBehindMark = before == UInt8(ascii: "?") || before == UInt8(ascii: "!")
        let next = Marks.byte(bytes, offset + 1)
        if !isBehindMark, next == UInt8(ascii: "?") || next == UInt8(ascii: "!") {
            features.count(.repeatedMarkCount)
        }
        if !isBehindMark { countSpacing(at: offset, in: bytes) }
    }

    /// Counts a comma, question mark or exclamation mark that has white space on both sides or stands
    /// directly between two letters.
    private func countSpacing(at offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
        let before = Marks.byte(bytes, offset - 1)
        let next = Marks.byte(bytes, offset + 1)
        if before == UInt8(ascii: " "), next <= 0x20 { features.count(.spacedMarkCount) }
        if before.isASCIILetter, next.isASCIILetter { features.count(.tightMarkCount) }
    }

    private mutating func lookAtNumber(at offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
        // All groups of a phone number have been handled at its start.
        guard offset >= phoneEnd else { return }
        let number = Marks.number(bytes, at: offset)
        switch number.kind {
        case .year: features.count(.yearCount)
        case .phone:
            features.count(.phoneCount)
            phoneEnd = number.end
        case .other: break
        }
    }

    private func look(at offset: Int, _ byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>) {
        switch byte {
        case UInt8(ascii: ":"):
            if Marks.isScheme(bytes, at: offset) {
                features.count(.urlCount)
            } else if Marks.isTime(bytes, at: offset) {
                features.count(.timeCount)
            } else if Marks.isEmoticon(bytes, at: offset) {
                features.count(.emoticonCount)
            }
        case UInt8(ascii: ";"):
            if Marks.isEmoticon(bytes, at: offset) { features.count(.emoticonCount) }
            let next = Marks.byte(bytes, offset + 1)
            if next == 0x0A || next == 0x0D || offset + 1 == bytes.count {
                features.count(.statementEndCount)
            }
        case UInt8(ascii: "@"):
            switch Marks.address(bytes, at: offset) {
            case .email: features.count(.emailAddressCount)
            case .mention: features.count(.mentionCount)
            case .none: break
            }
        case UInt8(ascii: "#"):
            if Marks.isHashtag(bytes, at: offset) { features.count(.hashtagCount) }
        case UInt8(ascii: "<"):
            if Marks.isTag(bytes, at: offset) { features.count(.tagCount) }
            if Marks.isEmoticon(bytes, at: offset) { features.count(.emoticonCount) }
        default:
            if Marks.isAssignment(bytes, at: offset) { features.count(.assignmentCount) }
            if Marks.isEmoticon(bytes, at: offset) { features.count(.emoticonCount) }
        }
    }

    private mutating func surveyScalar(at offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
        let (scalar, length) = decodeScalar(bytes, at: offset)
        let characterClass = ScalarClasses.find(scalar)
        foreign.count(characterClass)
        guard characterClass.rawValue & NonASCIICounts.plain.rawValue == 0 else { return }
        if characterClass.contains(.punctuation) {
            countForeignMark(scalar)
        } else if Marks.isCurrency(scalar), Marks.money(bytes, sign: offset..<offset + length) != nil {
            features.count(.moneyCount)
        }
    }

    private func countForeignMark(_ scalar: UInt32) {
        switch scalar {
        case 0x2026: features.count(.ellipsisCount)
        case 0x2013, 0x2014: features.count(.dashCount)
        case 0x2018, 0x2019: features.count(.curlyQuoteCount)
        case 0xFF1F, 0x061F, 0x037E, 0x00BF: features.count(.questionMarkCount)
        case 0xFF01, 0x00A1: features.count(.exclamationMarkCount)
        case 0x201C, 0x201D, 0x201E:
            features.count(.quotationMarkCount)
            features.count(.curlyQuoteCount)
        case 0x00AB, 0x00BB, 0x300C, 0x300D: features.count(.quotationMarkCount)
        case 0xFF08, 0xFF09, 0x3010, 0x3011: features.count(.bracketCount)
        default: break
        }
    }
}
