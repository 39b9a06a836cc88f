import IlkRules

/// The position automaton of an expression (Glushkov construction, 1961), with the number of paths between
/// two positions, because a backtracking engine tries all of them.
struct PositionAutomaton {
    /// The maximum number of positions and of transitions.
    private static let placeLimit = 2_000
    private static let stepLimit = 20_000
    /// The maximum number of positions of a loop that is searched for two paths of the same text.
    private static let loopLimit = 64

    /// A transition to a position and the number of its paths, where 2 stands for two or more.
    private struct Step {
        let place: Int
        var ways: Int
    }

    /// A subexpression: its first and last positions, and the number of ways to match the empty string.
    private struct Part {
        var first: [Step] = []
        var last: [Step] = []
        var emptyWays = 1
    }

    /// The characters that each position matches. An empty set means that the characters are unknown. Such a
    /// position overlaps no other position.
    private var sets: [ByteClass] = []
    /// The transitions from each position.
    private var steps: [[Step]] = []
    private var stepCount = 0
    /// The positions of single characters in unbounded or nearly unbounded repetitions.
    private var endless: Set<Int> = []
    /// A repetition with at least this maximum is nearly unbounded.
    private static let nearlyEndless = 500
    /// The last positions of the expression.
    private var ends: Set<Int> = []

    private struct TooLarge: Error {}

    /// Creates the automaton. Returns `nil` if it is too large.
    init?(_ node: PatternNode) {
        do {
            ends = Set(try outside(node).last.map(\.place))
        } catch {
            return nil
        }
    }

    // MARK: Building

    private mutating func place(_ set: ByteClass, canBeEmpty: Bool = false) throws(TooLarge) -> Part {
        guard sets.count < Self.placeLimit else { throw TooLarge() }
        sets.append(set)
        steps.append([])
        let only = [Step(place: sets.count - 1, ways: 1)]
        return Part(first: only, last: only, emptyWays: canBeEmpty ? 1 : 0)
    }

    /// Adds a subexpression that is outside all loops. A subexpression without loops becomes one position
    /// without characters, because it matters only as a separator of loops.
    private mutating func outside(_ node: PatternNode) throws(TooLarge) -> Part {
        guard Self.loops(node) else { return try place(ByteClass(), canBeEmpty: Self.canPass(node)) }
        return try outsideWithLoop(node)
    }

    /// Adds a subexpression that is outside all loops and contains one.
    private mutating func outsideWithLoop(_ node: PatternNode) throws(TooLarge) -> Part {
        switch node {
        case .sequence(let nodes):
            var whole = Part()
            // All parts up to the next loop become one position.
            var isWithout = false
            var canPass = true
            for node in nodes {
                if Self.loops(node) {
                    if isWithout { whole = try joined(whole, try place(ByteClass(), canBeEmpty: canPass)) }
                    whole = try joined(whole, try outsideWithLoop(node))
                    (isWithout, canPass) = (false, true)
                } else {
                    isWithout = true
                    canPass = canPass && Self.canPass(node)
                }
            }
            return isWithout ? try joined(whole, try place(ByteClass(), canBeEmpty: canPass)) : whole
        case .alternatives(let branches): return try either(branches, isOutside: true)
        default: return try part(node)
        }
    }

    /// `true` if a subexpression contains a backtracking loop.
    private static func loops(_ node: PatternNode) -> Bool {
        switch node {
        case .empty, .look, .assertion, .character, .oneOf, .unknown, .atomic,
            .repeated(_, _, _, .possessive):
            false
        case .sequence(let nodes), .alternatives(let nodes): nodes.contains(where: loops)
        case .repeated(let body, _, let maximum, _): maximum >= PatternLint.manyTimes || loops(body)
        }
    }

    /// `true` if a match can skip a subexpression without loops. Assertions do not count as skippable,
    /// because they separate loops.
    private static func canPass(_ node: PatternNode) -> Bool {
        switch node {
        case .empty, .look, .unknown: true
        case .assertion, .character, .oneOf: false
        case .atomic(let body): body.canBeEmpty
        case .repeated(let body, let minimum, _, .possessive): minimum == 0 || body.canBeEmpty
        case .repeated(let body, let minimum, _, _): minimum == 0 || canPass(body)
        case .sequence(let nodes): nodes.allSatisfy(canPass)
        case .alternatives(let nodes): nodes.contains(where: canPass)
        }
    }

