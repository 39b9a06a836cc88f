package import IlkText
import IlkVocabulary

/// The two passes over a text that find literals and words.
extension RuleMatcher {
    /// Finds all literals, and marks the rules and expressions that depend on them.
    package func scanLiterals(_ text: AnalyzedText.View) {
        let program = program
        isFolding = false
        program.literals.scan(text.bytes, using: literalScan) { literal, end in
            let range = program.ownersOfLiteral[literal]
            for index in Int(range.lowerBound)..<Int(range.upperBound) {
                let owner = program.owners[index]
                if owner.role == .folding {
                    isFolding = true
                } else {
                    record(owner, end: end, text)
                }
            }
        }
        guard isFolding else { return }
        for matcher in program.gatedFoldingMatchers {
            touch(Int(matcher))
            // A literal found in ASCII may have reset the matcher without making its rule a candidate.
            tryRule(of: Int(matcher))
        }
    }

    private func record(_ owner: LiteralUse, end: Int, _ text: AnalyzedText.View) {
        let lower = end - Int(owner.length)
        switch owner.role {
        case .exact:
            for offset in 0..<Int(owner.length)
            where program.exactBytes[Int(owner.exactLower) + offset] != text.bytes[lower + offset] {
                return
            }
            addFinding(Int(owner.matcher), lower, end, text)
        case .folded: addFinding(Int(owner.matcher), lower, end, text)
        case .gate:
            if RequiredLiteral.mayHold(owner.edges, lower, end, text.bytes) { openGate(Int(owner.matcher)) }
        case .start:
            if RequiredLiteral.mayHold(owner.edges, lower, end, text.bytes) {
                addStart(Int(owner.matcher), lower)
            }
        case .folding: break
        }
    }

    /// Resets a matcher for this text and marks its rule as a candidate, unless the matcher was already
    /// reset.
    @inline(__always)
    private func open(_ matcher: Int) {
        guard matchers[matcher].stamp != stamp else { return }
        touch(matcher)
        tryRule(of: matcher)
    }

    /// Resets the state of a matcher if the state belongs to an earlier text.
    @inline(__always)
    private func touch(_ matcher: Int) {
        guard matchers[matcher].stamp != stamp else { return }
        matchers[matcher] = MatcherState()
        matchers[matcher].stamp = stamp
    }

    @inline(__always)
    private func tryRule(of matcher: Int) {
        let rule = Int(program.matchers[matcher].rule)
        if program.rules[rule].root >= 0 { candidates[rule >> 6] |= 1 << UInt64(rule & 63) }
    }

    /// Records an occurrence of a literal that an expression requires anywhere in the text.
    private func openGate(_ matcher: Int) {
        touch(matcher)
        guard !matchers[matcher].isGateOpen else { return }
        matchers[matcher].isGateOpen = true
        if !program.matchers[matcher].hasStartLiterals || matchers[matcher].firstFinding >= 0 {
            tryRule(of: matcher)
        }
    }

    /// Records a position at which a match of an expression may begin.
    private func addStart(_ matcher: Int, _ lower: Int) {
        touch(matcher)
        // One more than the limit is kept, which marks that the expression must be run over the whole text.
        guard matchers[matcher].findings <= Self.startLimit else { return }
        append(Finding(lower: Int32(lower), upper: Int32(lower)), to: matcher)
        if !program.matchers[matcher].needsGate || matchers[matcher].isGateOpen { tryRule(of: matcher) }
    }

    /// The maximum number of positions at which an expression is tried one by one.
    static let startLimit: Int32 = 4_096
    /// The maximum number of findings of a matcher whose literals can overlap.
    private static let overlapLimit = 8 * RuleLimits.spans

    private func append(_ finding: Finding, to matcher: Int) {
        let index = Int32(findings.count)
        findings.append(finding)
        if matchers[matcher].lastFinding >= 0 {
            findings[Int(matchers[matcher].lastFinding)].next = index
        } else {
            matchers[matcher].firstFinding = index
        }
        matchers[matcher].lastFinding = index
        matchers[matcher].findings += 1
    }

    private func addFinding(_ matcher: Int, _ lower: Int, _ upper: Int, _ text: AnalyzedText.View) {
        guard bounds.admits(lower, upper, program.matchers[matcher].place, text) else { return }
        open(matcher)
        // Overlapping findings are not in order, so the limit on matches applies to the sorted ones.
        let most = program.matchers[matcher].canOverlap ? Self.overlapLimit : RuleLimits.spans
        guard matchers[matcher].findings < most else { return }
        append(Finding(lower: Int32(lower), upper: Int32(upper)), to: matcher)
    }

