/// A backtracking matcher for ``PatternProgram``s that finds the same matches as ICU.
///
/// Its work is bounded. If a text exceeds the budget, or if a step cannot decide a non-ASCII character, the
/// result is ``unknown`` and the caller runs ICU instead. Not thread-safe, and reused for every text.
final class PatternMachine {
    /// The results for no match and for an undecided match. Any other result is the end of the match.
    static let none = -1
    static let unknown = -2

    /// A backtracking point: a step and a position. `extra` is the minimum end of a greedy run, the remaining
    /// count of a lazy run, and -1 for other steps.
    private struct Frame {
        let step: Int32
        let place: Int32
        let extra: Int32
    }

    private static let frameLimit = 8_192
    private let frames: UnsafeMutablePointer<Frame>
    private let registers: UnsafeMutablePointer<Int32>
    private let word = PatternTest(ByteClass.word)
    @exclusivity(unchecked) private var bytes = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    /// The remaining number of steps for the current text.
    @exclusivity(unchecked) private(set) var budget = 0

    init() {
        // Pages that are never written take no memory.
        frames = .allocate(capacity: Self.frameLimit)
        registers = .allocate(capacity: PatternProgram.registerLimit)
        registers.initialize(repeating: 0, count: PatternProgram.registerLimit)
    }

    deinit {
        frames.deallocate()
        registers.deallocate()
    }

    /// Starts an expression on a text, whose memory must stay valid, and sets the budget. A step takes about
    /// 3 ns, so the budget limits the work to a few milliseconds.
    func begin(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        budget = min(16_384 + 8 * bytes.count, 1_500_000)
    }

    /// Returns the end of the match that begins at a position, or ``none`` or ``unknown``.
    func match(_ program: PatternProgram, at place: Int) -> Int {
        guard bytes.count < Int(Int32.max) else { return Self.unknown }
        return program.steps.withUnsafeBufferPointer { steps in
            guard let base = steps.baseAddress else { return Self.unknown }
            return run(base, Int(program.start), place, bottom: 0, program.looksBehind)
        }
    }

    /// The state of a run.
    private struct Walk {
        /// The next step and the position in the text.
        var index: Int
        var place: Int
        /// The number of frames, and the number of those that belong to outer runs.
        var top: Int
        let bottom: Int
        let looksBehind: Bool
    }

    /// The result of a step.
    private enum Outcome {
        case matched
        /// The step has set the next step.
        case jumped
        case failed
        case unknown
        case ended

        @inline(__always)
        init(_ holds: Bool) { self = holds ? .matched : .failed }
    }

