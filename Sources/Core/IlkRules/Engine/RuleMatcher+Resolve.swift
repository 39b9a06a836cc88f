package import IlkText
import IlkVocabulary

/// The matches of single matchers, computed when a condition first needs them.
extension RuleMatcher {
    /// Returns the state of a matcher after finding its matches. The matches are sorted and do not overlap.
    /// Only as many matches are found as conditions and evidence need.
    package func resolve(_ matcher: Int, _ text: AnalyzedText.View) -> MatcherState {
        if matchers[matcher].stamp != stamp {
            matchers[matcher] = MatcherState()
            matchers[matcher].stamp = stamp
            // The passes found none of its literals, so a gated matcher has no match.
            matchers[matcher].isResolved = program.matchers[matcher].isGated
        }
        guard !matchers[matcher].isResolved else { return matchers[matcher] }
        if let watch { watch.time(matcher) { find(matcher, text) } } else { find(matcher, text) }
        return matchers[matcher]
    }

    private func find(_ matcher: Int, _ text: AnalyzedText.View) {
        matchers[matcher].isResolved = true
        let near = Int(program.matchers[matcher].near)
        // The matches of a matcher are contiguous, so those of the `near` target must be found first.
        if near >= 0 { _ = resolve(Int(program.nearness[near].matcher), text) }
        let first = matches.count
        matchers[matcher].spanStart = Int32(first)
        switch program.matchers[matcher].kind {
        case .regex: runExpression(matcher, text)
        case .literal, .words, .phrase: sortFindings(matcher)
        case .script, .language: findTrait(matcher, text)
        }
        if near >= 0, matches.count > first { keep(from: first, of: matcher, program.nearness[near], text) }
        matchers[matcher].spanCount = Int32(matches.count) - matchers[matcher].spanStart
    }

    /// Collects the positions at which a matcher's expression is tried, sorted and without duplicates.
    func sortStarts(_ matcher: Int) {
        starts.removeAll()
        var isSorted = true
        var last: Int32 = -1
        var index = matchers[matcher].firstFinding
        while index >= 0 {
            let finding = findings[Int(index)]
            index = finding.next
            guard finding.lower != last else { continue }
            isSorted = isSorted && finding.lower > last
            starts.append(finding.lower)
            last = finding.lower
        }
        if isSorted { return }
        starts.sort(by: <)
        var kept = 0
        for place in starts.buffer where kept == 0 || place != starts[kept - 1] {
            starts[kept] = place
            kept += 1
        }
        starts.removeLast(starts.count - kept)
    }

    /// `true` if the text may contain the characters that an expression requires. `false` if one is certainly
    /// missing.
    @inline(__always)
    package func hasCharacters(of matcher: CompiledMatcher, _ text: AnalyzedText.View) -> Bool {
        let range = matcher.requiredCharacters
        guard !range.isEmpty else { return true }
        return seenBytes.hasMembers(
            of: program.requiredCharacters.buffer(Int(range.lowerBound)..<Int(range.upperBound)), text.bytes,
            isASCII: text.isASCII)
    }

    /// Returns the last byte offset at which an accepted match can begin.
    func lastStart(_ place: MatchPosition, _ text: AnalyzedText.View) -> Int {
        let end = place.lines > 0 ? bounds.end(ofLines: place.lines, text) : text.bytes.count
        return place.anchor == .start ? min(end, bounds.lower) : end
    }

    /// Sorts the findings of a matcher, leftmost-longest, and drops overlapping findings.
    private func sortFindings(_ matcher: Int) {
        var index = matchers[matcher].firstFinding
        guard program.matchers[matcher].canOverlap else {
            while index >= 0 {
                let finding = findings[Int(index)]
                matches.append(TextSpan(Int(finding.lower), Int(finding.upper)))
                index = finding.next
            }
            return
        }
        overlapping.removeAll()
        while index >= 0 {
            let finding = findings[Int(index)]
            overlapping.append(TextSpan(Int(finding.lower), Int(finding.upper)))
            index = finding.next
        }
        overlapping.sort { ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound) }
        let first = matches.count
        var next = 0
        for span in overlapping.buffer where span.lowerBound >= next {
            guard matches.count - first < RuleLimits.spans else { break }
            matches.append(span)
            next = span.upperBound
        }
    }
}
