import IlkVocabulary

extension ReferenceSurvey {
    mutating func surveyBytes(_ bytes: UnsafeBufferPointer<UInt8>) {
        var offset = 0
        var sawLetter = false
        while offset < bytes.count {
            let (scalar, length) = decodeScalar(bytes, at: offset)
            let place = offset..<offset + length
            let classes = scalar < 0x80 ? CharacterClass.ascii[Int(scalar)] : CharacterClass.classify(scalar)
            characters += 1
            noteCharacter(.characterCount, place)
            countClass(classes, scalar, place)
            if !sawLetter, !classes.isDisjoint(with: .letter) {
                sawLetter = true
                if classes.contains(.lower) { set(.lowercaseStart, place) }
            }
            if scalar < 0x80 {
                countMark(bytes[offset], offset, bytes)
            } else {
                countForeignMark(scalar, classes, place, bytes)
            }
            offset += length
        }
        if let stop = FeatureSurvey.finalStop(bytes) { set(.finalStop, stop) }
    }

    private mutating func countClass(_ classes: CharacterClass, _ scalar: UInt32, _ place: Range<Int>) {
        if !classes.contains(.space) { visible += 1 }
        if !classes.isDisjoint(with: .letter) { letters += 1 }
        if classes.contains(.upper) { noteCharacter(.uppercaseRatio, place) }
        if classes.contains(.digit) { noteCharacter(.digitRatio, place) }
        if classes.contains(.space) { noteCharacter(.whitespaceRatio, place) }
        if classes.contains(.punctuation) { noteCharacter(.punctuationRatio, place) }
        if scalar < 0x80, classes.contains(.symbol) { noteCharacter(.symbolRatio, place) }
        if scalar >= 0x80 { noteCharacter(.nonASCIIRatio, place) }
        if classes.contains(.emoji) { note(.emojiCount, place) }
        if classes.contains(.punctuation) || scalar < 0x80 && classes.contains(.symbol) { marks += 1 }
    }

    private mutating func countMark(_ byte: UInt8, _ offset: Int, _ bytes: UnsafeBufferPointer<UInt8>) {
        let place = offset..<offset + 1
        let before = Marks.byte(bytes, offset - 1)
        let next = Marks.byte(bytes, offset + 1)
        if byte.isASCIIDigit, !before.isASCIIDigit { countNumber(offset, bytes) }
        switch byte {
        case UInt8(ascii: "?"): note(.questionMarkCount, place)
        case UInt8(ascii: "!"): note(.exclamationMarkCount, place)
        case UInt8(ascii: "\""): note(.quotationMarkCount, place)
        case UInt8(ascii: ","): note(.commaCount, place)
        case UInt8(ascii: "("):
            note(.parenthesisCount, place)
            if before.isWordByte { note(.callCount, place) }
        case UInt8(ascii: "{"): note(.braceCount, place)
        case UInt8(ascii: ";"):
            if next == 0x0A || next == 0x0D || offset + 1 == bytes.count { note(.statementEndCount, place) }
        case UInt8(ascii: "-"): if Marks.isDash(bytes, at: offset) { note(.dashCount, place) }
        default: break
        }
        if "()[]{}".utf8.contains(byte) { note(.bracketCount, place) }
        if ":;=<".utf8.contains(byte), isFace(offset, bytes) {
            note(.emoticonCount, face(offset, bytes))
        }
        countSpacing(byte, before, next, offset)
        countRun(byte, before, next, offset, bytes)
        countThing(byte, offset, bytes)
    }

    private func isFace(_ offset: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        // The colon of a URL or a time does not begin an emoticon.
        if bytes[offset] == UInt8(ascii: ":"),
            Marks.isScheme(bytes, at: offset) || Marks.isTime(bytes, at: offset)
        {
            return false
        }
        return Marks.isEmoticon(bytes, at: offset)
    }

    private func face(_ offset: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Range<Int> {
        let nose = Marks.byte(bytes, offset + 1)
        let hasNose =
            bytes[offset] != UInt8(ascii: "<") && (nose == UInt8(ascii: "-") || nose == UInt8(ascii: "'"))
        return offset..<min(bytes.count, offset + (hasNose ? 3 : 2))
    }

    /// Counts a mark (. , ? !) with white space on both sides. Also counts a mark, except a full stop,
    /// directly between two letters.
    private mutating func countSpacing(_ byte: UInt8, _ before: UInt8, _ next: UInt8, _ offset: Int) {
        guard ".,?!".utf8.contains(byte) else { return }
        if byte != UInt8(ascii: "."), byte != UInt8(ascii: ","),
            before == UInt8(ascii: "?") || before == UInt8(ascii: "!")
        {
            return
        }
        let place = offset..<offset + 1
        if before == UInt8(ascii: " "), next <= 0x20 { note(.spacedMarkCount, place) }
        if byte != UInt8(ascii: "."), before.isASCIILetter, next.isASCIILetter {
            note(.tightMarkCount, place)
        }
    }

    private mutating func countRun(
        _ byte: UInt8, _ before: UInt8, _ next: UInt8, _ offset: Int, _ bytes: UnsafeBufferPointer<UInt8>
    ) {
        func isLoud(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "?") || byte == UInt8(ascii: "!") }
        if isLoud(byte), !isLoud(before), isLoud(next) {
            note(.repeatedMarkCount, run(from: offset, bytes, isLoud))
        }
        if byte == UInt8(ascii: "."), Marks.beginsDotRun(bytes, at: offset) {
            note(.ellipsisCount, run(from: offset, bytes) { $0 == UInt8(ascii: ".") })
        }
    }

