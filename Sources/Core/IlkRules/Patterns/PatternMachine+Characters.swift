import IlkText

/// The characters and positions of a text.
extension PatternMachine {
    // MARK: Characters

    /// Returns the start of the character before a position.
    @inline(__always)
    func before(_ place: Int) -> Int {
        var place = place &- 1
        while place > 0, bytes[place] & 0xC0 == 0x80 { place &-= 1 }
        return place
    }

    /// Returns the start of the character before the end of a run. CR LF is one character of some runs.
    @inline(__always)
    func before(_ place: Int, inRunOf test: PatternTest, from low: Int) -> Int {
        let isPair = test.takesPairs && place &- 2 >= low && isInsideLineEnd(place &- 1)
        return isPair ? place &- 2 : before(place)
    }

    /// Returns the length of the character at a position if the test accepts it, otherwise 0.
    @inline(__always)
    func length(of test: PatternTest, at place: Int) -> Int {
        guard place < bytes.count else { return 0 }
        let byte = bytes[place]
        guard byte < 0x80 else { return lengthOutside(test, at: place) }
        guard test.contains(byte) else { return 0 }
        return byte == 0x0D && test.takesPairs && isInsideLineEnd(place &+ 1) ? 2 : 1
    }

    func lengthOutside(_ test: PatternTest, at place: Int) -> Int {
        let byte = bytes[place]
        let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
        switch test.outside {
        case .none: return 0
        case .all: return length
        case .allButLineEnds: return lineEnd(at: place) > 0 ? 0 : length
        case .listed:
            guard let tables else { return 0 }
            let isMember = tables[Int(test.table)]._withUnsafeGuaranteedRef { $0.contains(scalar(at: place)) }
            return isMember ? length : 0
        }
    }

    /// Returns the character at a position.
    func scalar(at place: Int) -> UInt32 {
        let first = UInt32(bytes[place])
        func next(_ offset: Int) -> UInt32 { UInt32(bytes[place &+ offset] & 0x3F) }
        if first < 0x80 { return first }
        if first < 0xE0 { return (first & 0x1F) << 6 | next(1) }
        if first < 0xF0 { return (first & 0x0F) << 12 | next(1) << 6 | next(2) }
        return (first & 0x07) << 18 | next(1) << 12 | next(2) << 6 | next(3)
    }

    /// `true` if a match that begins with one of the characters of `test` is possible at a position.
    @inline(__always)
    func mayTake(_ test: PatternTest, at place: Int) -> Bool {
        place < bytes.count ? test.mayMatch(bytes[place]) : test.isOpen
    }

    // MARK: Positions

    /// Returns the length in bytes of the line break at a position, or 0 if there is none.
    func lineEnd(at place: Int) -> Int {
        switch bytes[place] {
        case 0x0A...0x0D: return 1
        case 0xC2: return bytes[place + 1] == 0x85 ? 2 : 0
        case 0xE2: return bytes[place + 1] == 0x80 && bytes[place + 2] & 0xFE == 0xA8 ? 3 : 0
        default: return 0
        }
    }

    /// `true` if a line break character precedes a position.
    func isBehindLineEnd(_ place: Int) -> Bool {
        switch bytes[place - 1] {
        case 0x0A...0x0D: return true
        case 0x85: return bytes[place - 2] == 0xC2
        case 0xA8, 0xA9: return bytes[place - 2] == 0x80 && bytes[place - 3] == 0xE2
        default: return false
        }
    }

    /// `true` if a position is between CR and LF.
    func isInsideLineEnd(_ place: Int) -> Bool {
        place > 0 && place < bytes.count && bytes[place] == 0x0A && bytes[place - 1] == 0x0D
    }

    /// Evaluates an assertion at a position.
    func holds(_ assertion: UInt8, at place: Int) -> Bool {
        let isEnd = place == bytes.count
        switch PatternNode.Assertion(rawValue: assertion) {
        case .textStart: return place == 0
        // No line begins at the end of the text, or between CR and LF.
        case .lineStart: return place == 0 || (!isEnd && isBehindLineEnd(place) && !isInsideLineEnd(place))
        case .unixLineStart: return place == 0 || bytes[place - 1] == 0x0A
        case .textEnd: return isEnd
        case .lineEnd: return isEnd || (lineEnd(at: place) > 0 && !isInsideLineEnd(place))
        case .unixLineEnd: return isEnd || bytes[place] == 0x0A
        case .lastLineEnd: return isEnd || isLastLineEnd(place)
        case .unixLastLineEnd: return isEnd || (place + 1 == bytes.count && bytes[place] == 0x0A)
        case .boundary: return isBoundary(place)
        case .noBoundary: return !isBoundary(place)
        case nil: return false
        }
    }

    /// `true` if a word begins or ends at a position. Combining characters belong to the character before them.
    @inline(__always)
    private func isBoundary(_ place: Int) -> Bool {
        let before: UInt8 = place > 0 ? bytes[place &- 1] : 0
        let behind: UInt8 = place < bytes.count ? bytes[place] : 0
        guard before | behind < 0x80 else { return isBoundaryOutside(place) }
        return word.contains(before) != word.contains(behind)
    }

    private func isBoundaryOutside(_ place: Int) -> Bool {
        var isWordBehind = false
        if place < bytes.count {
            let scalar = scalar(at: place)
            if isCombining(scalar) { return false }
            isWordBehind = isWord(scalar)
        }
        var start = place
        while start > 0 {
            start = before(start)
            budget &-= 1
            let scalar = scalar(at: start)
            if !isCombining(scalar) { return isWord(scalar) != isWordBehind }
        }
        return isWordBehind
    }

    private func isCombining(_ scalar: UInt32) -> Bool {
        scalar >= 0x80 && ScalarTable.combining.contains(scalar)
    }

    private func isWord(_ scalar: UInt32) -> Bool {
        scalar < 0x80 ? word.contains(UInt8(scalar)) : ScalarTable.word.contains(scalar)
    }

    /// `true` if only a line break follows a position.
    func isLastLineEnd(_ place: Int) -> Bool {
        let length = lineEnd(at: place)
        guard length > 0 else { return false }
        if place + 2 == bytes.count, isInsideLineEnd(place + 1) { return true }
        return place + length == bytes.count && !isInsideLineEnd(place)
    }
}
