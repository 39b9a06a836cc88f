/// The decision whether a terminator ends a sentence.
extension SentenceScanner {
    /// The text after a terminator and white space.
    struct Following {
        enum Kind {
            case upper, lower, uncased, wide, digit
            /// A continuation of the sentence: a comma, a closing mark, or a dash before a lower-case letter.
            case continuation
            case dash
            case symbol
        }
        var kind: Kind
        /// The offset of the first letter.
        var word: Int
        var isQuoted = false
        var isBracketed = false
    }

    func following(_ next: Int) -> Following {
        let (scalar, length) = character(at: next)
        switch scalar {
        // Two commas are a low quotation mark.
        case 0x2C where next + 1 < count && base[next + 1] == 0x2C:
            return Following(kind: kind(at: next + 2), word: next + 2, isQuoted: true)
        case 0xBF, 0xA1: return Following(kind: .upper, word: skipOpeners(next))
        case 0x2C, 0x3A, 0x3B, 0x21, 0x3F, 0x29, 0x5D, 0x7D, 0x25, 0x26, 0x2F, 0x3001, 0xFF0C, 0xFF1A, 0xFF1B,
            0x60C,
            0x61B:
            return Following(kind: .continuation, word: next)
        case 0x2E, 0x2026: return followingDots(next)
        case 0x2D, 0x2013...0x2015, 0x2212: return followingDash(next + length)
        default: break
        }
        let word = skipOpeners(next)
        // A quotation mark directly before a full stop or comma is a closing mark.
        if word == next + 1, word < count, base[word] == 0x2E || base[word] == 0x2C {
            return Following(kind: .continuation, word: next)
        }
        let isBracket = scalar == 0x28 || scalar == 0x5B || scalar == 0x7B || scalar == 0xFF08
        var following = Following(kind: kind(at: word), word: word)
        following.isBracketed = isBracket
        following.isQuoted = word > next && !isBracket
        if following.kind == .symbol, SentenceMark.isCloser(scalar), !isBracket, scalar != 0x22,
            scalar != 0x27
        {
            following.kind = .continuation
        }
        return following
    }

    private func kind(at offset: Int) -> Following.Kind {
        switch letterCase(offset) {
        case .upper: return .upper
        case .lower: return .lower
        case .uncased: return .uncased
        case .wide: return .wide
        case .digit: return .digit
        case .other: return .symbol
        }
    }

    /// Returns the text after dots. Dots directly before a word, as in `...and`, begin the next sentence.
    /// Other dots continue the previous sentence.
    private func followingDots(_ next: Int) -> Following {
        var offset = next
        while offset < count, offset < next + 16, base[offset] == 0x2E { offset += 1 }
        if offset == next { offset += 3 }
        let kind = kind(at: offset)
        if kind == .symbol { return Following(kind: .continuation, word: next) }
        // After dots, a lower-case letter can begin a sentence, just as a capital can.
        return Following(kind: kind == .lower ? .uncased : kind, word: offset)
    }

    private func followingDash(_ offset: Int) -> Following {
        var word = offset
        while word < count, word < offset + 32, base[word] == 0x2D || base[word] == 0x20 { word += 1 }
        word = skipOpeners(word)
        return Following(kind: letterCase(word) == .lower ? .continuation : .dash, word: word)
    }

    /// `true` if a sentence ends at a group of terminators that is followed by white space.
    func ends(_ group: TerminatorRun, before next: Int) -> Bool {
        let following = following(next)
        if following.kind == .continuation || following.isBracketed && isSource(next) { return false }
        if group.hasNote && following.kind != .lower { return true }
        if group.isStrong { return !(group.closesQuote && isQuotative(next)) }
        if group.hasQuestion || group.hasExclamation { return endsAtMark(group, following) }
        if group.hasEllipsis || group.dots > 1 { return endsAtEllipsis(group, following) }
        return endsAtFullStop(group, following)
    }

    /// `true` if a short bracket with a number begins at an offset and a punctuation mark follows it:
    /// '(Miller 12).'.
    private func isSource(_ offset: Int) -> Bool {
        var end = offset + 1
        var hasDigit = false
        while end < count, end < offset + 48, base[end] != 0x29, base[end] != 0x5D, base[end] != 0x0A {
            if base[end] == 0x2E, end + 1 < count, base[end + 1] == 0x29 { return false }
            hasDigit = hasDigit || (0x30...0x39).contains(base[end])
            end += 1
        }
        guard hasDigit, end + 1 < count, base[end] == 0x29 || base[end] == 0x5D else { return false }
        return base[end + 1] == 0x2E || base[end + 1] == 0x2C || base[end + 1] == 0x3B
    }

