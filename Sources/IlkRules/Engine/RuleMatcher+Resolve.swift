import IlkVocabulary

/// The matches of single matchers, found out when a condition first asks.
extension RuleMatcher {
    /// The state of a matcher with its matches known: as many as anybody asks for, sorted, none overlapping.
    func resolve(_ matcher: Int, _ text: MatchedText) -> MatcherState {
        if matchers[matcher].stamp != stamp {
            matchers[matcher] = MatcherState()
            matchers[matcher].stamp = stamp
            // Nothing was found that it needs.
            matchers[matcher].isResolved = program.matchers[matcher].isGated
        }
        guard !matchers[matcher].isResolved else { return matchers[matcher] }
        find(matcher, text)
        return matchers[matcher]
    }

    private func find(_ matcher: Int, _ text: MatchedText) {
        matchers[matcher].isResolved = true
        matchers[matcher].spanStart = Int32(matches.count)
        if program.matchers[matcher].kind == .regex {
            runExpression(matcher, text)
        } else {
            sortFindings(matcher)
        }
        matchers[matcher].spanCount = Int32(matches.count) - matchers[matcher].spanStart
    }

    private func runExpression(_ matcher: Int, _ text: MatchedText) {
        let compiled = program.matchers[matcher]
        guard mayMatch(compiled, text) else { return }
        let regex = Int(compiled.regex)
        if cursors[regex] == nil { cursors[regex] = program.regexes[regex].cursor() }
        guard let cursor = cursors[regex], cursor.begin(text.bytes) else {
            matchers[matcher].gaveUp = true
            return
        }
        let first = matches.count
        let end = lastStart(compiled.place, text)
        while matches.count - first < Int(compiled.spanLimit) {
            switch cursor.next() {
            case .end: return
            case .gaveUp:
                matchers[matcher].gaveUp = true
                return
            case .match(let span):
                if span.lowerBound > end { return }
                if bounds.admits(span.lowerBound, span.upperBound, compiled.place, text) {
                    matches.append(span)
                }
            }
        }
    }

    /// Whether an expression is worth running.
    private func mayMatch(_ matcher: CompiledMatcher, _ text: MatchedText) -> Bool {
        guard filtersExpressions, matcher.filter >= 0, !(isFolding && matcher.ignoresCase) else {
            return true
        }
        guard hasCharacters(of: matcher, text) else { return false }
        let index = Int(matcher.filter)
        let scan = scans[index] ?? FilterScan(PatternFilter(program.filters[index]))
        if scans[index] == nil { scans[index] = scan }
        return scan.mayMatch(
            Int(matcher.filterNumber), text.bytes, isOneLine: literalScan.isOneLine, stamp: stamp)
    }

    /// Whether the text has the characters that an expression requires.
    @inline(__always)
    private func hasCharacters(of matcher: CompiledMatcher, _ text: MatchedText) -> Bool {
        let range = matcher.requiredCharacters
        guard !range.isEmpty else { return true }
        return literalScan.hasMembers(
            of: program.requiredCharacters[Int(range.lowerBound)..<Int(range.upperBound)],
            isASCII: text.isASCII)
    }

    /// The last byte at which a match that counts can begin.
    private func lastStart(_ place: MatchPlace, _ text: MatchedText) -> Int {
        let end = place.lines > 0 ? bounds.end(ofLines: place.lines, text) : text.bytes.count
        return place.anchor == .start ? min(end, bounds.lower) : end
    }

    /// Puts the findings of a matcher in order, leftmost first, longest first, and leaves out what overlaps.
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
        overlapping.removeAll(keepingCapacity: true)
        while index >= 0 {
            let finding = findings[Int(index)]
            overlapping.append(TextSpan(Int(finding.lower), Int(finding.upper)))
            index = finding.next
        }
        overlapping.sort { ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound) }
        var next = 0
        for span in overlapping where span.lowerBound >= next {
            matches.append(span)
            next = span.upperBound
        }
    }
}
