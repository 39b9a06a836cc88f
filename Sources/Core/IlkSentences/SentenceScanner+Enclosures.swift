import IlkVocabulary

/// Quotations and brackets, which stay in one sentence if they are short.
extension SentenceScanner {
    /// The maximum length, in characters, of an enclosed span that is kept in one sentence. Each character is
    /// assumed to have as many bytes as the first one. Longer quotations are split.
    private static let longest = (quotation: 160, other: 256)

    /// Handles an opening mark at `position`. If the closing mark is not found, `position` moves to the end
    /// of the opening mark. Otherwise, it moves to the terminators before the closing mark, or to the end of
    /// the closing mark if there are none.
    mutating func open(scalar: UInt32, length: Int, into spans: inout [TextSpan]) {
        let opener = position
        position += length
        guard opens(scalar, at: opener, length) else { return }
        if scalar == 0x28, continueItem(enclosed: opener, into: &spans) { return }
        guard let closer = closer(of: scalar, from: opener, length) else { return }
        position = lastStop(before: closer.lower, after: opener + length) ?? closer.upper
    }

    /// `true` if the characters around a mark make it an opening mark.
    private func opens(_ scalar: UInt32, at offset: Int, _ length: Int) -> Bool {
        let next = offset + length
        guard next < count else { return false }
        if (0x3008...0x301F).contains(scalar) || scalar >= 0xFF00 { return true }
        let before: UInt32 = offset > 0 ? character(before: offset).scalar : 0x20
        if scalar == 0x28 || scalar == 0x5B || scalar == 0x7B {
            return offset == start || before != 0x3A && before != 0x3B && before != 0x3D && before != 0x2D
        }
        if scalar == 0xAB || scalar == 0x201E || scalar == 0x2039 { return true }
        let follower = character(at: next).scalar
        if Self.isSpace(follower) || Self.isEndMark(follower) { return false }
        if offset == start || Self.isSpace(before) || SentenceMark.closers(of: before) != nil { return true }
        return (0x2012...0x2015).contains(before) || before == 0x2D || before == 0x3A
            || Self.letterCase(of: before) == .wide
    }

    private static func isEndMark(_ scalar: UInt32) -> Bool {
        scalar == 0x2E || scalar == 0x2C || scalar == 0x21 || scalar == 0x3F || scalar == 0x3A
            || scalar == 0x3B
            || scalar == 0x29
    }

    /// Returns the closing mark of an opening mark, if it is near and in the same paragraph.
    private mutating func closer(of scalar: UInt32, from opener: Int, _ length: Int) -> (
        lower: Int, upper: Int
    )? {
        guard let closers = SentenceMark.closers(of: scalar) else { return nil }
        let inside = opener + length
        let width = base[inside] < 0x80 ? 1 : base[inside] < 0xE0 ? 2 : 3
        let isQuotation =
            scalar == 0x22 || scalar == 0xAB || scalar == 0xBB || (0x201A...0x201F).contains(scalar)
        let limit = min(count, opener + width * (isQuotation ? Self.longest.quotation : Self.longest.other))
        let known = failedSearches[Self.kind(scalar)]
        let nests = closers.0 != scalar && scalar != 0x27 && scalar != 0x60
        // The depth of nesting is not known at the offset where an earlier search failed.
        if nests, opener < known { return nil }
        var offset = max(inside, known)
        var depth = 1
        var wasLine = false
        while offset < limit {
            let (other, length) = character(at: offset)
            if other == 0x0A {
                if wasLine { break }
                wasLine = true
            } else if other != 0x20, other != 0x0D, other != 0x09 {
                wasLine = false
            }
            if other == closers.0 || other != 0 && (other == closers.1 || other == closers.2) {
                if scalar == 0x22, opensAgain(offset) { break }
                if isClosing(other, of: scalar, at: offset, length) { depth -= 1 }
                if depth == 0 { return (offset, offset + length) }
            } else if nests, other == scalar {
                depth += 1
            }
            offset += length
        }
        failedSearches[Self.kind(scalar)] = max(offset, known)
        return nil
    }

    /// `true` if a straight quotation mark opens another quotation instead of closing one.
    private func opensAgain(_ offset: Int) -> Bool {
        guard offset + 1 < count, Self.isSpace(character(before: offset).scalar) else { return false }
        let next = character(at: offset + 1).scalar
        return !Self.isSpace(next) && Self.letterCase(of: next) != .other
    }

    /// `true` if a mark is a closing mark. An apostrophe closes only after a punctuation mark and not before
    /// a letter. For example, `the dogs' bowl` contains no closing mark.
    private func isClosing(_ closer: UInt32, of scalar: UInt32, at offset: Int, _ length: Int) -> Bool {
        guard closer == 0x27 || closer == 0x2019 else { return true }
        let before = character(before: offset).scalar
        guard before == 0x2C || before == 0x2E || before == 0x21 || before == 0x3F || before == 0x2026 else {
            return false
        }
        return letterCase(offset + length) == .other
    }

    /// Returns the start of the terminators before a closing mark, or `nil` if there are none. Up to four
    /// closing marks, spaces and ignorable characters may follow the terminators.
    private func lastStop(before closer: Int, after opener: Int) -> Int? {
        var offset = closer
        for _ in 0..<4 where offset > opener {
            let (scalar, lower) = character(before: offset)
            guard SentenceMark.isCloser(scalar) || Self.isSpace(scalar) || Self.isIgnorable(scalar) else {
                break
            }
            offset = lower
        }
        var first: Int?
        while offset > opener {
            let (scalar, lower) = character(before: offset)
            let isStop = scalar == 0x2E || scalar == 0x21 || scalar == 0x3F
            let mark = scalar < 0x80 ? .none : SentenceMark.mark(of: scalar)
            guard isStop || mark == .strongStop || mark == .ellipsis else { break }
            first = lower
            offset = lower
        }
        return first
    }

    /// Returns the index in ``failedSearches`` for an opening mark.
    private static func kind(_ scalar: UInt32) -> Int {
        switch scalar {
        case 0x22: return 0
        case 0x27, 0x60, 0x2018, 0x201A, 0x201B: return 1
        case 0x28: return 2
        case 0x5B, 0x7B: return 3
        default: return 4
        }
    }
}