    /// `true` if a sentence ends at a question or exclamation mark.
    private func endsAtMark(_ group: TerminatorRun, _ following: Following) -> Bool {
        let word = word(before: group.lower)
        switch following.kind {
        case .lower:
            if group.closes || following.isBracketed { return false }
            if startsLower { return true }
            if isWord(at: following.word, .speech) || isSaid(by: following.word, closes: true) {
                return false
            }
            if !group.hasQuestion, word.first == .upper,
                word.lower > start || lexicon.contains(word.hash, as: .exclaimed, in: language)
            {
                return false
            }
            if language.tongue == .en { return true }
            let isOpen = group.hasQuestion || language.tongue == nil && word.first != .upper
            return isOpen && isWord(at: following.word, .starter)
        case .upper:
            let isName = lexicon.contains(word.hash, as: .exclaimed, in: language)
            if isName, !group.closes, !group.hasQuestion { return isWord(at: following.word, .starter) }
            return !isSaid(by: following.word, closes: group.closesQuote)
        default: return true
        }
    }

    /// `true` if a speaker and a verb of speech begin at an offset: 'Mr. Olaf Lund asked'. The speaker is a
    /// word, or a capitalized name of at most three words. If no quotation was closed before, a punctuation
    /// mark must follow the verb.
    private func isSaid(by offset: Int, closes: Bool) -> Bool {
        var offset = offset
        for _ in 0..<3 {
            let name = word(at: offset)
            var end = name.upper
            if end < count, base[end] == 0x2E, isTitle(name) { end += 1 }
            guard end < count, base[end] == 0x20 else { return false }
            // Of the words that begin sentences, only pronouns speak: 'She said', but not 'Then Ann said'.
            let isStarter = name.first == .upper && isWord(at: offset, .starter)
            if isStarter, name.letters > 4 { return false }
            offset = end + 1
            if isWord(at: offset, .speech) {
                let end = word(at: offset).upper
                return closes || end < count && (base[end] == 0x2E || base[end] == 0x2C)
            }
            guard name.first == .upper, !isStarter, letterCase(offset) == .upper else { return false }
        }
        return false
    }

    private func isTitle(_ word: Word) -> Bool {
        let roles = lexicon.roles(of: word.hash, in: language)
        return roles.contains(.neverFinal) || roles.contains(.title)
    }

    private func endsAtEllipsis(_ group: TerminatorRun, _ following: Following) -> Bool {
        switch following.kind {
        case .lower, .digit, .dash: return false
        case .symbol: return following.isQuoted || following.isBracketed
        case .upper:
            if group.closesQuote { return !isSaid(by: following.word, closes: true) }
            guard !following.isQuoted, group.lower > 0, base[group.lower - 1] == 0x20 else { return true }
            if isPronounI(following.word) { return false }
            // Three spaced dots stand for missing words inside a sentence. Four spaced dots include the end
            // of a sentence.
            return !group.isSpaced || group.dots > 3 || isWord(at: following.word, .starter)
        default: return true
        }
    }

    /// `true` for 'I', which is always a capital and does not indicate a new sentence.
    func isPronounI(_ offset: Int) -> Bool {
        let word = word(at: offset)
        return word.letters >= 1 && base[word.lower] == 0x49
            && (word.letters == 1 || isApostrophe(word.lower + 1))
    }

    private func isApostrophe(_ offset: Int) -> Bool {
        guard offset < count else { return false }
        let scalar = character(at: offset).scalar
        return scalar == 0x27 || scalar == 0x2019
    }

