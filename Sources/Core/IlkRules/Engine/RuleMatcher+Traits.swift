import IlkText
import IlkVocabulary

/// The matches of script and language matchers, and the `near` filter.
extension RuleMatcher {
    /// Appends the matches of a script or language matcher.
    @inline(never)
    func findTrait(_ matcher: Int, _ text: AnalyzedText.View) {
        let compiled = program.matchers[matcher]
        if compiled.kind == .script { findScripts(compiled, text) } else { findLanguage(compiled, text) }
    }

    /// Appends the words whose letters are all in one of the scripts.
    private func findScripts(_ matcher: CompiledMatcher, _ text: AnalyzedText.View) {
        let set = program.traits[Int(matcher.trait)].scripts
        if text.isASCII, !set.contains(.latin) { return }
        let first = matches.count
        let end = lastStart(matcher.place, text)
        for index in 0..<text.words.count {
            let token = text.token(ofWord: index)
            let (lower, upper) = (Int(token.lowerBound), Int(token.upperBound))
            if lower > end { return }
            guard Self.isWritten(in: set, text.bytes, lower..<upper),
                bounds.admits(lower, upper, matcher.place, text)
            else { continue }
            matches.append(TextSpan(lower, upper))
            if matches.count - first == Int(matcher.spanLimit) { return }
        }
    }

    /// `true` if a word has letters, all of them in the scripts. Digits belong to every script.
    private static func isWritten(
        in set: ScriptSet, _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
    ) -> Bool {
        var hasLetters = false
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = bytes[index]
            let script: WritingScript
            if byte < 0x80 {
                script = byte.isASCIILetter ? .latin : .common
                index += 1
            } else {
                // The bytes are valid UTF-8, so the first byte gives the length.
                let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
                var value = UInt32(byte) & (0x7F >> UInt32(length))
                for offset in 1..<length { value = value << 6 | UInt32(bytes[index + offset]) & 0x3F }
                script = Unicode.Scalar(value).map(WritingScript.init) ?? .common
                index += length
            }
            if script == .common || script == .inherited { continue }
            guard set.contains(script) else { return false }
            hasLetters = true
        }
        return hasLetters
    }

    /// Appends the text without surrounding white space if it is in one of the languages.
    private func findLanguage(_ matcher: CompiledMatcher, _ text: AnalyzedText.View) {
        let trait = program.traits[Int(matcher.trait)]
        guard language != .none,
            text.features[TextFeature.languageConfidence.rawValue] >= trait.confidence,
            program.languages[Int(trait.languages.lowerBound)..<Int(trait.languages.upperBound)]
                .contains(language),
            bounds.admits(bounds.lower, bounds.upper, matcher.place, text)
        else { return }
        matches.append(TextSpan(bounds.lower, bounds.upper))
    }

    /// Drops the matches at and after `first` that are not near a match of another matcher.
    @inline(never)
    func keep(from first: Int, of matcher: Int, _ nearness: NearRequirement, _ text: AnalyzedText.View) {
        let other = matchers[Int(nearness.matcher)]
        let (start, end) = (Int(other.spanStart), Int(other.spanStart + other.spanCount))
        var next = start
        var kept = first
        for index in first..<matches.count {
            let span = matches[index]
            // Neither list overlaps itself: the nearest match is the last that begins no later, or the next.
            while next < end, matches[next].lowerBound <= span.lowerBound { next += 1 }
            let isNear =
                (next > start && distance(matches[next - 1], span, nearness, text) <= Int(nearness.limit))
                || (next < end && distance(span, matches[next], nearness, text) <= Int(nearness.limit))
            guard isNear else { continue }
            matches[kept] = span
            kept += 1
        }
        // Matches that the other matcher did not reach might be near a dropped one.
        if other.stepLimitReached, kept < matches.count { matchers[matcher].stepLimitReached = true }
        matches.removeLast(matches.count - kept)
    }

    private func distance(
        _ left: TextSpan, _ right: TextSpan, _ nearness: NearRequirement, _ text: AnalyzedText.View
    )
        -> Int
    {
        distance(left, right, nearness.unit, atMost: Int(nearness.limit), text)
    }
}
