import IlkVocabulary

/// A nondeterministic finite automaton over bytes, simulated without backtracking (Thompson 1968).
///
/// The automaton accepts more texts than the expression: look-arounds are always true, long counted
/// repetitions are unbounded, and a non-ASCII character is any nonempty sequence of non-ASCII bytes.
/// Therefore only a negative result is certain.
struct PatternAutomaton {
    private enum Node {
        case byte(UInt8, next: Int)
        case oneOf(ByteClass, next: Int)
        case split(Int, Int)
        case assertion(PatternNode.Assertion, next: Int)
        case end
    }

    private var nodes = [Node.end]
    private var start = 0

    private static let nodeLimit = 4_000
    /// The number of iterations above which a counted repetition is treated as unbounded.
    private static let countLimit = 3
    /// The maximum number of node visits per text. They take about 10 ms.
    private static let visitLimit = 1_000_000

    private struct TooLarge: Error {}

    /// Creates the automaton of an expression. Returns `nil` if it is too large.
    init?(_ pattern: PatternNode) {
        do { start = try build(pattern, 0) } catch { return nil }
    }

    private mutating func add(_ node: Node) throws(TooLarge) -> Int {
        guard nodes.count < Self.nodeLimit else { throw TooLarge() }
        nodes.append(node)
        return nodes.count - 1
    }

    /// Adds a part that continues at `next`, and returns its first node.
    private mutating func build(_ pattern: PatternNode, _ next: Int) throws(TooLarge) -> Int {
        switch pattern {
        case .empty, .look: return next
        case .assertion(let assertion): return try add(.assertion(assertion, next: next))
        case .character(let bytes, let set):
            guard bytes.count > 1 else { return try build(set, next) }
            var start = next
            for byte in bytes.reversed() { start = try add(.byte(byte, next: start)) }
            return start
        case .oneOf(let set): return try build(set, next)
        case .sequence(let parts):
            var start = next
            for part in parts.reversed() { start = try build(part, start) }
            return start
        case .alternatives(let branches):
            var start = try build(branches[branches.count - 1], next)
            for branch in branches.dropLast().reversed() {
                start = try add(.split(build(branch, next), start))
            }
            return start
        case .repeated(let body, let minimum, let maximum, _):
            return try build(body, times: minimum, maximum, next)
        case .atomic(let body): return try build(body, next)
        case .unknown:
            return try buildLoop(next) { network, loop throws(TooLarge) in try network.build(.all, loop) }
        }
    }

    private mutating func build(_ set: ByteClass, _ next: Int) throws(TooLarge) -> Int {
        guard !set.others.isEmpty else { return try add(.oneOf(set, next: next)) }
        let rest = try buildLoop(next) { network, loop throws(TooLarge) in
            try network.add(.oneOf(.outsideASCII, next: loop))
        }
        return try add(.oneOf(set, next: rest))
    }

    /// Adds a loop that repeats a body any number of times.
    private mutating func buildLoop(
        _ next: Int, _ body: (_ network: inout PatternAutomaton, _ loop: Int) throws(TooLarge) -> Int
    ) throws(TooLarge) -> Int {
        let loop = try add(.split(next, next))
        nodes[loop] = .split(try body(&self, loop), next)
        return loop
    }

    private mutating func build(
        _ body: PatternNode, times minimum: Int, _ maximum: Int, _ next: Int
    ) throws(TooLarge) -> Int {
        let copies = min(minimum, Self.countLimit)
        var start = next
        if minimum > copies || maximum == PatternNode.unbounded || maximum - minimum > Self.countLimit {
            start = try buildLoop(next) { network, loop throws(TooLarge) in try network.build(body, loop) }
        } else {
            for _ in 0..<max(0, maximum - minimum) { start = try add(.split(build(body, start), next)) }
        }
        for _ in 0..<copies { start = try build(body, start) }
        return start
    }

    /// `true` if the expression may match somewhere in a text, or if the visit limit is reached.
    ///
    /// - Complexity: O(*nm*) for *n* bytes and *m* nodes.
    func mayMatch(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var marks = [Int](repeating: -1, count: nodes.count)
        var open: [Int] = []
        var stack: [Int] = []
        var visits = 0
        for place in 0...bytes.count {
            let before = place > 0 ? bytes[place - 1] : nil
            let behind = place < bytes.count ? bytes[place] : nil
            swap(&stack, &open)
            stack.append(start)
            while let index = stack.popLast() {
                guard marks[index] != place else { continue }
                marks[index] = place
                visits += 1
                switch nodes[index] {
                case .end: return true
                case .split(let first, let second): stack += [second, first]
                case .assertion(let assertion, let next):
                    if Self.mayHold(assertion, before, behind) { stack.append(next) }
                case .byte(let byte, let next): if byte == behind { open.append(next) }
                case .oneOf(let set, let next):
                    if let behind, behind < 0x80 ? set.contains(behind) : !set.others.isEmpty {
                        open.append(next)
                    }
                }
            }
            guard visits < Self.visitLimit else { return true }
        }
        return false
    }

    /// `true` if an assertion may be true between two bytes. `nil` stands for either end of the text.
    private static func mayHold(_ assertion: PatternNode.Assertion, _ before: UInt8?, _ behind: UInt8?)
        -> Bool
    {
        switch assertion {
        case .textStart: return before == nil
        case .textEnd: return behind == nil
        // Single bytes decide here: U+0085, U+2028 and U+2029 are recognized by their last or first byte.
        case .lineStart:
            guard let before else { return true }
            return 0x0A...0x0D ~= before || [0x85, 0xA8, 0xA9].contains(before)
        case .lineEnd, .lastLineEnd:
            guard let behind else { return true }
            return 0x0A...0x0D ~= behind || [0xC2, 0xE2].contains(behind)
        case .boundary, .noBoundary:
            guard let left = isWord(before), let right = isWord(behind) else { return true }
            return (left != right) == (assertion == .boundary)
        }
    }

    /// `true` if a byte is a word character, or `nil` if the byte alone does not decide.
    private static func isWord(_ byte: UInt8?) -> Bool? {
        guard let byte else { return false }
        return byte < 0x80 ? byte.isASCIIWord : nil
    }
}