    private func endsAtFullStop(_ group: TerminatorRun, _ following: Following) -> Bool {
        let word = word(before: group.lower)
        if following.kind == .lower, group.closes { return false }
        // A sentence that begins with an opening mark and ends with a closing quotation mark ends here,
        // unless a speaker follows.
        if following.kind == .upper, group.closesQuote,
            SentenceMark.closers(of: character(at: start).scalar) != nil
        {
            return !isSaid(by: following.word, closes: false)
        }
        if word.isEmpty { return following.kind != .lower || startsLower || language.tongue == .en }
        if isArmenian(before: group.lower) { return false }
        if word.letters == 0, word.digits > 0 { return endsAfterNumber(word, following) }
        if word.last == .other, following.kind == .digit { return false }
        let roles = lexicon.roles(of: word.hash, in: language)
        if !roles.isDisjoint(with: .abbreviation), let answer = endsAfterAbbreviation(roles, word, following)
        {
            return answer
        }
        if isStreet(word) { return beginsSentence(following) }
        if word.stops > 0, word.isSpelled { return beginsSentence(following) }
        if word.stops > 0, following.kind == .lower, word.longest <= 4, !word.isAddress { return false }
        if word.characters == 1, word.letters == 1 { return endsAfterLetter(word, following) }
        return endsAfterWord(word, following)
    }

    /// `true` for street names in one word, as in German and Dutch: 'Hauptstr.'.
    private func isStreet(_ word: Word) -> Bool {
        word.letters > 4 && base[word.upper - 1] == 0x72 && base[word.upper - 2] == 0x74
            && base[word.upper - 3] == 0x73
    }

    /// `true` if the following text almost certainly begins a sentence.
    func beginsSentence(_ following: Following) -> Bool {
        following.kind == .upper && !following.isBracketed && isStart(following.word)
    }

    /// `true` if a word that begins sentences is at an offset.
    private func isStart(_ offset: Int) -> Bool {
        if isWord(at: offset, .starter) { return true }
        guard isWord(at: offset, .subject) else { return false }
        let end = word(at: offset).upper
        return end + 1 < count && base[end] == 0x20 && letterCase(end + 1) == .lower
    }

    /// Returns `true` or `false` if the abbreviation decides whether the sentence ends here, otherwise `nil`.
    private func endsAfterAbbreviation(
        _ roles: SentenceLexicon.Roles, _ word: Word, _ following: Following
    ) -> Bool? {
        let isCapital = word.first == .upper
        if roles.contains(.neverFinal) || isCapital && roles.contains(.title) { return false }
        if following.kind == .lower, roles.contains(.title) || roles.contains(.capitalizedUsual) {
            return startsLower
        }
        if roles.contains(.timeOfDay) { return endsAfterClock(word, following) }
        if roles.contains(.numbered), following.kind == .digit || isNumeral(following) { return false }
        if roles.contains(.numbered), roles.contains(.usual), word.last == .lower, isCapitalLetter(following)
        {
            return false
        }
        if roles.contains(.usual) || isCapital && roles.contains(.capitalizedUsual) {
            return beginsSentence(following)
        }
        return roles.contains(.final) ? following.kind != .lower && !following.isBracketed : nil
    }

    private func isNumeral(_ following: Following) -> Bool {
        if following.kind == .symbol { return !following.isQuoted }
        guard following.kind == .upper else { return false }
        let word = word(at: following.word)
        // A single 'I' is a numeral only before a punctuation mark.
        if word.letters == 1, base[word.lower] == 0x49, word.upper < count { return base[word.upper] != 0x20 }
        return Self.roman(base, word.lower, word.upper) > 0
    }

    /// `true` if a capital that stands for a number follows: 'Fig. A'.
    private func isCapitalLetter(_ following: Following) -> Bool {
        guard following.kind == .upper, !following.isQuoted, !following.isBracketed else { return false }
        let word = word(at: following.word)
        return word.letters == 1 && base[word.lower] != 0x49
    }

    private func endsAfterClock(_ word: Word, _ following: Following) -> Bool {
        guard following.kind == .upper, !following.isBracketed else { return following.kind == .symbol }
        if isWord(at: following.word, .clockTail) || isSpelled(following.word) { return false }
        // In 'At 5 a.m. Mr. Smith left' the time begins the sentence, so the sentence continues.
        let isEarly = word.lower - start < 24 && isWord(at: start, .preposition)
        return !isEarly || self.word(at: following.word).letters == 0
    }

    /// `true` if letters with full stops and no spaces begin at an offset, such as 'E.S.T.' after a time.
    private func isSpelled(_ offset: Int) -> Bool {
        let word = word(at: offset)
        return word.letters == 1 && word.upper + 2 < count && base[word.upper] == 0x2E
            && letterCase(word.upper + 1) == .upper && base[word.upper + 2] == 0x2E
    }

