import IlkVocabulary

/// Terminators that have no white space after them, and terminators of individual scripts.
extension SentenceScanner {
    /// `true` if a sentence ends at a group of terminators that is directly followed by a character.
    func endsWithoutSpace(_ group: TerminatorRun) -> Bool {
        let (scalar, _) = character(at: group.end)
        let next = Self.letterCase(of: scalar)
        if group.isStrong { return endsAtStrongStop(group, before: scalar) }
        guard group.lower > 0 else { return false }
        let previous = Self.letterCase(of: character(before: group.lower).scalar)
        if previous == .wide, group.dots < 2, !group.hasEllipsis {
            return next == .wide && !(group.closesQuote && isQuotative(group.end))
        }
        if group.hasNote { return next == .upper }
        if group.hasQuestion || group.hasExclamation {
            return next == .upper && (previous == .lower || previous == .uncased || group.closes)
                && !word(before: group.lower).isAddress
        }
        guard next == .upper else { return false }
        if group.dots > 1 || group.hasEllipsis {
            return previous == .lower && !isPronounI(group.end) && isWord(at: group.end, .starter)
        }
        return isSpacelessEnd(group)
    }

    private func endsAtStrongStop(_ group: TerminatorRun, before scalar: UInt32) -> Bool {
        if scalar == 0x3A || scalar == 0x2C || scalar == 0x3B || scalar == 0x29 { return false }
        if (0x3001...0x3001).contains(scalar) || scalar == 0xFF0C || scalar == 0x60C || scalar == 0x2E {
            return false
        }
        if scalar == 0xFF1A || scalar == 0xFF1B { return false }
        let next = Self.letterCase(of: scalar)
        if next == .digit, group.lower > start,
            Self.letterCase(of: character(before: group.lower).scalar) == .digit
        {
            return false
        }
        if base[group.lower] < 0x80 { return false }
        return !(group.closesQuote && isQuotative(group.end))
    }

    /// `true` if the text after a quotation attributes the quotation to a speaker: Japanese particles,
    /// Chinese verbs of speech.
    func isQuotative(_ offset: Int) -> Bool {
        var offset = offset
        for index in 0..<4 where offset < count {
            let (scalar, length) = character(at: offset)
            switch scalar {
            case 0x3068, 0x3063, 0x306A, 0x306E: if index == 0 { return true }
            case 0x8BF4, 0x8AAA, 0x9053, 0x95EE, 0x554F, 0x558A: return true
            case 0x3002, 0xFF0C, 0x3001: return false
            default: break
            }
            offset += length
        }
        return false
    }

    /// `true` for 'first.Then': a lower-case word, a full stop and a capitalized word that are not part of an
    /// address.
    private func isSpacelessEnd(_ group: TerminatorRun) -> Bool {
        guard !group.closes else { return false }
        let word = word(before: group.lower)
        guard word.stops == 0, !word.isAddress, word.lower > start || word.letters > 3 else { return false }
        if word.digits > 0 {
            guard word.letters == 0, word.digits > 2 else { return false }
        } else {
            guard word.letters > 2, word.last == .lower || word.last == .uncased else { return false }
            if lexicon.isAbbreviation(word.hash, in: language) { return false }
        }
        let next = self.word(at: group.end)
        if lexicon.contains(next.hash, as: .domain, in: language) { return false }
        guard next.upper < count else { return next.letters > 1 }
        let behind = character(at: next.upper).scalar
        if Self.isSpace(behind) { return true }
        guard next.letters > 1 else { return false }
        switch behind {
        case 0x2C, 0x21, 0x3F, 0x3A, 0x3B, 0x2D: return true
        case 0x2E: return next.upper + 1 == count || Self.isSpace(character(at: next.upper + 1).scalar)
        default: return false
        }
    }