    private mutating func part(_ node: PatternNode) throws(TooLarge) -> Part {
        if node.isAnyCharacter { return try place(.all) }
        switch node {
        case .empty, .look: return Part()
        case .character(_, let set), .oneOf(let set): return try place(set)
        // An assertion depends on its context, so it is treated like a separate character.
        case .assertion: return try place(ByteClass())
        case .unknown: return try place(ByteClass(), canBeEmpty: true)
        // Atomic parts do not backtrack, so there is one path.
        case .atomic(let body): return try place(ByteClass(), canBeEmpty: body.canBeEmpty)
        case .repeated(let body, let minimum, _, .possessive):
            return try place(ByteClass(), canBeEmpty: minimum == 0 || body.canBeEmpty)
        case .sequence(let nodes):
            var whole = Part()
            for node in nodes { whole = try joined(whole, try part(node)) }
            return whole
        case .alternatives(let branches): return try either(branches, isOutside: false)
        case .repeated(let body, let minimum, let maximum, _):
            return try repeated(body, minimum, maximum)
        }
    }

    private mutating func either(
        _ branches: [PatternNode], isOutside: Bool
    ) throws(TooLarge) -> Part {
        var whole = Part(emptyWays: 0)
        for branch in branches {
            let part = isOutside ? try outside(branch) : try part(branch)
            whole.first += part.first
            whole.last += part.last
            whole.emptyWays = min(2, whole.emptyWays + part.emptyWays)
        }
        return whole
    }

    private mutating func repeated(
        _ body: PatternNode, _ minimum: Int, _ maximum: Int
    ) throws(TooLarge) -> Part {
        guard maximum < PatternLint.manyTimes else {
            var loop = try part(body)
            try connect(loop.last, loop.first)
            if minimum == 0 { loop.emptyWays = 1 }
            if maximum >= Self.nearlyEndless, loop.first.count == 1, let place = loop.first.first?.place {
                endless.insert(place)
            }
            return loop
        }
        // An optional round is followed only by optional rounds, so there is one way to match fewer.
        var whole = Part()
        for round in (0..<maximum).reversed() {
            whole = try joined(try part(body), whole)
            if round >= minimum { whole.emptyWays = 1 }
        }
        return whole
    }

    private mutating func joined(_ left: Part, _ right: Part) throws(TooLarge) -> Part {
        try connect(left.last, right.first)
        var whole = Part(emptyWays: min(2, left.emptyWays * right.emptyWays))
        whole.first = Self.sum(left.first, Self.times(right.first, left.emptyWays))
        whole.last = Self.sum(right.last, Self.times(left.last, right.emptyWays))
        return whole
    }

    private static func times(_ steps: [Step], _ ways: Int) -> [Step] {
        switch ways {
        case 0: []
        case 1: steps
        default: steps.map { Step(place: $0.place, ways: 2) }
        }
    }

    /// Returns the concatenation, without a copy if one array is empty.
    private static func sum(_ left: [Step], _ right: [Step]) -> [Step] {
        left.isEmpty ? right : right.isEmpty ? left : left + right
    }

    private mutating func connect(_ last: [Step], _ first: [Step]) throws(TooLarge) {
        for from in last {
            for next in first {
                let ways = min(2, from.ways * next.ways)
                if let known = steps[from.place].firstIndex(where: { $0.place == next.place }) {
                    steps[from.place][known].ways = min(2, steps[from.place][known].ways + ways)
                    continue
                }
                stepCount += 1
                guard stepCount < Self.stepLimit else { throw TooLarge() }
                steps[from.place].append(Step(place: next.place, ways: ways))
            }
        }
    }

    // MARK: Analysis

    /// `true` if both positions match a common character. Non-ASCII characters are known only roughly, so
    /// they count only if neither position matches ASCII.
    private func overlap(_ left: Int, _ right: Int) -> Bool {
        let (first, second) = (sets[left], sets[right])
        let (plain, otherPlain) = (first.with(others: []), second.with(others: []))
        if !plain.isDisjoint(with: otherPlain) { return true }
        return plain == ByteClass() && otherPlain == ByteClass() && !first.isDisjoint(with: second)
    }

    /// `true` if some text has two paths from a position of a loop back to the same position. Repeating the
    /// text doubles the number of paths (Weber and Seidl 1991).
    var isExponential: Bool { loops().contains { hasTwoWays($0) } }