    private func endsAfterNumber(_ word: Word, _ following: Following) -> Bool {
        switch following.kind {
        case .lower:
            if word.last == .other { return false }
            if startsLower, !language.hasDottedOrdinals { return true }
            return language.tongue == .en && word.digits > 2
        case .digit: return word.digits > 2 || language.tongue == .en && isCount(following.word, after: word)
        case .upper:
            guard word.digits < 3, word.stops == 0 else { return true }
            // In 'Seite 5' and 'Kap. 2' the number is cardinal.
            if let previous = previous(word), previous.lower > start,
                previous.first == .upper || base[previous.upper] == 0x2E
            {
                return !isWord(at: following.word, .month)
            }
            if language.tongue == nil {
                if isWord(at: following.word, .month) { return false }
                return !isAfter(word, .beforeOrdinal)
            }
            if !language.hasDottedOrdinals { return true }
            return !isWord(at: following.word, .month) && isWord(at: following.word, .starter)
        default: return true
        }
    }

    /// `true` if a number and a lower-case word begin at an offset: '40 people'. `false` if a number precedes
    /// `word`, as in a date.
    private func isCount(_ offset: Int, after word: Word) -> Bool {
        if let previous = previous(word), previous.letters == 0 { return false }
        var end = offset
        while end < count, end < offset + 12, Self.letterCase(of: UInt32(base[end])) == .digit { end += 1 }
        return end + 1 < count && base[end] == 0x20 && letterCase(end + 1) == .lower
    }

    /// `true` if the preceding word has a role.
    private func isAfter(_ word: Word, _ role: SentenceLexicon.Role) -> Bool {
        guard let previous = previous(word) else { return false }
        return lexicon.contains(previous.hash, as: role, in: language)
    }

    private func previous(_ word: Word) -> Word? {
        guard word.lower > start + 1 else { return nil }
        let (scalar, lower) = character(before: word.lower)
        guard Self.isSpace(scalar) else { return nil }
        // The full stop of an abbreviation is not part of the word.
        let isStopped = base[lower - 1] == 0x2E && lower - 1 > start
        let previous = self.word(before: isStopped ? lower - 1 : lower)
        return previous.isEmpty ? nil : previous
    }

    /// `true` if a sentence ends after a single letter. It can end after `vitamin C.`, but not after the
    /// initial in `Anna B. Carlsson`.
    private func endsAfterLetter(_ word: Word, _ following: Following) -> Bool {
        guard following.kind == .upper, !following.isBracketed, word.last != .uncased else { return false }
        guard let previous = previous(word) else {
            // Without a space or bracket before it, the letter is part of a formula or an address.
            guard word.lower > start else { return false }
            let before = character(before: word.lower).scalar
            return !Self.isSpace(before) && SentenceMark.closers(of: before) == nil
        }
        let isStarter = isStart(following.word)
        if word.last == .lower { return isStarter || previous.letters == 0 && previous.digits > 0 }
        if previous.first == .upper { return isStarter }
        let isPronoun = base[word.lower] == 0x49 && previous.last == .lower
        return isStarter || isPronoun && (language.tongue ?? .en) == .en
    }

    /// `true` if a sentence ends after a word without a role.
    private func endsAfterWord(_ word: Word, _ following: Following) -> Bool {
        switch following.kind {
        case .lower: return endsBeforeSmallLetter(word, following)
        case .upper:
            // A short capitalized word without a vowel looks like an abbreviation: 'Hptm. Weber'.
            let looksCut =
                word.first == .upper && word.last == .lower && !word.hasVowel && word.characters < 5
                && letterCase(word.lower + character(at: word.lower).length) == .lower
            return !looksCut || following.isBracketed || isStart(following.word)
        default: return true
        }
    }

    private func endsBeforeSmallLetter(_ word: Word, _ following: Following) -> Bool {
        if following.isBracketed { return false }
        if let item = readItem(at: following.word), item.form != .stop { return true }
        if word.letters < 5, !word.hasVowel { return false }
        if word.first == .upper, Self.roman(base, word.lower, word.upper) > 0 { return false }
        if startsLower, word.characters > 1 { return true }
        if language.tongue == .en { return word.digits == 0 || word.letters > 3 || word.isAddress }
        if word.letters < 4 || word.digits > 0 { return false }
        let endsInVowel = language.tongue.map { [.it, .es, .pt].contains($0) } ?? false
        return isWord(at: following.word, .starter) && (!endsInVowel || word.endsInVowel || word.letters > 6)
    }
}
