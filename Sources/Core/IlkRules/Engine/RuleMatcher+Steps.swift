import IlkText
import IlkVocabulary

/// The pattern program of an expression, created on first use.
enum ExpressionState {
    /// The program is not created yet.
    case pending
    case compiled(PatternProgram)
    /// The expression cannot be compiled to a pattern program.
    case none
}

/// Expressions run by a ``PatternMachine``, which finds the same matches as ICU. ICU decides at positions
/// where a non-ASCII character makes the machine undecided.
extension RuleMatcher {
    /// Returns the pattern program of an expression, or `nil` if it has none. If ``isFolding`` is `true`, do
    /// not use the program of a case-insensitive expression.
    @inline(__always)
    func steps(of compiled: CompiledMatcher) -> PatternProgram? {
        let regex = Int(compiled.regex)
        switch expressions[regex] {
        case .compiled(let steps): return steps
        case .none: return nil
        case .pending:
            let steps = program.regexes[regex].program
            expressions[regex] = steps.map { .compiled($0) } ?? .none
            return steps
        }
    }

    /// Finds the matches of an expression with its pattern program.
    ///
    /// - Returns: `true` if the matches are complete. Otherwise no match was recorded.
    func runProgram(
        _ matcher: Int, _ compiled: CompiledMatcher, _ steps: PatternProgram, _ text: AnalyzedText.View
    ) -> Bool {
        var search = StepSearch(steps, takesList: compiled.hasStartLiterals || steps.beginning == .line)
        if let isDone = prepareStarts(matcher, compiled, steps, text) { return isDone }
        let first = matches.count
        let end = lastStart(compiled.place, text)
        var misses = 0
        var cursor: RegexCursor?
        machine.begin(text.bytes)
        while let place = compiled.hasStartLiterals
            ? search.next(starts.buffer, text.bytes) : search.next(lineStarts.buffer, text.bytes),
            place <= end
        {
            watch?.ran.insert(matcher)
            var upper = machine.match(steps, at: place)
            if upper == PatternMachine.unknown {
                guard !machine.isExhausted else {
                    recordStepLimit(matcher, compiled, text)
                    return true
                }
                misses += 1
                guard misses < Self.missLimit else {
                    matches.removeLast(matches.count - first)
                    return false
                }
                cursor = cursor ?? self.cursor(matcher, compiled, text)
                guard let cursor else { return true }
                switch cursor.match(at: place) {
                case .match(let span): upper = span.upperBound
                case .end: upper = PatternMachine.none
                case .limitReached:
                    recordStepLimit(matcher, compiled, text)
                    return true
                }
            }
            guard upper >= 0 else { continue }
            search.place = upper
            guard bounds.admits(place, upper, compiled.place, text) else { continue }
            matches.append(TextSpan(place, upper))
            if matches.count - first == Int(compiled.spanLimit) { return true }
        }
        return true
    }

    /// Collects the positions at which a match can begin, unless it can begin anywhere.
    ///
    /// - Returns: `true` if there is no such place, `false` if ICU must run the expression, `nil` to
    ///   continue.
    private func prepareStarts(
        _ matcher: Int, _ compiled: CompiledMatcher, _ steps: PatternProgram, _ text: AnalyzedText.View
    ) -> Bool? {
        if compiled.hasStartLiterals {
            let state = matchers[matcher]
            guard state.firstFinding >= 0, state.isGateOpen || !compiled.needsGate else { return true }
            guard state.findings <= Self.startLimit else { return false }
            sortStarts(matcher)
        } else if steps.beginning == .line {
            // If `^` begins the expression, ICU finds no match between CR and LF.
            if steps.firstBytes[0x0A] != 0, seenBytes.contains(0x0D, text.bytes) { return false }
            findLineStarts(text)
        }
        return nil
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
    /// The minimum next position.
    var place = 0
    private let steps: PatternProgram
    private let takesList: Bool
    private var index = 0

    init(_ steps: PatternProgram, takesList: Bool) {
        (self.steps, self.takesList) = (steps, takesList)
    }

    /// Returns the next position, or `nil` if there is none. If the expression begins with literals or at
    /// line starts, the positions come from a list.
    @inline(__always)
    mutating func next(
        _ starts: UnsafeBufferPointer<Int32>, _ bytes: UnsafeBufferPointer<UInt8>
    ) -> Int? {
        let found = takesList ? nextStart(starts, bytes) : nextPlace(bytes)
        guard found < bytes.count else { return nil }
        place = found + 1
        return found
    }

    @inline(__always)
    private mutating func nextStart(
        _ starts: UnsafeBufferPointer<Int32>, _ bytes: UnsafeBufferPointer<UInt8>
    ) -> Int {
        steps.firstBytes.withUnsafeBufferPointer { firstBytes in
            while index < starts.count {
                let start = Int(starts[index])
                index &+= 1
                if start >= place, start < bytes.count, firstBytes[Int(bytes[start])] != 0 {
                    return start
                }
            }
            return .max
        }
    }

    private func nextPlace(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let count = bytes.count
        return steps.firstBytes.withUnsafeBufferPointer { firstBytes in
            var place = place
            switch steps.beginning {
            case .text: return place == 0 && count > 0 && firstBytes[Int(bytes[0])] != 0 ? 0 : .max
            case .anywhere, .line:
                while place < count, firstBytes[Int(bytes[place])] == 0 { place &+= 1 }
            }
            return place
        }
    }
}
