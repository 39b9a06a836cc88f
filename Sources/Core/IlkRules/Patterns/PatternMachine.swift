import IlkText

/// A backtracking matcher for ``PatternProgram``s that finds the same matches as ICU, in linear time.
///
/// The machine first runs without storing results, which is fastest and sufficient for nearly all texts. When
/// a budget of steps is used up, the machine stores the result of every step and position that it reaches
/// (``PatternMemo``), so that no step runs twice at a position. Not thread-safe, and reused for every text.
final class PatternMachine {
    /// The results for no match, and for a match that the limit of work or memory leaves undecided. Any other
    /// result is the end of the match.
    static let none = -1
    static let unknown = -2

    /// A backtracking point: a step and a position. `extra` is the minimum end of a greedy run, the remaining
    /// count of a lazy run, and -1 for other steps.
    private struct Frame {
        let step: Int32
        let place: Int32
        let extra: Int32
        /// The number of marks when the frame was pushed.
        let marks: Int32
    }

    /// A step and the positions at which it was entered: one position, or a range for a run.
    struct Mark {
        let step: Int32
        let lower: Int32
        let upper: Int32
    }

    private static let frameLimit = 1 << 20
    /// Beyond this number of frames the machine stores results.
    private static let plainFrameLimit = 8_192
    @exclusivity(unchecked) private var frames: UnsafeMutablePointer<Frame>
    @exclusivity(unchecked) private var frameCount = plainFrameLimit
    let word = PatternTest(.word) ?? .nothing
    /// The tables of the current program. Valid while it is matched.
    @exclusivity(unchecked) private(set) var tables: UnsafeMutablePointer<Unmanaged<ScalarTable>>?
    @exclusivity(unchecked) private(set) var bytes = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    /// The remaining number of steps for the current text.
    @exclusivity(unchecked) var budget = 0
    /// The stored results, or `nil` until the budget for steps without stored results is used up.
    @exclusivity(unchecked) var memo: PatternMemo?
    @exclusivity(unchecked) var isMemoized = false
    /// The steps that the current sub-matches have entered and have not backtracked from.
    @exclusivity(unchecked) var marks = GrowableBuffer<Mark>()

    init() {
        // Pages that are never written take no memory.
        frames = .allocate(capacity: frameCount)
    }

    deinit { frames.deallocate() }

    /// `true` if the current text exceeds the limit of work or memory. All further matches are ``unknown``.
    var isExhausted: Bool { budget <= 0 }

    /// The number of steps since the machine began to store results.
    var spent: Int { RuleLimits.patternSteps - budget }

    /// Starts an expression on a text, whose memory must stay valid, and sets the budget. A step takes about
    /// 3 ns, so the budget limits the work to a few milliseconds. After a match, call `match` only for
    /// positions at or after its end.
    ///
    /// - Parameter plainSteps: The number of steps before results are stored, or `nil` for the default.
    func begin(_ bytes: UnsafeBufferPointer<UInt8>, plainSteps: Int? = nil) {
        self.bytes = bytes
        budget = plainSteps ?? min(16_384 + 8 * bytes.count, 1_500_000)
        guard isMemoized else { return }
        (memo, isMemoized) = (nil, false)
        resizeFrames(Self.plainFrameLimit)
    }

    /// Returns the end of the match that begins at a position, or ``none`` or ``unknown``.
    func match(_ program: PatternProgram, at place: Int) -> Int {
        guard bytes.count < Int(Int32.max) else { return Self.unknown }
        tables = program.tables
        let end = program.steps.withUnsafeBufferPointer { run($0, program, place) }
        guard end == Self.unknown, !isMemoized else { return end }
        memo = PatternMemo(steps: program.steps.count, positions: bytes.count + 1)
        isMemoized = true
        budget = RuleLimits.patternSteps
        return match(program, at: place)
    }

    private func run(
        _ steps: UnsafeBufferPointer<PatternProgram.Step>, _ program: PatternProgram, _ place: Int
    ) -> Int {
        guard let base = steps.baseAddress, !isExhausted else { return Self.unknown }
        marks.removeAll()
        let walk = Walk(
            index: Int(program.start), place: place, top: 0, bottom: 0, isInner: false, marks: 0)
        return run(base, walk)
    }

    /// The state of one execution of steps: for a whole expression, or for the body of an atomic group or a
    /// lookaround, which is nested in an outer walk.
    struct Walk {
        /// The next step and the position in the text.
        var index: Int
        var place: Int
        /// The number of frames, and the number of frames that belong to outer walks.
        var top: Int
        let bottom: Int
        /// `true` if the walk matches the body of an atomic group or a lookaround.
        let isInner: Bool
        /// The number of marks that belong to outer walks.
        let marks: Int
    }

    /// The result of a step.
    enum Outcome {
        case matched
        /// The step has set the next step.
        case jumped
        case failed
        case unknown
        case ended
    }