    /// Returns the end of footnote numbers directly after a terminator: 'in 1987).1 The', 'was it?2,3 The'.
    func numberNoteEnd(_ group: TerminatorRun) -> Int? {
        guard group.dots == 1 || group.hasQuestion || group.hasExclamation, group.end > 1 else { return nil }
        guard isDigit(group.end) else { return nil }
        let (scalar, _) = character(before: group.lower)
        let word = word(before: group.lower)
        let isYear = word.digits == 4 && word.characters == 4 && word.stops == 0
        guard
            isYear || scalar == 0x25 || Self.letterCase(of: scalar) == .lower || SentenceMark.isCloser(scalar)
        else { return nil }
        var end = group.end
        for _ in 0..<3 {
            let lower = end
            while end < lower + 3, isDigit(end) { end += 1 }
            guard end < count, base[end] == 0x2C || base[end] == 0x2D, isDigit(end + 1) else { break }
            end += 1
        }
        guard end < count, Self.isSpace(character(at: end).scalar) else { return nil }
        if word.stops > 0 || word.isAddress { return nil }
        // A short word without a vowel may be an abbreviation before a number.
        if !word.isEmpty, !isYear, word.letters < 4, word.letters < 2 || !word.hasVowel { return nil }
        if lexicon.isAbbreviation(word.hash, in: language) { return nil }
        return letterCase(skipOpeners(skipSpace(end))) == .upper ? end : nil
    }

    private func isDigit(_ offset: Int) -> Bool {
        offset < count && Self.letterCase(of: UInt32(base[offset])) == .digit
    }

    /// Handles `:` and `;`: a terminator of Armenian or Greek, the start of an emoticon, or neither.
    mutating func colon(into spans: inout [TextSpan]) {
        if position + 2 < count, base[position + 1] == 0x2F, base[position + 2] == 0x2F {
            address(into: &spans)
            return
        }
        if position > start, base[position - 1] >= 0x80 {
            let isStop = base[position] == 0x3A ? isArmenian(before: position) : isGreek(before: position)
            if isStop, position + 1 == count || Self.isSpace(character(at: position + 1).scalar) {
                stop(into: &spans)
                return
            }
        }
        if !endsAtFace(into: &spans) { position += 1 }
    }

    /// Moves past an emoticon or emoji that follows a space. Returns `false` if there is none at `position`.
    /// An emoticon before a capital letter ends the sentence.
    mutating func endsAtFace(into spans: inout [TextSpan]) -> Bool {
        guard position > start, base[position - 1] == 0x20, let end = emoticonEnd(position) else {
            return false
        }
        position = end
        let next = skipSpace(end)
        if next < count, letterCase(next) == .upper { cut(at: end, into: &spans) }
        return true
    }

    /// Moves past a URL without the punctuation at its end. Consecutive URLs are separate sentences.
    private mutating func address(into spans: inout [TextSpan]) {
        var lower = position
        while lower > start, lower > position - 8, Self.letterCase(of: UInt32(base[lower - 1])) == .lower {
            lower -= 1
        }
        var before = lower
        while before > start, base[before - 1] == 0x20 { before -= 1 }
        if addressEnd > start, before == addressEnd, before < lower { cut(at: before, into: &spans) }
        var upper = max(position, lower + 3)
        while upper < count, base[upper] > 0x20, base[upper] != 0x22, base[upper] != 0x3C, base[upper] != 0x3E
        {
            let (scalar, length) = character(at: upper)
            if scalar >= 0x80, Self.isSpace(scalar) || SentenceMark.mark(of: scalar) != .none { break }
            upper += length
        }
        addressEnd = upper
        while upper > lower + 3, Self.isAddressTail(base[upper - 1]) { upper -= 1 }
        position = max(upper, position + 1)
    }

    private static func isAddressTail(_ byte: UInt8) -> Bool { ".,!?)]';:*".utf8.contains(byte) }

    func isArmenian(before offset: Int) -> Bool {
        offset > 0 && (0x531...0x587).contains(character(before: offset).scalar)
    }

    private func isGreek(before offset: Int) -> Bool {
        let scalar = character(before: offset).scalar
        return (0x386...0x3CE).contains(scalar) || (0x1F00...0x1FFF).contains(scalar)
    }
}
