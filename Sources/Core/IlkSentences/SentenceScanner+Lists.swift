import IlkVocabulary

/// List items and horizontal rules.
extension SentenceScanner {
    /// Moves past a bullet and an item number at the start of a sentence.
    mutating func enterItem() {
        var offset = start
        while offset < count, base[offset] >= 0x80 {
            let (scalar, length) = character(at: offset)
            guard SentenceMark.mark(of: scalar) == .bullet else { break }
            offset = skipSpace(offset + length)
        }
        position = offset
        guard offset < count, let found = readItem(at: offset) else { return }
        position = found.end
        item = found
    }

    /// Parses an item number with white space after it: `1.`, `a)`, `2.)` or `(iv)`. After digits, a capital
    /// may follow without white space.
    func readItem(at lower: Int) -> Item? {
        let isEnclosed = base[lower] == 0x28
        let first = isEnclosed ? lower + 1 : lower
        var end = first
        while end < count, end < first + 5, base[end] < 0x80, Self.letterCase(of: UInt32(base[end])) != .other
        {
            end += 1
        }
        guard end > first, end < count else { return nil }
        let isNumber = Self.letterCase(of: UInt32(base[first])) == .digit
        guard let value = isNumber ? number(first, end) : letter(first, end) else { return nil }
        let roman = isNumber ? 0 : Self.roman(base, first, end)
        guard isNumber || end == first + 1 || roman > 0 else { return nil }
        var form = Item.Form.stop
        if base[end] == 0x29 {
            form = isEnclosed ? .enclosed : .parenthesis
        } else if base[end] != 0x2E || isEnclosed {
            return nil
        }
        end += 1
        if form == .stop, end < count, base[end] == 0x29 {
            form = .both
            end += 1
        }
        guard end < count else { return nil }
        guard Self.isSpace(character(at: end).scalar) || isNumber && letterCase(end) == .upper else {
            return nil
        }
        let isCapital = Self.letterCase(of: UInt32(base[first])) == .upper
        return Item(
            form: form, isNumber: isNumber, value: value, roman: roman, end: end,
            isInitial: isCapital && form == .stop && value > 0)
    }

    private func number(_ lower: Int, _ upper: Int) -> Int? {
        guard upper - lower < 4 else { return nil }
        var value = 0
        for offset in lower..<upper {
            guard Self.letterCase(of: UInt32(base[offset])) == .digit else { return nil }
            value = value * 10 + Int(base[offset] & 0x0F)
        }
        return value
    }

    private func letter(_ lower: Int, _ upper: Int) -> Int? {
        for offset in lower..<upper where Self.letterCase(of: UInt32(base[offset])) == .digit { return nil }
        return upper == lower + 1 ? Int(base[lower] | 0x20) - 0x60 : 0
    }

    /// Returns the value of a Roman numeral below 50 in letters of one case, or 0.
    static func roman(_ base: UnsafePointer<UInt8>, _ lower: Int, _ upper: Int) -> Int {
        guard upper > lower, upper - lower < 8 else { return 0 }
        let letterCase = base[lower] & 0x20
        var value = 0
        var last = 0
        for offset in stride(from: upper - 1, through: lower, by: -1) {
            guard base[offset] & 0x20 == letterCase else { return 0 }
            let digit: Int
            switch base[offset] | 0x20 {
            case UInt8(ascii: "i"): digit = 1
            case UInt8(ascii: "v"): digit = 5
            case UInt8(ascii: "x"): digit = 10
            default: return 0
            }
            value += digit < last ? -digit : digit
            last = max(last, digit)
        }
        return value
    }

    /// If the terminator or parenthesis at an offset ends the number of the next item on the same line, ends
    /// the sentence before that number and returns `true`.
    mutating func continueItem(before offset: Int, into spans: inout [TextSpan]) -> Bool {
        guard item != nil else { return false }
        var lower = offset
        while lower > start, lower > offset - 5, base[lower - 1] < 0x80,
            Self.letterCase(of: UInt32(base[lower - 1])) != .other
        {
            lower -= 1
        }
        return lower < offset && continueItem(at: lower, into: &spans)
    }

