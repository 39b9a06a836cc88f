import CICU

/// Decoding of characters and words.
extension SentenceScanner {
    /// The case of a character, which can indicate the beginning of a sentence.
    enum LetterCase {
        case upper, lower, uncased, wide, digit, other
    }

    /// A word, an address, a number or a similar item.
    struct Word {
        var lower: Int
        var upper: Int
        /// The hash of the word in the lexicon.
        var hash = SentenceLexicon.seed
        /// The number of characters, without combining marks.
        var characters = 0
        var letters = 0
        var digits = 0
        /// The number of full stops inside the word.
        var stops = 0
        /// `true` if the parts between full stops are single letters.
        var isSpelled = true
        /// The length of the longest part between full stops, in characters.
        var longest = 0
        var isAddress = false
        /// `true` if a letter is a vowel, or if vowels are unknown for its alphabet.
        var hasVowel = false
        var endsInVowel = false
        var first = LetterCase.other
        var last = LetterCase.other
        var isEmpty: Bool { upper == lower }
    }

    @inline(__always)
    func character(at offset: Int) -> (scalar: UInt32, length: Int) {
        let first = UInt32(base[offset])
        if first < 0x80 { return (first, 1) }
        let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        // The caller guarantees valid UTF-8. This check keeps reads inside the buffer if the guarantee is
        // broken.
        guard offset + length <= count else { return (0xFFFD, 1) }
        var scalar = first & (0xFF >> UInt32(length + 1))
        for index in 1..<length { scalar = scalar << 6 | UInt32(base[offset + index] & 0x3F) }
        return (scalar, length)
    }

    /// Returns the character that ends before an offset above 0, and its start.
    @inline(__always)
    func character(before offset: Int) -> (scalar: UInt32, lower: Int) {
        var lower = offset - 1
        if base[lower] < 0x80 { return (UInt32(base[lower]), lower) }
        while lower > 0, lower > offset - 4, base[lower] & 0xC0 == 0x80 { lower -= 1 }
        return (character(at: lower).scalar, lower)
    }