    private mutating func countThing(_ byte: UInt8, _ offset: Int, _ bytes: UnsafeBufferPointer<UInt8>) {
        switch byte {
        case UInt8(ascii: "."):
            if Marks.endsWWW(bytes, at: offset) { note(.urlCount, visibleRun(around: offset, bytes)) }
            if Marks.isFileEnding(bytes, at: offset) { note(.pathCount, visibleRun(around: offset, bytes)) }
        case UInt8(ascii: ":"):
            if Marks.isScheme(bytes, at: offset) {
                note(.urlCount, visibleRun(around: offset, bytes))
            } else if Marks.isTime(bytes, at: offset) {
                let hour = Marks.byte(bytes, offset - 2).isASCIIDigit ? offset - 2 : offset - 1
                note(.timeCount, hour..<offset + 3)
            }
        case UInt8(ascii: "@"):
            switch Marks.address(bytes, at: offset) {
            case .email: note(.emailAddressCount, visibleRun(around: offset, bytes))
            case .mention: note(.mentionCount, name(from: offset, bytes))
            case .none: break
            }
        case UInt8(ascii: "#"):
            if Marks.isHashtag(bytes, at: offset) { note(.hashtagCount, name(from: offset, bytes)) }
        case UInt8(ascii: "<"):
            if Marks.isTag(bytes, at: offset) { note(.tagCount, tag(from: offset, bytes)) }
        case UInt8(ascii: "="):
            if Marks.isAssignment(bytes, at: offset) { note(.assignmentCount, offset..<offset + 1) }
        case UInt8(ascii: "/"):
            if Marks.isPath(bytes, at: offset) { note(.pathCount, visibleRun(around: offset, bytes)) }
        case UInt8(ascii: "$"): countMoney(offset..<offset + 1, bytes)
        default: break
        }
    }

    private mutating func countNumber(_ offset: Int, _ bytes: UnsafeBufferPointer<UInt8>) {
        if let phone = spans(.phoneCount).last, phone.upperBound > offset { return }
        let number = Marks.number(bytes, at: offset)
        switch number.kind {
        case .year: note(.yearCount, offset..<number.end)
        case .phone: note(.phoneCount, offset..<number.end)
        case .other: break
        }
    }

    private mutating func countMoney(_ sign: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>) {
        if let amount = Marks.money(bytes, sign: sign) { note(.moneyCount, amount) }
    }

    private mutating func countForeignMark(
        _ scalar: UInt32, _ classes: CharacterClass, _ place: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>
    ) {
        if Marks.isCurrency(scalar) { countMoney(place, bytes) }
        guard classes.contains(.punctuation) else { return }
        switch scalar {
        case 0x2026: note(.ellipsisCount, place)
        case 0x2013, 0x2014: note(.dashCount, place)
        case 0x2018, 0x2019: note(.curlyQuoteCount, place)
        case 0xFF1F, 0x061F, 0x037E, 0x00BF: note(.questionMarkCount, place)
        case 0xFF01, 0x00A1: note(.exclamationMarkCount, place)
        case 0x201C, 0x201D, 0x201E:
            note(.quotationMarkCount, place)
            note(.curlyQuoteCount, place)
        case 0x00AB, 0x00BB, 0x300C, 0x300D: note(.quotationMarkCount, place)
        case 0xFF08, 0xFF09, 0x3010, 0x3011: note(.bracketCount, place)
        default: break
        }
    }

    // MARK: Extent of an item

    private func run(
        from start: Int, _ bytes: UnsafeBufferPointer<UInt8>, _ belongs: (UInt8) -> Bool
    ) -> Range<Int> {
        var end = start
        while end < bytes.count, belongs(bytes[end]) { end += 1 }
        return start..<end
    }

    /// Returns the range of a mark and the word after it.
    private func name(from start: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Range<Int> {
        start..<run(from: start + 1, bytes, \.isWordByte).upperBound
    }

    private func tag(from start: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Range<Int> {
        let inside = run(from: start, bytes) { $0 != UInt8(ascii: ">") }
        return start..<min(bytes.count, inside.upperBound + 1)
    }

    /// Returns the run of visible characters around a byte, without punctuation at its end. The run extends
    /// at most 1,000 bytes to each side.
    private func visibleRun(around offset: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Range<Int> {
        var lower = offset
        while lower > max(0, offset - 1_000), bytes[lower - 1] > 0x20 { lower -= 1 }
        while lower < offset, bytes[lower] & 0xC0 == 0x80 { lower += 1 }
        var upper = offset + 1
        while upper < min(bytes.count, offset + 1_000), bytes[upper] > 0x20 { upper += 1 }
        while upper < bytes.count, bytes[upper] & 0xC0 == 0x80 { upper += 1 }
        while upper > offset + 1, ".,;:!?)\"'".utf8.contains(bytes[upper - 1]) { upper -= 1 }
        return lower..<upper
    }
}