    /// Finds all words and phrases, leftmost-longest and without overlaps for each matcher.
    package func scanWords(_ text: AnalyzedText.View) {
        let index = program.words
        guard !index.isEmpty else { return }
        for word in 0..<text.words.count {
            let range = index.phrases(hash: text.wordHashes[word]) {
                text.normalForm(text.token(ofWord: word))
            }
            for place in range {
                let phrase = index.phrases.pointer(to: place)
                // Many phrases begin with a frequent word but continue with another one.
                if let second = phrase.pointee.second,
                    word &+ 1 >= text.words.count || text.wordHashes[word &+ 1] != second
                {
                    continue
                }
                record(phrase.pointee, at: word, text)
            }
        }
    }

    private func record(
        _ phrase: WordIndex.Phrase, at word: Int, _ text: AnalyzedText.View
    ) {
        let matcher = Int(phrase.matcher)
        if phrase.step >= 0 { return record(step: Int(phrase.step), of: matcher, at: word, text) }
        if matchers[matcher].stamp == stamp, matchers[matcher].next > word { return }
        let count = program.words.length(phrase)
        guard word + count <= text.words.count else { return }
        var last = text.token(ofWord: word)
        let lower = Int(last.lowerBound)
        for offset in 1..<count {
            let wanted = program.words.word(phrase, offset - 1)
            let token = text.token(ofWord: word + offset)
            guard text.wordHashes[word + offset] == wanted.hash,
                program.words.equals(wanted, text.normalForm(token)),
                Self.isPhraseGap(text.bytes, Int(last.upperBound)..<Int(token.lowerBound))
            else { return }
            last = token
        }
        let upper = Int(last.upperBound)
        let before = matchers[matcher].stamp == stamp ? matchers[matcher].findings : 0
        addFinding(matcher, lower, upper, text)
        if matchers[matcher].stamp == stamp, matchers[matcher].findings > before {
            matchers[matcher].next = Int32(word + count)
        }
    }

    /// Advances a phrase with gaps by one word. Only the last position of each step is kept, because the
    /// nearest preceding word always gives the smallest gap.
    @inline(never)
    private func record(step number: Int, of matcher: Int, at word: Int, _ text: AnalyzedText.View) {
        let step = program.words.steps[number]
        let last = number + Int(step.count - step.place) - 1
        var state = StepState(stamp: stamp, word: Int32(word), start: Int32(word))
        if step.place == 0 {
            // A word that just completed the phrase does not also begin it.
            if steps[last].stamp == stamp, steps[last].word == Int32(word) { return }
            let lower = Int(text.token(ofWord: word).lowerBound)
            guard bounds.admitsStart(lower, program.matchers[matcher].place.anchor, text.bytes) else {
                return
            }
        } else {
            let before = steps[number - 1]
            guard before.stamp == stamp, before.start >= 0, before.word < Int32(word),
                Int32(word) - before.word - 1 <= step.gap
            else { return }
            state.start = before.start
        }
        steps[number] = state
        guard number == last else { return }
        let before = matchers[matcher].stamp == stamp ? matchers[matcher].findings : 0
        addFinding(
            matcher, Int(text.token(ofWord: Int(state.start)).lowerBound),
            Int(text.token(ofWord: word).upperBound), text)
        guard matchers[matcher].stamp == stamp, matchers[matcher].findings > before else { return }
        // The words of a finding are not used for another one.
        for index in number - Int(step.place)...number { steps[index].start = -1 }
    }

    /// `true` if there is only white space and hyphens between two words of a phrase.
    static func isPhraseGap(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
        var index = range.lowerBound
        while index < range.upperBound {
            switch bytes[index] {
            case 0x09...0x0D, 0x20, UInt8(ascii: "-"): index += 1
            case 0xC2...:
                let length =
                    isHyphen(bytes, index..<range.upperBound)
                    ? 3 : TextBounds.spaceLength(at: index, upTo: range.upperBound, bytes)
                guard length > 0 else { return false }
                index += length
            default: return false
            }
        }
        return true
    }

    /// `true` if a range begins with U+2010, the hyphen, or U+2011, the non-breaking hyphen.
    private static func isHyphen(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
        range.count >= 3 && bytes[range.lowerBound] == 0xE2 && bytes[range.lowerBound + 1] == 0x80
            && (0x90...0x91).contains(bytes[range.lowerBound + 2])
    }
}