    /// Runs from a step on. Does not backtrack below the frame `bottom`.
    private func run(
        _ steps: UnsafePointer<PatternProgram.Step>, _ first: Int, _ start: Int, bottom: Int,
        _ looksBehind: Bool
    ) -> Int {
        var walk = Walk(index: first, place: start, top: bottom, bottom: bottom, looksBehind: looksBehind)
        while true {
            budget &-= 1
            guard budget > 0, walk.top < Self.frameLimit else { return Self.unknown }
            let step = steps + walk.index
            switch execute(step, steps, &walk) {
            case .matched: walk.index = Int(step.pointee.next)
            case .jumped: continue
            case .ended: return walk.place
            case .unknown: return Self.unknown
            case .failed:
                switch goBack(steps, &walk) {
                case .failed: return Self.none
                case .unknown: return Self.unknown
                case .matched, .jumped, .ended: continue
                }
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
        case .one: return takeOne(step, &walk)
        case .run, .finalRun: return takeRun(step, &walk)
        case .lazyRun: return takeLazily(step, &walk)
        case .split: return split(step, &walk)
        case .assertion: return holds(step.pointee.byte, at: walk.place, walk.looksBehind)
        case .beginAtomic:
            registers[Int(step.pointee.minimum)] = Int32(truncatingIfNeeded: walk.top)
            return .matched
        case .endAtomic:
            walk.top = Int(registers[Int(step.pointee.minimum)])
            return .matched
        case .look: return look(step, steps, walk)
        case .end: return .ended
        }
    }

    @inline(__always)
    private func push(_ step: Int32, _ place: Int, _ extra: Int32, _ walk: inout Walk) {
        frames[walk.top] = Frame(step: step, place: Int32(truncatingIfNeeded: place), extra: extra)
        walk.top &+= 1
    }

    @inline(__always)
    private func takeOne(_ step: UnsafePointer<PatternProgram.Step>, _ walk: inout Walk) -> Outcome {
        let length = length(of: step.pointee.test, at: walk.place)
        walk.place &+= length
        return length > 0 ? .matched : length == 0 ? .failed : .unknown
    }

    @inline(__always)
    private func takeRun(_ step: UnsafePointer<PatternProgram.Step>, _ walk: inout Walk) -> Outcome {
        let low = advance(step, &walk.place)
        guard low >= 0 else { return low == Self.none ? .failed : .unknown }
        if step.pointee.operation == .finalRun { return .matched }
        let index = Int32(truncatingIfNeeded: walk.index)
        return giveBack(step, index, from: walk.place, to: low, &walk)
    }

    private func takeLazily(_ step: UnsafePointer<PatternProgram.Step>, _ walk: inout Walk) -> Outcome {
        for _ in 0..<step.pointee.minimum {
            let taken = takeOne(step, &walk)
            guard taken == .matched else { return taken }
        }
        let more = step.pointee.maximum &- step.pointee.minimum
        if more > 0 { push(Int32(truncatingIfNeeded: walk.index), walk.place, more, &walk) }
        return .matched
    }

    @inline(__always)
    private func split(_ step: UnsafePointer<PatternProgram.Step>, _ walk: inout Walk) -> Outcome {
        let isFirst = mayTake(step.pointee.test, at: walk.place)
        guard mayTake(step.pointee.follow, at: walk.place) else { return Outcome(isFirst) }
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
            walk.place = Int(frame.place)
            guard frame.extra >= 0 else {
                walk.index = Int(frame.step)
                return .jumped
            }
            let step = steps + Int(frame.step)
            let outcome: Outcome
            if step.pointee.operation == .run {
                let low = Int(frame.extra)
                outcome = giveBack(step, frame.step, from: before(walk.place), to: low, &walk)
            } else {
                outcome = takeOne(step, &walk)
                if outcome == .matched, frame.extra > 1 {
                    push(frame.step, walk.place, frame.extra &- 1, &walk)
                }
            }
            if outcome == .failed { continue }
            walk.index = Int(step.pointee.next)
            return outcome
        }
        return .failed
    }

    // MARK: Characters

    /// Returns the start of the character before a position.
    @inline(__always)
    private func before(_ place: Int) -> Int {
        var place = place &- 1
        while place > 0, bytes[place] & 0xC0 == 0x80 { place &-= 1 }
        return place
    }

    /// Returns the length of the character at a position if the test accepts it, 0 if not, or ``unknown``.
    @inline(__always)
    private func length(of test: PatternTest, at place: Int) -> Int {
        guard place < bytes.count else { return 0 }
        let byte = bytes[place]
        return byte < 0x80 ? (test.contains(byte) ? 1 : 0) : lengthOutside(test.outside, at: place)
    }

    private func lengthOutside(_ outside: PatternTest.Outside, at place: Int) -> Int {
        switch outside {
        case .none: return 0
        case .unknown: return Self.unknown
        case .allButLineEnds where lineEnd(at: place) > 0: return 0
        case .all, .allButLineEnds:
            let byte = bytes[place]
            return byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
        }
    }

    /// `true` if a step that begins with such a character can continue at a position.
    @inline(__always)
    private func mayTake(_ test: PatternTest, at place: Int) -> Bool {
        place < bytes.count ? test.mayMatch(bytes[place]) : test.isOpen
    }

    /// Matches as many characters as a run can.
    ///
    /// - Returns: The minimum end of the run for backtracking, ``none`` if there are too few
    ///   characters, or ``unknown``.
    @inline(__always)
    private func advance(_ step: UnsafePointer<PatternProgram.Step>, _ place: inout Int) -> Int {
        let test = step.pointee.test
        let maximum = Int(step.pointee.maximum)
        let minimum = Int(step.pointee.minimum)
        let start = place
        var low = minimum == 0 ? place : Self.none
        var count = 0
        while count < maximum, place < bytes.count {
            let byte = bytes[place]
            if byte < 0x80 {
                guard test.contains(byte) else { break }
                place &+= 1
            } else {
                let length = lengthOutside(test.outside, at: place)
                guard length >= 0 else { return Self.unknown }
                if length == 0 { break }
                place &+= length
            }
            count &+= 1
            if count == minimum { low = place }
        }
        budget &-= (place &- start) &>> 2
        return low
    }