    /// Runs the program, starting at a step. Does not backtrack to frames below `bottom`.
    private func run(_ steps: UnsafePointer<PatternProgram.Step>, _ start: Walk) -> Int {
        var walk = start
        while true {
            budget &-= 1
            guard budget > 0, walk.top < frameCount || growFrames() else { return Self.unknown }
            let step = steps + walk.index
            var outcome = execute(step, steps, &walk)
            if outcome == .matched {
                walk.index = Int(step.pointee.next)
                continue
            }
            if outcome == .failed { outcome = goBack(steps, &walk) }
            switch outcome {
            case .matched, .jumped: continue
            case .ended: return end(walk)
            case .unknown: return Self.unknown
            case .failed:
                if isMemoized { marks.removeLast(marks.count - walk.marks) }
                return Self.none
            }
        }
    }

    @inline(__always)
    private func execute(
        _ step: UnsafePointer<PatternProgram.Step>, _ steps: UnsafePointer<PatternProgram.Step>,
        _ walk: inout Walk
    ) -> Outcome {
        switch step.pointee.operation {
        case .byte:
            guard walk.place < bytes.count, bytes[walk.place] == step.pointee.byte else { return .failed }
            walk.place &+= 1
            return .matched
        case .letter:
            guard walk.place < bytes.count, bytes[walk.place] | 0x20 == step.pointee.byte else {
                return .failed
            }
            walk.place &+= 1
            return .matched
        case .one: return matchOne(step, &walk)
        case .run, .finalRun: return matchRun(step, &walk)
        case .lazyRun: return matchLazily(step, &walk)
        case .split: return split(step, &walk)
        case .assertion:
            return holds(step.pointee.byte, at: walk.place) ? .matched : .failed
        case .beginAtomic: return matchGroup(step, steps, &walk)
        case .look: return look(step, steps, &walk)
        case .end, .endAtomic: return .ended
        }
    }

    @inline(__always)
    private func push(_ step: Int32, _ place: Int, _ extra: Int32, _ walk: inout Walk) {
        frames[walk.top] = Frame(
            step: step, place: Int32(truncatingIfNeeded: place), extra: extra,
            marks: Int32(truncatingIfNeeded: marks.count))
        walk.top &+= 1
    }

    /// Makes room for more frames. At the limit, returns `false` and uses up the budget.
    private func growFrames() -> Bool {
        guard isMemoized, frameCount < Self.frameLimit else {
            budget = 0
            return false
        }
        resizeFrames(2 * frameCount)
        return true
    }

    private func resizeFrames(_ count: Int) {
        let new = UnsafeMutablePointer<Frame>.allocate(capacity: count)
        new.update(from: frames, count: min(count, frameCount))
        frames.deallocate()
        (frames, frameCount) = (new, count)
    }

    @inline(__always)
    func matchOne(_ step: UnsafePointer<PatternProgram.Step>, _ walk: inout Walk) -> Outcome {
        let length = length(of: step.pointee.test, at: walk.place)
        walk.place &+= length
        return length > 0 ? .matched : .failed
    }

    /// Matches the minimum number of characters of a run. Returns `nil` on success, otherwise the outcome.
    @inline(__always)
    func matchMinimum(_ step: UnsafePointer<PatternProgram.Step>, _ walk: inout Walk) -> Outcome? {
        for _ in 0..<step.pointee.minimum {
            let taken = matchOne(step, &walk)
            guard taken == .matched else { return taken }
        }
        return nil
    }

    @inline(__always)
    private func matchRun(_ step: UnsafePointer<PatternProgram.Step>, _ walk: inout Walk) -> Outcome {
        let isFinal = step.pointee.operation == .finalRun
        if isMemoized {
            if step.pointee.maximum == .max {
                return isFinal ? matchFinalLoop(step, &walk) : matchLoop(step, &walk)
            }
            if !isFinal, let known = enter(&walk) { return known }
        }
        let low = advance(step, &walk.place)
        guard low >= 0 else { return .failed }
        if isFinal { return .matched }
        let index = Int32(truncatingIfNeeded: walk.index)
        return giveBack(step, index, from: walk.place, to: low, &walk)
    }

    private func matchLazily(_ step: UnsafePointer<PatternProgram.Step>, _ walk: inout Walk) -> Outcome {
        let isLoop = step.pointee.maximum == .max
        if !isLoop, let known = enter(&walk) { return known }
        if let shortage = matchMinimum(step, &walk) { return shortage }
        if isLoop, let known = enter(&walk) { return known }
        let more = step.pointee.maximum &- step.pointee.minimum
        if more > 0 { push(Int32(truncatingIfNeeded: walk.index), walk.place, more, &walk) }
        return .matched
    }

    @inline(__always)
    private func split(_ step: UnsafePointer<PatternProgram.Step>, _ walk: inout Walk) -> Outcome {
        if let known = enter(&walk) { return known }
        let isFirst = mayTake(step.pointee.test, at: walk.place)
        guard mayTake(step.pointee.follow, at: walk.place) else { return isFirst ? .matched : .failed }
        guard isFirst else {
            walk.index = Int(step.pointee.other)
            return .jumped
        }
        push(step.pointee.other, walk.place, -1, &walk)
        return .matched
    }

