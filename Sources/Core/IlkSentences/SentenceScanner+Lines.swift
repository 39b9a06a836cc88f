import IlkVocabulary

/// Line ends: the end of a paragraph, heading or item, or a wrapped line.
extension SentenceScanner {
    /// The widths in characters that are plausible for wrapped text.
    private static let wrapped = 40...120

    /// Handles a line end at `position`.
    mutating func line(into spans: inout [TextSpan]) {
        let end = position
        let next = skipSpace(end)
        position = next
        guard next < count, end > start else { return }
        if lineBreaks(from: end, to: next) > 1 {
            if !isLoneStop(next) { cut(at: end, into: &spans) }
        } else if endsLine(end, next) {
            cut(at: end, into: &spans)
        }
    }

    /// `true` if a terminator at the beginning of a line is followed by white space or the end of the text.
    private func isLoneStop(_ offset: Int) -> Bool {
        guard base[offset] == 0x2E || base[offset] == 0x21 || base[offset] == 0x3F else { return false }
        return offset + 1 == count || Self.isSpace(character(at: offset + 1).scalar)
    }

    /// `true` if a sentence ends at the only line end between two offsets.
    private mutating func endsLine(_ end: Int, _ next: Int) -> Bool {
        let (last, lastLower) = lastCharacter(before: end)
        if let item, !item.isInitial, item.end > lastLower { return false }
        if isItem(next) { return true }
        let following = following(next)
        if following.kind == .continuation { return base[next] == 0x2D || isDashItem(next, after: last) }
        if following.kind == .dash { return true }
        if isWrapped(end, next, following) { return false }
        if last == 0x2E { return !isInner(before: lastLower, following) }
        if last == 0x3A || last == 0x21 || last == 0x3F || SentenceMark.mark(of: last) == .strongStop {
            return true
        }
        let lastCase = Self.letterCase(of: last)
        if lastCase == .wide || last == 0x3001 || last == 0xFF0C { return !continuesSentence(last) }
        let hasSpace = lastLower + 1 < end && base[end - 1] == 0x20
        switch following.kind {
        case .lower:
            if hasSpace || last == 0x2C || last == 0x3B || last == 0x2D { return false }
            return !isJoiner(before: end) && (startsLower || !isStopped(next))
        // In German any noun begins with a capital, and a space at the end of a line indicates a wrapped
        // line.
        case .upper:
            if hasSpace, language.tongue == .de { return false }
            return !isJoiner(before: lastLower + 1) || beginsSentence(following)
        default: return !hasSpace && !isJoiner(before: lastLower + 1)
        }
    }

    private func lastCharacter(before end: Int) -> (scalar: UInt32, lower: Int) {
        var lower = end
        while lower > start {
            let (scalar, before) = character(before: lower)
            if !Self.isSpace(scalar) { return (scalar, before) }
            lower = before
        }
        return (0x20, start)
    }

    /// `true` if an item with a dash begins at an offset. A colon or another item with this dash must precede
    /// it.
    private func isDashItem(_ offset: Int, after last: UInt32) -> Bool {
        let (scalar, length) = character(at: offset)
        guard (0x2013...0x2014).contains(scalar), letterCase(offset + length) == .other else { return false }
        return last == 0x3A || character(at: start).scalar == scalar
    }

    /// `true` if a list item, a quoted line or a heading mark begins at an offset.
    private func isItem(_ offset: Int) -> Bool {
        switch base[offset] {
        case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: ">"), UInt8(ascii: "|"):
            return true
        case UInt8(ascii: "#"): return true
        case 0x80...: return SentenceMark.mark(of: character(at: offset).scalar) == .bullet
        default: return readItem(at: offset) != nil
        }
    }

    /// `true` if the full stop at an offset ends an abbreviation inside a sentence.
    private func isInner(before offset: Int, _ following: Following) -> Bool {
        let word = word(before: offset)
        let roles = lexicon.roles(of: word.hash, in: language)
        if following.kind != .lower { return roles.contains(.neverFinal) }
        return !roles.isDisjoint(with: .abbreviation) || word.stops > 0 && word.isSpelled
    }

    private func isJoiner(before end: Int) -> Bool {
        var end = end
        while end > start, base[end - 1] == 0x20 { end -= 1 }
        let word = word(before: end)
        return word.letters > 0 && word.first != .upper
            && lexicon.contains(word.hash, as: .continuation, in: language)
    }

    /// `true` if the sentence continues after the last character of a line: a Japanese particle, a Chinese
    /// function word or a comma.
    private func continuesSentence(_ last: UInt32) -> Bool {
        switch last {
        case 0x3001, 0xFF0C: return true
        case 0x306E, 0x3092, 0x306B, 0x306F, 0x304C, 0x3068, 0x3067, 0x3078, 0x3082, 0x3084: return true
        case 0x7684, 0x548C, 0x5728, 0x662F, 0x4E0E, 0x8207, 0x53CA: return true
        default: return false
        }
    }

    /// `true` if the line at an offset ends with a terminator. At most 400 bytes are searched.
    private func isStopped(_ offset: Int) -> Bool {
        var last: UInt8 = 0
        var index = offset
        while index < count, index < offset + 400, base[index] != 0x0A, base[index] != 0x0D {
            if base[index] != 0x20 { last = base[index] }
            index += 1
        }
        return last == 0x2E || last == 0x21 || last == 0x3F
    }

    /// `true` if the next word would not have fit on the line, and the paragraph has the width of wrapped
    /// text.
    private mutating func isWrapped(_ end: Int, _ next: Int, _ following: Following) -> Bool {
        measureBlock(around: end)
        guard Self.wrapped.contains(block.width) else { return false }
        guard following.kind == .lower || block.isStopped else { return false }
        var characters = 0
        var offset = end
        while offset > 0, base[offset - 1] != 0x0A, base[offset - 1] != 0x0D {
            offset -= 1
            if base[offset] & 0xC0 != 0x80 { characters += 1 }
            if characters > Self.wrapped.upperBound { return false }
        }
        var upper = next
        while upper < count, upper < next + 200, !Self.isSpace(character(at: upper).scalar) {
            let length = character(at: upper).length
            upper += length
            characters += 1
        }
        return characters + 1 > block.width
    }

    /// Measures the lines of the paragraph around a line end, unless it has been measured.
    private mutating func measureBlock(around end: Int) {
        if end <= block.upper { return }
        var offset = end
        while offset > 0, offset > end - 512, base[offset - 1] != 0x0A, base[offset - 1] != 0x0D {
            offset -= 1
        }
        var characters = 0
        var last: UInt8 = 0
        block = Block(upper: end, width: 0)
        while offset < count {
            let byte = base[offset]
            if byte == 0x0A {
                block.width = max(block.width, characters)
                if characters == 0 { break }
                characters = 0
            } else if byte != 0x0D {
                if byte & 0xC0 != 0x80, byte != 0x20 || characters > 0 { characters += 1 }
                if byte != 0x20 { last = byte }
            }
            offset += 1
        }
        block.width = max(block.width, characters)
        block.upper = offset
        block.isStopped =
            last == 0x2E || last == 0x21 || last == 0x3F || last == 0x22 || last == 0x29 || last >= 0x80
    }
}
