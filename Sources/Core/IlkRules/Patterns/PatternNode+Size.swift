import IlkText

/// The sizes of an expression and of its matches.
extension PatternNode {
    /// An upper limit of the number of steps of the program, except for loops whose body can be empty.
    ///
    /// - Complexity: O(*n*) in the size of the tree.
    var stepCount: Int {
        switch self {
        case .empty: return 0
        case .assertion, .oneOf: return 1
        case .character(let bytes, _): return bytes.count
        case .look(let body, _), .atomic(let body): return body.stepCount + 2
        case .sequence(let nodes), .alternatives(let nodes):
            return nodes.reduce(nodes.count) { min($0 + $1.stepCount, Self.countLimit) }
        case .folded(let nodes, _): return nodes.count * 8
        case .repeated(let body, let minimum, let maximum, _):
            if case .oneOf = body { return 1 }
            if case .character(let bytes, _) = body, bytes.count == 1 { return 1 }
            let copies = min(maximum == Self.unbounded ? minimum + 1 : maximum, Self.countLimit)
            // The body of a loop that can be empty is built up to three times.
            let times = maximum == Self.unbounded && body.canBeEmpty ? 3 * copies : copies
            return min((body.stepCount + 1) * times, Self.countLimit)
        }
    }

    /// Keeps products of counts in range.
    private static let countLimit = 1 << 24

    /// The minimum and maximum number of characters of a match. Unbounded repetitions have the maximum
    /// ``unbounded``.
    ///
    /// - Complexity: O(*n*) in the size of the tree.
    var lengths: ClosedRange<Int> {
        switch self {
        case .empty, .look, .assertion: return 0...0
        case .character: return 1...1
        case .oneOf(let set): return set.outside == .allInPairs ? 1...2 : 1...1
        case .folded(_, let text): return (text.count + 2) / 3...text.count
        case .sequence(let parts):
            return parts.reduce(0...0) { sum, part in
                let lengths = part.lengths
                return sum.lowerBound + lengths.lowerBound...Self.sum(sum.upperBound, lengths.upperBound)
            }
        case .alternatives(let branches):
            let all = branches.map(\.lengths)
            return (all.map(\.lowerBound).min() ?? 0)...(all.map(\.upperBound).max() ?? 0)
        case .repeated(let body, let minimum, let maximum, _):
            let lengths = body.lengths
            let (product, isTooLarge) = lengths.upperBound.multipliedReportingOverflow(by: maximum)
            let isUnbounded = isTooLarge || maximum == Self.unbounded && lengths.upperBound > 0
            return min(
                lengths.lowerBound * minimum, Self.countLimit)...(isUnbounded ? Self.unbounded : product)
        case .atomic(let body): return body.lengths
        }
    }

    private static func sum(_ left: Int, _ right: Int) -> Int {
        let (sum, isTooLarge) = left.addingReportingOverflow(right)
        return isTooLarge ? unbounded : sum
    }

    // MARK: Lookbehinds

    /// The maximum number of characters that a lookbehind of varying length reads.
    private static let lookBehindLimit = 1_000

    /// Returns lookbehinds for this expression, one for each length of its matches.
    ///
    /// - Parameter budget: The remaining number of parts to visit. It is the same for all lookbehinds of a pattern.
    /// - Throws: The reason if the expression has no maximum length or is too large.
    func lookBehind(_ look: Look, _ budget: inout Int) throws(PatternError.Reason) -> PatternNode {
        let lengths = lengths
        guard lengths.upperBound < Self.unbounded else { throw .lookBehind }
        if lengths.lowerBound == lengths.upperBound { return .look(self, look) }
        guard lengths.upperBound <= Self.lookBehindLimit else { throw .size }
        var looks: [PatternNode] = []
        for length in lengths {
            if let part = try ofLength(length, &budget) { looks.append(.look(part, look)) }
        }
        return look == .behind ? .alternatives(looks) : .sequence(looks)
    }

