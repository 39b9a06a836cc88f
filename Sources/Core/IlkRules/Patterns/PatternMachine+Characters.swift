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

    /// Returns the length of the character at a position if the test accepts it, 0 if not, or ``unknown``.
    @inline(__always)
    func length(of test: PatternTest, at place: Int) -> Int {
        guard place < bytes.count else { return 0 }
        let byte = bytes[place]
        return byte < 0x80 ? (test.contains(byte) ? 1 : 0) : lengthOutside(test.outside, at: place)
    }

    func lengthOutside(_ outside: PatternTest.Outside, at place: Int) -> Int {
        switch outside {
        case .none: return 0
        case .unknown: return Self.unknown
        case .allButLineEnds where lineEnd(at: place) > 0: return 0
        case .all, .allButLineEnds:
            let byte = bytes[place]
            return byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
        }
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

    /// Evaluates an assertion at a position. Returns `nil` if only ICU can decide it.
    func holds(_ assertion: UInt8, at place: Int, _ looksBehind: Bool) -> Bool? {
        let isEnd = place == bytes.count
        switch PatternNode.Assertion(rawValue: assertion) {
        case .textStart: return place == 0
        // No line begins at the end of the text.
        case .lineStart: return place == 0 || (!isEnd && isBehindLineEnd(place))
        case .textEnd: return isEnd
        case .lineEnd: return isEnd || (lineEnd(at: place) > 0 && !isInsideLineEnd(place))
        case .lastLineEnd: return isEnd || isLastLineEnd(place)
        case .boundary, .noBoundary:
            let before: UInt8 = place > 0 ? bytes[place - 1] : 0
            let behind: UInt8 = isEnd ? 0 : bytes[place]
            // At the end of the text after a look-behind, ICU's `\b` reads a wrong preceding byte.
            guard before | behind < 0x80, !(isEnd && looksBehind) else { return nil }
            let isBoundary = word.contains(before) != word.contains(behind)
            return isBoundary == (assertion == PatternNode.Assertion.boundary.rawValue)
        case nil: return nil
        }
    }

    /// `true` if only a line break follows a position.
    func isLastLineEnd(_ place: Int) -> Bool {
        let length = lineEnd(at: place)
        guard length > 0 else { return false }
        if place + 2 == bytes.count, isInsideLineEnd(place + 1) { return true }
        return place + length == bytes.count && !isInsideLineEnd(place)
    }
}
