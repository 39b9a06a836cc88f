import IlkVocabulary

/// The matchers, words and rules of a compiled rule file.
extension CompiledRulesReader {
    /// Returns the program that the engine runs.
    func program(exceptionCount: Int) throws(FormatError) -> RuleProgram {
        let regexes = try regexes()
        let characters = try requiredCharacters()
        let (matchers, names) = try matchers(regexes.count, characters.count)
        let conditions = try CompiledConditions(self, matchers: matchers.count)
        return RuleProgram(
            matchers: matchers, matcherNames: names, regexes: regexes, requiredCharacters: characters,
            literals: try literals(matchers.count),
            words: try words(matchers.count), traits: try traits(),
            languages: file.numbers(.languages, as: UInt32.self).map(LanguageCode.init(number:)),
            nearness: try nearness(matchers), nodes: conditions.nodes, parts: conditions.parts,
            rules: conditions.rules, checks: conditions.checks,
            exceptionCount: exceptionCount)
    }

    private func regexes() throws(FormatError) -> [RegexPattern] {
        let numbers = file.numbers(.regexes, as: UInt32.self)
        return try numbers.enumerated().map { (index, number) throws(FormatError) in
            RegexPattern(deferred: try text(number, .regexes, index))
        }
    }

    private func matchers(
        _ regexes: Int, _ characters: Int
    ) throws(FormatError) -> (matchers: [CompiledMatcher], names: [String]) {
        let rules = file.count(.rules)
        let anchors = MatchPosition.Anchor.allCases
        var names: [String] = []
        names.reserveCapacity(file.count(.matchers))
        let matchers = try records(.matchers) { (at, index) throws(FormatError) in
            let kind = CompiledMatcher.Kind(rawValue: file.load(UInt8.self, at))
            let anchor = Int(file.load(UInt8.self, at + 1))
            let flags = file.load(UInt8.self, at + 2)
            let number = { (place: Int) in file.load(Int32.self, at + 4 + 4 * place) }
            let (lines, rule, regex) = (number(0), number(1), number(2))
            guard let kind, anchor < anchors.count, lines >= 0, rule >= 0, rule < rules, regex >= -1,
                regex < regexes, kind != .regex || regex >= 0, flags & 8 == 0 || kind == .regex,
                number(5) >= 0, number(5) <= RuleLimits.spans,
                number(9) >= -1, number(9) < file.count(.traits),
                number(9) >= 0 || (kind != .script && kind != .language),
                number(10) >= -1, number(10) < file.count(.nearness)
            else { throw malformed(.matchers, index, "a matcher has an invalid type or reference") }
            names.append(try text(file.load(UInt32.self, at + 36), .matchers, index))
            return CompiledMatcher(
                kind: kind, place: MatchPosition(anchor: anchors[anchor], lines: lines), rule: rule,
                regex: regex, isGated: flags & 1 != 0,
                requiredCharacters: try range(at: at + 28, within: characters, .matchers, index),
                ignoresCase: flags & 2 != 0, spanLimit: number(5), hasStartLiterals: flags & 8 != 0,
                needsGate: flags & 16 != 0, canOverlap: flags & 4 != 0, trait: number(9),
                near: number(10))
        }
        return (matchers, names)
    }

    private func requiredCharacters() throws(FormatError) -> [ByteClass] {
        try records(.requiredCharacters) { (at, index) throws(FormatError) in
            let others = file.load(UInt64.self, at + 16)
            guard others <= 1 else {
                throw malformed(.requiredCharacters, index, "a character set has unknown members")
            }
            return ByteClass(
                low: file.load(UInt64.self, at), high: file.load(UInt64.self, at + 8),
                others: others == 1 ? [.words, .marks] : [])
        }
    }

    // MARK: Literals

    private func literals(_ matchers: Int) throws(FormatError) -> LiteralProgram {
        let ends = file.numbers(.literalEnds, as: Int32.self)
        let firstOwner = file.numbers(.firstOwner, as: UInt32.self)
        let owners = try owners(matchers)
        guard firstOwner.count == ends.count + 1, firstOwner[0] == 0,
            Int(ends.last ?? 0) == file.count(.literalPool), Int(firstOwner[ends.count]) == owners.count
        else { throw malformed(.literalEnds, 0, "the table of literals is incomplete") }
        var ranges: [Range<Int32>] = []
        ranges.reserveCapacity(ends.count)
        for (index, end) in ends.enumerated() {
            let start = index == 0 ? 0 : ends[index - 1]
            guard start < end, firstOwner[index] < firstOwner[index + 1],
                firstOwner[index + 1] <= owners.count
            else { throw malformed(.literalEnds, index, "a literal is empty or belongs to no matcher") }
            let range = Int32(firstOwner[index])..<Int32(firstOwner[index + 1])
            for owner in owners[Int(range.lowerBound)..<Int(range.upperBound)]
            where owner.length != end - start {
                throw malformed(.firstOwner, index, "a literal is stored with two different lengths")
            }
            ranges.append(range)
        }
        let pool = file.numbers(.literalPool, as: UInt8.self)
        // The byte 0xFF marks the end of a text, so a literal that contains it would match there.
        if let index = pool.firstIndex(of: 0xFF) {
            throw malformed(.literalPool, index, "a literal contains a byte that cannot occur in a text")
        }
        let gatedFolding = file.numbers(.gatedFolding, as: Int32.self)
        if let index = gatedFolding.firstIndex(where: { $0 < 0 || $0 >= matchers }) {
            throw malformed(.gatedFolding, index, "a literal refers to a matcher that does not exist")
        }
        return LiteralProgram(
            LiteralPool(bytes: pool, ends: ends),
            ownersOfLiteral: ranges, owners: owners, exactBytes: file.numbers(.exactBytes, as: UInt8.self),
            gatedFoldingMatchers: gatedFolding)
    }