    /// Like `continueItem(before:into:)`, for a number in parentheses.
    mutating func continueItem(enclosed offset: Int, into spans: inout [TextSpan]) -> Bool {
        item?.form == .enclosed && continueItem(at: offset, into: &spans)
    }

    private mutating func continueItem(at lower: Int, into spans: inout [TextSpan]) -> Bool {
        guard let item, lower > item.end, Self.isSpace(character(before: lower).scalar) else { return false }
        if isReference(lower) { return false }
        guard let next = readItem(at: lower), next.form == item.form, next.isNumber == item.isNumber else {
            return false
        }
        let isNext = next.value == item.value + 1 && next.value > 1
        guard isNext || item.roman > 0 && next.roman == item.roman + 1 else { return false }
        if item.isInitial, !isListed(next, at: lower, after: item) { return false }
        cut(at: lower, into: &spans)
        // The next number need not be confirmed again.
        self.item?.isInitial = false
        return true
    }

    /// `true` if a capital with a full stop continues a list that began with 'A.' or 'I.'. This requires a
    /// Roman numeral of several letters, or the next number on the same line. 'B.' in 'A. Smith met B. Jones'
    /// does not continue a list.
    private func isListed(_ next: Item, at lower: Int, after item: Item) -> Bool {
        if item.roman == 1, next.roman == 2 { return true }
        guard item.value == 1, next.isInitial, !isInName(lower) else { return false }
        var offset = next.end
        while offset + 2 < count, offset < next.end + 160, base[offset] > 0x1F {
            if base[offset] == UInt8(ascii: "C"), base[offset + 1] == 0x2E, base[offset - 1] == 0x20 {
                return base[offset + 2] == 0x20 && !isInName(offset)
            }
            offset += 1
        }
        return false
    }

    /// `true` if a comma, an article, a preposition or a conjunction precedes the capital at an offset.
    private func isInName(_ offset: Int) -> Bool {
        let end = offset - 1
        return base[end - 1] == 0x2C
            || lexicon.contains(word(before: end).hash, as: .continuation, in: language)
    }

    /// `true` if the number at an offset belongs to the abbreviation before it: 'Fig. 2.'.
    private func isReference(_ offset: Int) -> Bool {
        guard offset > start + 2, base[offset - 2] == 0x2E else { return false }
        let word = word(before: offset - 2)
        let roles = lexicon.roles(of: word.hash, in: language)
        // Other words before numbers, such as 'item', also end sentences.
        return roles.contains(.numbered) && (roles.contains(.usual) || !word.hasVowel)
    }

    mutating func parenthesis(into spans: inout [TextSpan]) {
        if !continueItem(before: position, into: &spans) { position += 1 }
    }

    /// Handles a bullet. A bullet after white space begins an item.
    mutating func bullet(length: Int, into spans: inout [TextSpan]) {
        if position > start, Self.isSpace(character(before: position).scalar) {
            cut(at: position, into: &spans)
        } else {
            position += length
        }
    }

    /// Handles a run of one character. A run with white space around it is a horizontal rule and a separate
    /// sentence.
    mutating func ruler(into spans: inout [TextSpan]) {
        let lower = position
        let sign = base[lower]
        while position < count, base[position] == sign { position += 1 }
        let least =
            sign == UInt8(ascii: "*") || sign == UInt8(ascii: "=") ? 3 : sign == UInt8(ascii: "_") ? 10 : 5
        guard position - lower >= least else { return }
        guard lower == start || Self.isSpace(character(before: lower).scalar) else { return }
        guard position < count, Self.isSpace(character(at: position).scalar) else { return }
        let upper = position
        if lower > start { cut(at: lower, into: &spans) }
        cut(at: upper, into: &spans)
    }
}