    /// Returns an expression for the matches with a number of characters, or `nil` if there are none. Which of
    /// several matches is found first does not matter in a lookbehind.
    private func ofLength(_ length: Int, _ budget: inout Int) throws(PatternError.Reason) -> PatternNode? {
        budget -= 1
        guard budget > 0 else { throw .size }
        let lengths = lengths
        guard lengths.contains(length) else { return nil }
        if lengths.lowerBound == lengths.upperBound { return self }
        switch self {
        case .empty, .look, .assertion, .character: return self
        case .oneOf:
            let pair = [ByteClass("\r", others: []), ByteClass("\n", others: [])]
            return length == 2 ? .sequence(pair.map { .oneOf($0) }) : .oneOf(.all)
        case .folded(let nodes, let text): return try Self.folded(nodes[...], text[...], length, &budget)
        case .sequence(let parts): return try Self.sequence(parts[...], length, &budget)
        case .alternatives(let branches):
            var fitting: [PatternNode] = []
            for branch in branches {
                if let part = try branch.ofLength(length, &budget) { fitting.append(part) }
            }
            return Self.either(fitting)
        case .repeated(_, _, _, .possessive), .atomic: throw .atomicLookBehind
        case .repeated(let body, let minimum, let maximum, _):
            var fitting: [PatternNode] = []
            let own = body.lengths
            let least =
                length > 0 && own.upperBound > 0 ? max(minimum, (length - 1) / own.upperBound + 1) : minimum
            let most = min(maximum, own.lowerBound > 0 ? length / own.lowerBound : maximum)
            guard least <= most else { return nil }
            for count in least...most {
                let copies = [PatternNode](repeating: body, count: count)
                if let part = try Self.sequence(copies[...], length, &budget) { fitting.append(part) }
            }
            return Self.either(fitting)
        }
    }

    private static func either(_ branches: [PatternNode]) -> PatternNode? {
        branches.count > 1 ? .alternatives(branches) : branches.first
    }

    private static func sequence(
        _ parts: ArraySlice<PatternNode>, _ length: Int, _ budget: inout Int
    ) throws(PatternError.Reason) -> PatternNode? {
        budget -= 4 * parts.count  // This is how often their lengths are computed.
        guard let first = parts.first else { return length == 0 ? .empty : nil }
        let all = PatternNode.sequence(Array(parts)).lengths
        guard all.contains(length) else { return nil }
        if all.lowerBound == all.upperBound { return .sequence(Array(parts)) }
        let (own, rest) = (first.lengths, PatternNode.sequence(Array(parts.dropFirst())).lengths)
        var fitting: [PatternNode] = []
        for count in own where count <= length && rest.contains(length - count) {
            guard let part = try first.ofLength(count, &budget),
                let others = try sequence(parts.dropFirst(), length - count, &budget)
            else { continue }
            fitting.append(.sequence([part, others]))
        }
        return either(fitting)
    }

    private static func folded(
        _ nodes: ArraySlice<PatternNode>, _ text: ArraySlice<Unicode.Scalar>, _ length: Int,
        _ budget: inout Int
    ) throws(PatternError.Reason) -> PatternNode? {
        budget -= 1
        guard budget > 0 else { throw .size }
        guard let first = nodes.first else { return length == 0 ? .empty : nil }
        guard length > 0, length <= nodes.count else { return nil }
        var fitting: [PatternNode] = []
        if let rest = try folded(nodes.dropFirst(), text.dropFirst(), length - 1, &budget) {
            fitting.append(.sequence([first, rest]))
        }
        for expansion in CaseFolding.expansions(atStartOf: text) {
            let count = expansion.folded.count
            guard let rest = try folded(nodes.dropFirst(count), text.dropFirst(count), length - 1, &budget)
            else { continue }
            // Only the bytes of such a character are compared.
            let bytes = Array(String(expansion.scalar).utf8)
            fitting.append(.sequence([.character(bytes: bytes, set: .outsideASCII), rest]))
        }
        return either(fitting)
    }
}