    /// `true` for white space, zero-width spaces, line terminators and byte order marks.
    @inline(__always)
    static func isSpace(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x20, 0x09...0x0D, 0x85, 0xA0, 0x1680, 0x2000...0x200B, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000,
            0xFEFF:
            return true
        default: return false
        }
    }

    /// `true` for directional marks, joiners and other default ignorable characters.
    static func isIgnorable(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0xAD, 0x61C, 0x200C...0x200F, 0x202A...0x202E, 0x2060...0x2069, 0xFE00...0xFE0F: return true
        default: return false
        }
    }

    func skipSpace(_ offset: Int) -> Int {
        var offset = offset
        while offset < count {
            let (scalar, length) = character(at: offset)
            if !Self.isSpace(scalar) { break }
            offset += length
        }
        return offset
    }

    /// Returns the offset after at most eight opening quotes and brackets that begin at an offset.
    func skipOpeners(_ offset: Int) -> Int {
        var offset = offset
        for _ in 0..<8 where offset < count {
            let (scalar, length) = character(at: offset)
            let isOpener = SentenceMark.closers(of: scalar) != nil || scalar == 0xBF || scalar == 0xA1
            if !isOpener, !Self.isIgnorable(scalar), scalar != 0x2A, scalar != 0x5F { break }
            offset += length
        }
        return offset
    }

    /// Returns the case of the character at an offset, or `other` at the end of the text.
    func letterCase(_ offset: Int) -> LetterCase {
        offset < count ? Self.letterCase(of: character(at: offset).scalar) : .other
    }

    static func letterCase(of scalar: UInt32) -> LetterCase {
        switch scalar {
        case 0x61...0x7A: return .lower
        case 0x41...0x5A: return .upper
        case 0x30...0x39: return .digit
        case 0..<0x80: return .other
        case 0x10D0...0x10FF: return .uncased
        case 0x2E80...0x2FDF, 0x3005...0x3007, 0x3041...0x30FF, 0x31F0...0x4DBF, 0x4E00...0x9FFF,
            0xF900...0xFAFF, 0xFF66...0xFF9F, 0x20000...0x3FFFF:
            return .wide
        default: break
        }
        switch ilk_general_category(scalar) {
        case 1, 3: return .upper
        case 2: return .lower
        case 4, 5: return .uncased
        case 9: return .digit
        default: return .other
        }
    }

    static func isVowel(_ scalar: UInt32) -> Bool {
        switch SentenceLexicon.fold(scalar) {
        case 0x61, 0x65, 0x69, 0x6F, 0x75, 0x79: return true
        case 0xE0...0xE6, 0xE8...0xEF, 0xF2...0xF6, 0xF8...0xFD, 0xFF: return true
        case 0x101, 0x103, 0x105, 0x113...0x11B, 0x129...0x131, 0x14D...0x153, 0x169...0x173: return true
        case 0..<0x180: return false
        case 0x430, 0x435, 0x438, 0x43E, 0x443, 0x44B, 0x44D...0x44F, 0x451, 0x454, 0x456, 0x457, 0x4D9,
            0x4E9,
            0x4AF, 0x4B1:
            return true
        case 0x400...0x52F: return false
        default: return true
        }
    }

    /// Returns the word that ends at an offset: letters, digits and word-internal marks, at most 64 bytes.
    func word(before end: Int) -> Word {
        var lower = end
        let limit = max(start, end - 64)
        while lower > limit {
            let (scalar, before) = character(before: lower)
            if !isWordPart(scalar) || before < limit { break }
            lower = before
        }
        while lower < end, base[lower] == 0x27 || base[lower] == 0x2D || base[lower] == 0x2E { lower += 1 }
        return read(lower, end)
    }

    private func isWordPart(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: return true
        case 0x26, 0x27, 0x2D, 0x2E, 0x2F, 0x3A, 0x40, 0x5F, 0x2019: return true
        case 0..<0x80: return false
        case 0xB0, 0xBA, 0xAA: return true
        default:
            return !Self.isSpace(scalar) && SentenceMark.mark(of: scalar) == .none
                && !SentenceMark.isCloser(scalar)
                && !(0x2010...0x2015).contains(scalar) && !(0x3000...0x303F).contains(scalar)
                && scalar != 0xBF && scalar != 0xA1 && scalar != 0xFF0C
        }
    }

    /// Parses the word between two offsets. The hash covers only the part after the last joining mark:
    /// `vice-gen` is looked up as `gen`.
    func read(_ lower: Int, _ upper: Int) -> Word {
        var word = Word(lower: lower, upper: upper)
        var offset = lower
        var part = 0
        while offset < upper {
            let (scalar, length) = character(at: offset)
            offset += length
            if Self.isIgnorable(scalar) { continue }
            switch scalar {
            case 0x2E:
                word.stops += 1
                if part != 1 { word.isSpelled = false }
                part = 0
                word.hash = SentenceLexicon.extend(word.hash, by: scalar)
                continue
            // The hyphen between initials, as in 'J.-P.'.
            case 0x2D where part == 0 && word.stops > 0: continue
            case 0x26, 0x2D, 0x2F, 0x27, 0x2019:
                word.hash = SentenceLexicon.seed
                word.isSpelled = false
                part = 0
                continue
            case 0x3A, 0x40, 0x5F: word.isAddress = true
            default: break
            }
            note(scalar, in: &word)
            part += word.last == .other ? 0 : 1
            word.longest = max(word.longest, part)
        }
        if part != 1 { word.isSpelled = false }
        return word
    }

    private func note(_ scalar: UInt32, in word: inout Word) {
        let letterCase = Self.letterCase(of: scalar)
        word.hash = SentenceLexicon.extend(word.hash, by: scalar)
        if word.characters == 0 { word.first = letterCase }
        // A combining mark belongs to the letter before it.
        if letterCase == .other, scalar >= 0x300, word.characters > 0 { return }
        word.characters += 1
        word.last = letterCase
        switch letterCase {
        case .digit: word.digits += 1
        case .other: break
        default:
            word.letters += 1
            word.endsInVowel = Self.isVowel(scalar)
            if word.endsInVowel { word.hasVowel = true }
        }
    }

    /// Returns the word that begins at an offset: letters and apostrophes, at most 48 bytes.
    func word(at offset: Int) -> Word {
        var upper = offset
        while upper < count, upper < offset + 48 {
            let (scalar, length) = character(at: upper)
            let isInside = scalar == 0x27 || scalar == 0x2019
            if !isInside, !Self.isIgnorable(scalar) {
                let letterCase = Self.letterCase(of: scalar)
                if letterCase == .other, ilk_general_category(scalar) != 6 { break }
                if letterCase == .digit { break }
            }
            upper += length
        }
        return read(offset, upper)
    }

    /// `true` if the word at an offset has a role. The whole word can have the role, or the part before an
    /// apostrophe, with or without the apostrophe.
    func isWord(at offset: Int, _ role: SentenceLexicon.Role) -> Bool {
        var hash = SentenceLexicon.seed
        var upper = offset
        while upper < count, upper < offset + 48 {
            let (scalar, length) = character(at: upper)
            let isApostrophe = scalar == 0x27 || scalar == 0x2019
            if isApostrophe, upper > offset, lexicon.contains(hash, as: role, in: language) { return true }
            if !Self.isIgnorable(scalar) {
                let letterCase = Self.letterCase(of: scalar)
                let isMark = letterCase == .other && ilk_general_category(scalar) != 6
                if letterCase == .digit || isMark && !isApostrophe { break }
                hash = SentenceLexicon.extend(hash, by: scalar)
            }
            upper += length
            if isApostrophe, lexicon.contains(hash, as: role, in: language) { return true }
        }
        return upper > offset && lexicon.contains(hash, as: role, in: language)
    }
}