    private func hasTwoWays(_ loop: [Int]) -> Bool {
        // A position has only one path to itself.
        guard loop.count > 1 else {
            return sets[loop[0]] != ByteClass()
                && steps[loop[0]].contains { $0.place == loop[0] && $0.ways > 1 }
        }
        var number: [Int: Int] = [:]
        for (index, place) in loop.enumerated() { number[place] = index }
        let inner = loop.map { place in
            steps[place].filter { number[$0.place] != nil && sets[$0.place] != ByteClass() }
        }
        if inner.joined().contains(where: { $0.ways > 1 }) { return true }
        guard loop.count <= Self.loopLimit else { return false }
        // This is a search in the product automaton for pairs of different positions that the same text
        // reaches from one position, and from which the same text leads back to one position.
        let count = loop.count
        var next = [[Int]](repeating: [], count: count * count)
        var before = next
        for left in 0..<count {
            for right in 0..<count {
                for step in inner[left] {
                    for other in inner[right] where overlap(step.place, other.place) {
                        guard let first = number[step.place], let second = number[other.place] else {
                            continue
                        }
                        next[left * count + right].append(first * count + second)
                        before[first * count + second].append(left * count + right)
                    }
                }
            }
        }
        let same = (0..<count).map { $0 * count + $0 }
        let ahead = Self.reached(from: same, next)
        let behind = Self.reached(from: same, before)
        return ahead.indices.contains { $0 / count != $0 % count && ahead[$0] && behind[$0] }
    }

    private static func reached(from starts: [Int], _ next: [[Int]]) -> [Bool] {
        var isReached = [Bool](repeating: false, count: next.count)
        var open = starts
        while let place = open.popLast() {
            guard !isReached[place] else { continue }
            isReached[place] = true
            open += next[place]
        }
        return isReached
    }

    /// `true` if two adjacent loops match the same characters and must be followed by something. If that
    /// continuation is missing, the engine tries every division of the text between the loops.
    var isPolynomial: Bool {
        endless.contains { place in
            isOwnLoop(place)
                && steps[place].contains { step in
                    step.place != place && endless.contains(step.place) && isOwnLoop(step.place)
                        && overlap(place, step.place)
                        && !ends.contains(step.place)
                        && !steps[step.place].contains { $0.place == place }
                }
        }
    }

    private func isOwnLoop(_ place: Int) -> Bool { steps[place].contains { $0.place == place } }

    /// Returns the strongly connected components that contain a cycle, with Tarjan's algorithm (1972).
    private func loops() -> [[Int]] {
        var number = [Int](repeating: -1, count: sets.count)
        var low = number
        var isOpen = [Bool](repeating: false, count: sets.count)
        var stack: [Int] = []
        var found: [[Int]] = []
        var way: [(place: Int, next: Int)] = []
        var counter = 0
        func enter(_ place: Int) {
            (number[place], low[place]) = (counter, counter)
            counter += 1
            stack.append(place)
            isOpen[place] = true
            way.append((place, 0))
        }
        for start in sets.indices where number[start] < 0 {
            enter(start)
            while let (place, next) = way.last {
                if next < steps[place].count {
                    way[way.count - 1].next += 1
                    let other = steps[place][next].place
                    if number[other] < 0 {
                        enter(other)
                    } else if isOpen[other] {
                        low[place] = min(low[place], number[other])
                    }
                    continue
                }
                way.removeLast()
                if let parent = way.last?.place { low[parent] = min(low[parent], low[place]) }
                guard low[place] == number[place], let first = stack.lastIndex(of: place) else { continue }
                let loop = Array(stack[first...])
                stack.removeLast(loop.count)
                for member in loop { isOpen[member] = false }
                if loop.count > 1 || isOwnLoop(place) { found.append(loop) }
            }
        }
        return found
    }
}

extension PatternNode {
    /// `true` for `.` with the `s` flag, which has two branches: CR LF, and any character. The branches are
    /// not ambiguous, because the engine never tries the second branch for CR LF.
    fileprivate var isAnyCharacter: Bool {
        guard case .alternatives(let branches) = self, branches.count == 2,
            case .oneOf(let set) = branches[1],
            case .sequence(let lineEnd) = branches[0]
        else { return false }
        return set == .all && lineEnd.count == 2
    }
}
