/// The steps whose results are stored, so that no step runs twice at a position.
extension PatternMachine {
    /// Enters the current step of a walk. Returns the stored outcome if the step was entered before at this
    /// position.
    @inline(__always)
    func enter(_ walk: inout Walk) -> Outcome? {
        isMemoized ? recall(&walk) : nil
    }

    func recall(_ walk: inout Walk) -> Outcome? {
        guard let memo else { return nil }
        let known = memo[walk.index, walk.place]
        if known == PatternMemo.unknown {
            memo[walk.index, walk.place] = PatternMemo.failed
            mark(walk.place, walk.place, walk)
            return nil
        }
        if known == PatternMemo.failed { return .failed }
        walk.place = Int(known) - 1
        return .ended
    }

    /// Records that the step of a walk was entered at the positions from `lower` to `upper`. Outside groups
    /// this is not needed, because a match ends the walk and its steps are not reached again.
    func mark(_ lower: Int, _ upper: Int, _ walk: Walk) {
        guard walk.isInner else { return }
        marks.append(
            Mark(
                step: Int32(truncatingIfNeeded: walk.index), lower: Int32(truncatingIfNeeded: lower),
                upper: Int32(truncatingIfNeeded: upper)))
    }

    /// Returns the end of a completed walk. In a group, also stores this end for every step that led to it.
    func end(_ walk: Walk) -> Int {
        guard isMemoized, walk.isInner, let memo else { return walk.place }
        let end = Int32(truncatingIfNeeded: walk.place + 1)
        while marks.count > walk.marks {
            let mark = marks[marks.count - 1]
            marks.removeLast(1)
            for place in mark.lower...mark.upper { memo[Int(mark.step), Int(place)] = end }
        }
        return walk.place
    }

    /// Matches a greedy run without a maximum. The stored result at a position covers all ends from there on,
    /// so the run stops at the first position with a stored result.
    func matchLoop(_ step: UnsafePointer<PatternProgram.Step>, _ walk: inout Walk) -> Outcome {
        if let shortage = matchMinimum(step, &walk) { return shortage }
        guard let memo else { return .unknown }
        let low = walk.place
        var last = Self.none
        while true {
            let known = memo[walk.index, walk.place]
            if known > 0 {
                if last >= 0 { mark(low, last, walk) }
                walk.place = Int(known) - 1
                return .ended
            }
            if known == PatternMemo.failed { break }
            memo[walk.index, walk.place] = PatternMemo.failed
            last = walk.place
            budget &-= 1
            let length = length(of: step.pointee.test, at: walk.place)
            if length == 0 { break }
            walk.place &+= length
        }
        guard last >= 0 else { return .failed }
        let outcome = giveBack(step, Int32(truncatingIfNeeded: walk.index), from: last, to: low, &walk)
        if outcome == .matched { mark(low, walk.place, walk) }
        return outcome
    }

    /// Matches a possessive run without a maximum. The run has the same end from each of its positions.
    func matchFinalLoop(_ step: UnsafePointer<PatternProgram.Step>, _ walk: inout Walk) -> Outcome {
        if let shortage = matchMinimum(step, &walk) { return shortage }
        guard let memo else { return .unknown }
        let start = walk.place
        var stop = start
        while true {
            let known = memo[walk.index, stop]
            if known > 0 {
                walk.place = Int(known) - 1
                break
            }
            budget &-= 1
            let length = length(of: step.pointee.test, at: stop)
            walk.place = stop
            if length == 0 { break }
            stop &+= length
        }
        let end = Int32(truncatingIfNeeded: walk.place + 1)
        for place in start...stop where memo[walk.index, place] == PatternMemo.unknown {
            memo[walk.index, place] = end
        }
        return .matched
    }
}