    /// Shrinks a run to the last end, from `start` down to `low`, at which the next step can begin. Pushes a
    /// frame if it can be shrunk further.
    @inline(__always)
    private func giveBack(
        _ step: UnsafePointer<PatternProgram.Step>, _ index: Int32, from start: Int, to low: Int,
        _ walk: inout Walk
    ) -> Outcome {
        let follow = step.pointee.follow
        var place = start
        defer { budget &-= (start &- place) &>> 2 }
        while !mayTake(follow, at: place) {
            guard place > low else { return .failed }
            place = before(place)
        }
        walk.place = place
        if place > low { push(index, place, Int32(truncatingIfNeeded: low), &walk) }
        return .matched
    }

    // MARK: Positions

    /// Returns the length in bytes of the line break at a position, or 0 if there is none.
    private func lineEnd(at place: Int) -> Int {
        switch bytes[place] {
        case 0x0A...0x0D: return 1
        case 0xC2: return bytes[place + 1] == 0x85 ? 2 : 0
        case 0xE2: return bytes[place + 1] == 0x80 && bytes[place + 2] & 0xFE == 0xA8 ? 3 : 0
        default: return 0
        }
    }

    /// `true` if a line break character precedes a position.
    private func isBehindLineEnd(_ place: Int) -> Bool {
        switch bytes[place - 1] {
        case 0x0A...0x0D: return true
        case 0x85: return bytes[place - 2] == 0xC2
        case 0xA8, 0xA9: return bytes[place - 2] == 0x80 && bytes[place - 3] == 0xE2
        default: return false
        }
    }

    /// `true` if a position is between CR and LF.
    private func isInsideLineEnd(_ place: Int) -> Bool {
        place > 0 && place < bytes.count && bytes[place] == 0x0A && bytes[place - 1] == 0x0D
    }

    /// Evaluates an assertion at a position.
    private func holds(_ assertion: UInt8, at place: Int, _ looksBehind: Bool) -> Outcome {
        let isEnd = place == bytes.count
        switch PatternNode.Assertion(rawValue: assertion) {
        case .textStart: return Outcome(place == 0)
        // No line begins at the end of the text.
        case .lineStart: return Outcome(place == 0 || (!isEnd && isBehindLineEnd(place)))
        case .textEnd: return Outcome(isEnd)
        case .lineEnd: return Outcome(isEnd || (lineEnd(at: place) > 0 && !isInsideLineEnd(place)))
        case .lastLineEnd: return Outcome(isEnd || isLastLineEnd(place))
        case .boundary, .noBoundary:
            let before: UInt8 = place > 0 ? bytes[place - 1] : 0
            let behind: UInt8 = isEnd ? 0 : bytes[place]
            // At the end of the text after a look-behind, ICU's `\b` reads a wrong preceding byte.
            guard before | behind < 0x80, !(isEnd && looksBehind) else { return .unknown }
            let isBoundary = word.contains(before) != word.contains(behind)
            return Outcome(isBoundary == (assertion == PatternNode.Assertion.boundary.rawValue))
        case nil: return .unknown
        }
    }

    /// `true` if only a line break follows a position.
    private func isLastLineEnd(_ place: Int) -> Bool {
        let length = lineEnd(at: place)
        guard length > 0 else { return false }
        if place + 2 == bytes.count, isInsideLineEnd(place + 1) { return true }
        return place + length == bytes.count && !isInsideLineEnd(place)
    }

    /// Evaluates a look-around at a position.
    private func look(
        _ step: UnsafePointer<PatternProgram.Step>, _ steps: UnsafePointer<PatternProgram.Step>, _ walk: Walk
    ) -> Outcome {
        let look = PatternNode.Look(rawValue: step.pointee.byte)
        let isNegated = look == .notAhead || look == .notBehind
        var start = walk.place
        if look == .behind || look == .notBehind {
            for _ in 0..<step.pointee.minimum {
                guard start > 0 else { return Outcome(isNegated) }
                start = before(start)
            }
        }
        let end = run(steps, Int(step.pointee.other), start, bottom: walk.top, walk.looksBehind)
        return end == Self.unknown ? .unknown : Outcome((end >= 0) != isNegated)
    }
}
