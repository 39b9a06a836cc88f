/// What several expressions may match, as a network of states over bytes (Thompson 1968).
///
/// It knows less than the expressions: a look-around always holds, a long counted repetition has no end, a character
/// outside ASCII is any such character in sets. So it never misses a text that an expression matches, and is wrong
/// about few that none matches.
struct PatternNetwork: Sendable {
    enum Kind: UInt8, Sendable {
        /// Takes a byte of the set `value`.
        case take
        /// Goes on in two places.
        case split
        /// Goes on if the assertion `value` holds.
        case assertion
        /// The expression `value` matches.
        case end
    }

    struct Node: Sendable {
        let kind: Kind
        let value: Int32
        var next: Int32
        var other: Int32 = -1
    }

    private(set) var nodes: [Node] = []
    private(set) var sets: [ByteSet] = []
    /// Where the expressions begin.
    private(set) var starts: [Int32] = []
    /// The numbers of those that are left out because they are too large: they may match anything.
    private(set) var tooLarge: [Int] = []
    private var indexOfSet: [ByteSet: Int32] = [:]
    private var limit = 0

    /// No expression may take more nodes.
    private static let nodeLimit = 4_000
    /// Repetitions of more rounds than this are not counted.
    private let countLimit: Int

    /// How far repetitions are counted where expressions may begin anywhere, and so in many places at once; and where
    /// each begins in one place only.
    static let countAnywhere = 3
    static let countInPlace = 80

    /// The network would become too large.
    private struct TooLarge: Error {}

    /// A network of expressions, numbered in their order, that counts repetitions up to `counting`.
    init(_ patterns: [PatternNode], counting: Int = countAnywhere) {
        countLimit = counting
        for (number, pattern) in patterns.enumerated() {
            let before = nodes.count
            limit = before + Self.nodeLimit
            do {
                let end = try add(Node(kind: .end, value: Int32(number), next: -1))
                starts.append(try build(pattern, end))
            } catch {
                nodes.removeLast(nodes.count - before)
                tooLarge.append(number)
            }
        }
    }

    private mutating func add(_ node: Node) throws(TooLarge) -> Int32 {
        guard nodes.count < limit else { throw TooLarge() }
        nodes.append(node)
        return Int32(nodes.count - 1)
    }

    private mutating func take(_ set: ByteSet, _ next: Int32) throws(TooLarge) -> Int32 {
        let index = indexOfSet[set] ?? Int32(sets.count)
        if index == sets.count {
            indexOfSet[set] = index
            sets.append(set)
        }
        return try add(Node(kind: .take, value: index, next: next))
    }

    private mutating func split(_ first: Int32, _ second: Int32) throws(TooLarge) -> Int32 {
        try add(Node(kind: .split, value: 0, next: first, other: second))
    }

    /// Where a part begins that goes on at `next`.
    private mutating func build(_ pattern: PatternNode, _ next: Int32) throws(TooLarge) -> Int32 {
        switch pattern {
        case .nothing, .look: return next
        case .assertion(let assertion):
            return try add(Node(kind: .assertion, value: Int32(assertion.rawValue), next: next))
        case .character(let bytes, let set):
            guard bytes.count > 1 else { return try build(set, next) }
            var start = next
            for byte in bytes.reversed() { start = try take(ByteSet(byte...byte), start) }
            return start
        case .oneOf(let set): return try build(set, next)
        case .sequence(let parts):
            var start = next
            for part in parts.reversed() { start = try build(part, start) }
            return start
        case .alternatives(let branches):
            var start = try build(branches[branches.count - 1], next)
            for branch in branches.dropLast().reversed() { start = try split(build(branch, next), start) }
            return start
        case .repeated(let body, let minimum, let maximum, _):
            return try build(body, times: minimum, maximum, next)
        case .atomic(let body): return try build(body, next)
        case .unknown:
            let loop = try split(-1, next)
            nodes[Int(loop)].next = try take(.all, loop)
            return loop
        }
    }

    private mutating func build(_ set: ByteClass, _ next: Int32) throws(TooLarge) -> Int32 {
        let ascii = ByteSet(ascii: set)
        guard !set.others.isEmpty else { return try take(ascii, next) }
        let loop = try split(-1, next)
        let trailing = try take(.trailing, loop)
        nodes[Int(loop)].next = trailing
        let leading = try take(.leading, trailing)
        return ascii.isEmpty ? leading : try split(take(ascii, next), leading)
    }

    private mutating func build(
        _ body: PatternNode, times minimum: Int, _ maximum: Int, _ next: Int32
    ) throws(TooLarge) -> Int32 {
        let copies = min(minimum, countLimit)
        var start = next
        if minimum > copies || maximum == PatternNode.unbounded || maximum - minimum > countLimit {
            let loop = try split(-1, next)
            nodes[Int(loop)].next = try build(body, loop)
            start = loop
        } else {
            for _ in 0..<max(0, maximum - minimum) { start = try split(build(body, start), next) }
        }
        for _ in 0..<copies { start = try build(body, start) }
        return start
    }
}