    /// Backtracks to the last alternative. Fails if there is none.
    private func goBack(_ steps: UnsafePointer<PatternProgram.Step>, _ walk: inout Walk) -> Outcome {
        while walk.top > walk.bottom {
            walk.top &-= 1
            let frame = frames[walk.top]
            if isMemoized { marks.removeLast(marks.count - Int(frame.marks)) }
            walk.place = Int(frame.place)
            walk.index = Int(frame.step)
            guard frame.extra >= 0 else { return .jumped }
            let step = steps + walk.index
            var outcome: Outcome
            if step.pointee.operation == .run {
                let low = Int(frame.extra)
                let end = before(walk.place, inRunOf: step.pointee.test, from: low)
                outcome = giveBack(step, frame.step, from: end, to: low, &walk)
                if isMemoized, outcome == .matched, step.pointee.maximum == .max {
                    mark(low, walk.place, walk)
                }
            } else {
                outcome = matchOne(step, &walk)
                if outcome == .matched {
                    if step.pointee.maximum == .max { outcome = enter(&walk) ?? .matched }
                    if outcome == .matched, frame.extra > 1 {
                        push(frame.step, walk.place, frame.extra &- 1, &walk)
                    }
                }
            }
            if outcome == .failed { continue }
            guard outcome == .matched else { return outcome }
            walk.index = Int(step.pointee.next)
            return .jumped
        }
        return .failed
    }

    // MARK: Runs

    /// Matches as many characters as possible for a run.
    ///
    /// - Returns: The position after the minimum number of characters, or ``none`` if there are too few.
    @inline(__always)
    private func advance(_ step: UnsafePointer<PatternProgram.Step>, _ place: inout Int) -> Int {
        let test = step.pointee.test
        let maximum = Int(step.pointee.maximum)
        let minimum = Int(step.pointee.minimum)
        let start = place
        var low = minimum == 0 ? place : Self.none
        var count = 0
        while count < maximum, place < bytes.count {
            let length = length(of: test, at: place)
            if length == 0 { break }
            place &+= length
            count &+= 1
            if count == minimum { low = place }
        }
        budget &-= (place &- start) &>> 2
        return low
    }

    /// Shrinks a run to the last end, from `start` down to `low`, at which the next step can begin. Pushes a
    /// frame if it can be shrunk further.
    @inline(__always)
    func giveBack(
        _ step: UnsafePointer<PatternProgram.Step>, _ index: Int32, from start: Int, to low: Int,
        _ walk: inout Walk
    ) -> Outcome {
        let follow = step.pointee.follow
        var place = start
        defer { budget &-= (start &- place) &>> 2 }
        while !mayTake(follow, at: place) {
            guard place > low else { return .failed }
            place = before(place, inRunOf: step.pointee.test, from: low)
        }
        walk.place = place
        if place > low { push(index, place, Int32(truncatingIfNeeded: low), &walk) }
        return .matched
    }

    // MARK: Groups

    /// Matches an atomic group. Its end for a given start is always the same.
    private func matchGroup(
        _ step: UnsafePointer<PatternProgram.Step>, _ steps: UnsafePointer<PatternProgram.Step>,
        _ walk: inout Walk
    ) -> Outcome {
        let end = inner(steps, Int(step.pointee.next), from: walk.place, walk)
        guard end >= 0 else { return end == Self.unknown ? .unknown : .failed }
        walk.index = Int(end > walk.place ? step.pointee.other : step.pointee.maximum)
        walk.place = end
        return .jumped
    }

    /// Evaluates a lookaround.
    private func look(
        _ step: UnsafePointer<PatternProgram.Step>, _ steps: UnsafePointer<PatternProgram.Step>,
        _ walk: inout Walk
    ) -> Outcome {
        let look = PatternNode.Look(rawValue: step.pointee.byte)
        let isNegated = look == .notAhead || look == .notBehind
        var start = walk.place
        if look == .behind || look == .notBehind {
            budget &-= Int(step.pointee.minimum) &>> 2
            for _ in 0..<step.pointee.minimum {
                guard start > 0 else { return isNegated ? .matched : .failed }
                start = before(start)
            }
        }
        let end = inner(steps, Int(step.pointee.other), from: start, walk)
        guard end != Self.unknown else { return .unknown }
        return (end >= 0) != isNegated ? .matched : .failed
    }

    /// Runs the body of a group, and returns its end, or ``none`` or ``unknown``.
    private func inner(
        _ steps: UnsafePointer<PatternProgram.Step>, _ first: Int, from place: Int, _ walk: Walk
    ) -> Int {
        let body = Walk(
            index: first, place: place, top: walk.top, bottom: walk.top, isInner: true, marks: marks.count)
        // The flag saves the reference counting of the memo.
        guard isMemoized, let memo else { return run(steps, body) }
        let known = memo[walk.index, place]
        if known != PatternMemo.unknown { return known == PatternMemo.failed ? Self.none : Int(known) - 1 }
        let end = run(steps, body)
        if end != Self.unknown {
            memo[walk.index, place] = end < 0 ? PatternMemo.failed : Int32(truncatingIfNeeded: end + 1)
        }
        return end
    }
}