    private func owners(_ matchers: Int) throws(FormatError) -> [LiteralUse] {
        let exactCount = file.count(.exactBytes)
        return try records(.owners) { (at, index) throws(FormatError) in
            let matcher = file.load(Int32.self, at + 4)
            let length = file.load(Int32.self, at + 8)
            let exactLower = file.load(Int32.self, at + 12)
            guard let role = LiteralUse.Role(rawValue: file.load(UInt8.self, at)), length > 0,
                role == .folding || (matcher >= 0 && matcher < matchers),
                role != .exact || (exactLower >= 0 && Int(exactLower) + Int(length) <= exactCount)
            else { throw malformed(.owners, index, "a literal has an unknown role") }
            return LiteralUse(
                role: role, edges: RequiredLiteral.Edges(rawValue: file.load(UInt8.self, at + 1)),
                matcher: matcher, length: length, exactLower: exactLower)
        }
    }

    // MARK: Words

    private func words(_ matchers: Int) throws(FormatError) -> WordIndex {
        let following = try records(.following) { (at, index) throws(FormatError) in
            try word(at, .following, index)
        }
        let phrases = try records(.phrases) { (at, index) throws(FormatError) in
            let matcher = file.load(Int32.self, at)
            guard matcher >= 0, matcher < matchers else {
                throw malformed(.phrases, index, "a phrase refers to an unknown matcher")
            }
            return (
                matcher: matcher,
                rest: try range(at: at + 4, within: following.count, .phrases, index),
                step: try step(at: at + 12, index)
            )
        }
        let entries = try records(.words) { (at, index) throws(FormatError) in
            WordIndex.Entry(
                word: try word(at, .words, index),
                phrases: try range(at: at + 16, within: phrases.count, .words, index))
        }
        return WordIndex(
            pool: file.numbers(.wordPool, as: UInt8.self), entries: entries, following: following,
            phrases: phrases, steps: try steps())
    }

    /// Returns the index of the first step of a phrase, or -1 for a phrase of one word.
    private func step(at offset: Int, _ index: Int) throws(FormatError) -> Int32 {
        let step = file.load(Int32.self, offset)
        guard step >= -1, step < file.count(.steps) else {
            throw malformed(.phrases, index, "a phrase refers to an unknown step")
        }
        return step
    }

    /// Returns the steps of phrases with gaps. The steps of a phrase are adjacent.
    private func steps() throws(FormatError) -> [WordIndex.Step] {
        let all = Int32(file.count(.steps))
        var next: (place: Int32, count: Int32) = (0, 0)
        return try records(.steps) { (at, index) throws(FormatError) in
            let step = WordIndex.Step(
                place: file.load(Int32.self, at), count: file.load(Int32.self, at + 4),
                gap: file.load(Int32.self, at + 8))
            if next.place == next.count { next = (0, step.count) }
            guard step.place == next.place, step.count == next.count, step.count > 0,
                step.count - step.place <= all - Int32(index), step.gap >= 0, step.gap <= RuleLimits.gap
            else { throw malformed(.steps, index, "a word of a phrase has an invalid position") }
            next.place += 1
            return step
        }
    }

    private func word(
        _ at: Int, _ section: Section, _ index: Int
    ) throws(FormatError) -> WordIndex.Word {
        let lower = file.load(Int32.self, at + 8)
        let count = file.load(Int32.self, at + 12)
        guard lower >= 0, count >= 0, Int(lower) + Int(count) <= file.count(.wordPool) else {
            throw malformed(section, index, "a word extends past the end of its section")
        }
        return WordIndex.Word(hash: file.load(UInt64.self, at), lower: lower, count: count)
    }

    func records<Record>(
        _ section: Section, _ read: (_ at: Int, _ index: Int) throws(FormatError) -> Record
    ) throws(FormatError) -> [Record] {
        var records: [Record] = []
        let count = file.count(section)
        records.reserveCapacity(count)
        var at = file.offset(section)
        for index in 0..<count {
            records.append(try read(at, index))
            at += section.recordSize
        }
        return records
    }
}
