import IlkText
import IlkVocabulary

/// The pattern program of an expression, created on first use.
enum ExpressionState {
    /// The program is not created yet.
    case pending
    case compiled(PatternProgram)
    /// The expression does not compile: it comes from rules that an earlier version compiled.
    case invalid
}

/// Expressions, run by a ``PatternMachine``.
extension RuleMatcher {
    @inline(__always)
    private func steps(of compiled: CompiledMatcher) -> PatternProgram? {
        let regex = Int(compiled.regex)
        switch expressions[regex] {
        case .compiled(let steps): return steps
        case .invalid: return nil
        case .pending:
            do {
                let steps = try program.regexes[regex].compiled()
                expressions[regex] = .compiled(steps)
                return steps
            } catch {
                expressions[regex] = .invalid
                return nil
            }
        }
    }

    /// Finds the successive matches of an expression.
    func runExpression(_ matcher: Int, _ text: AnalyzedText.View) {
        let compiled = program.matchers[matcher]
        // Required literals and characters are those of texts in which no character folds to ASCII.
        let canFilter = usesFilters && !(isFolding && compiled.ignoresCase)
        if canFilter, !hasCharacters(of: compiled, text) { return }
        let state = matchers[matcher]
        let hasStarts = compiled.hasStartLiterals && canFilter
        if hasStarts, state.firstFinding < 0 || compiled.needsGate && !state.isGateOpen { return }
        guard let steps = steps(of: compiled) else {
            matchers[matcher].stepLimitReached = true
            return
        }
        if hasStarts, state.findings <= Self.startLimit {
            sortStarts(matcher)
            run(matcher, compiled, StepSearch(steps, .list), starts.buffer, text)
        } else if steps.beginning == .line {
            findLineStarts(text)
            run(matcher, compiled, StepSearch(steps, .list), lineStarts.buffer, text)
        } else {
            let starts: StepSearch.Starts = steps.beginning == .text ? .text : .anywhere
            run(matcher, compiled, StepSearch(steps, starts), self.starts.buffer, text)
        }
    }

    private func run(
        _ matcher: Int, _ compiled: CompiledMatcher, _ search: StepSearch,
        _ starts: UnsafeBufferPointer<Int32>, _ text: AnalyzedText.View
    ) {
        var search = search
        let first = matches.count
        let end = lastStart(compiled.place, text)
        machine.begin(text.bytes)
        while let place = search.next(starts, text.bytes), place <= end {
            watch?.ran.insert(matcher)
            let upper = machine.match(search.steps, at: place)
            if upper == PatternMachine.unknown {
                matchers[matcher].stepLimitReached = true
                return
            }
            guard upper >= 0 else { continue }
            search.place = max(upper, place + 1)
            guard bounds.admits(place, upper, compiled.place, text) else { continue }
            matches.append(TextSpan(place, upper))
            if matches.count - first == Int(compiled.spanLimit) { return }
        }
    }

    /// Finds the possible line starts, once per text.
    private func findLineStarts(_ text: AnalyzedText.View) {
        guard lineStartsStamp != stamp else { return }
        lineStartsStamp = stamp
        lineStarts.removeAll()
        lineStarts.append(0)
        if seenBytes.isOneLine(text.bytes) { return }
        for place in 1..<max(1, text.bytes.count) where TextBounds.mayBeLineStart(place, text.bytes) {
            lineStarts.append(Int32(truncatingIfNeeded: place))
        }
    }
}

/// Iterates over the positions of a text at which an expression may match.
private struct StepSearch {
    /// The positions at which matches can begin.
    enum Starts {
        case text
        /// At the positions of a list.
        case list
        case anywhere
    }

    /// The minimum next position.
    var place = 0
    let steps: PatternProgram
    private let starts: Starts
    private var index = 0

    init(_ steps: PatternProgram, _ starts: Starts) {
        (self.steps, self.starts) = (steps, starts)
    }

    /// Returns the next position, or `nil` if there is none. An expression that can be empty can also match at
    /// the end of the text.
    @inline(__always)
    mutating func next(
        _ list: UnsafeBufferPointer<Int32>, _ bytes: UnsafeBufferPointer<UInt8>
    ) -> Int? {
        let found = starts == .list ? nextStart(list, bytes) : nextPlace(bytes)
        guard found < bytes.count || found == bytes.count && steps.canBeEmpty else { return nil }
        place = found + 1
        return found
    }

    @inline(__always)
    private mutating func nextStart(
        _ list: UnsafeBufferPointer<Int32>, _ bytes: UnsafeBufferPointer<UInt8>
    ) -> Int {
        while index < list.count {
            let start = Int(list[index])
            index &+= 1
            if start >= place, start == bytes.count || steps.firstBytes[Int(bytes[start])] != 0 {
                return start
            }
        }
        return .max
    }

    private func nextPlace(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        if starts == .text { return place == 0 ? 0 : .max }
        let count = bytes.count
        return steps.firstBytes.withUnsafeBufferPointer { firstBytes in
            var place = place
            while place < count, firstBytes[Int(bytes[place])] == 0 { place &+= 1 }
            return place
        }
    }
}
