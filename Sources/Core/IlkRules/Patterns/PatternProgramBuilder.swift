import IlkVocabulary

/// Builds the steps of a ``PatternProgram``, from the end of the expression to its start.
struct PatternProgramBuilder {
    private typealias Step = PatternProgram.Step

    private(set) var steps: [PatternProgram.Step] = []
    private(set) var looksBehind = false
    private var registers: Int32 = 0
    /// The cached results of `first(_:through:)`. A key contains the step in its low half and the groups in
    /// its high half.
    private var firsts: [UInt64: PatternTest] = [:]

    private static let stepLimit = 4_000

    /// The expression cannot be compiled to steps.
    struct Unsupported: Error {}

    /// Returns the first step of an expression.
    mutating func build(_ node: PatternNode) throws(Unsupported) -> Int32 {
        try build(node, try add(Step(operation: .end, next: -1)))
    }

    private mutating func add(_ step: PatternProgram.Step) throws(Unsupported) -> Int32 {
        guard steps.count < Self.stepLimit else { throw Unsupported() }
        steps.append(step)
        return Int32(steps.count - 1)
    }

    private mutating func build(_ node: PatternNode, _ next: Int32) throws(Unsupported) -> Int32 {
        switch node {
        case .empty: return next
        case .look(let body, let look): return try build(body, look, next)
        case .assertion(let assertion):
            return try add(Step(operation: .assertion, byte: assertion.rawValue, next: next))
        case .character(let bytes, let set):
            guard bytes.count > 1 else { return try build(set, next) }
            var start = next
            for byte in bytes.reversed() {
                start = try add(Step(operation: .byte, byte: byte, next: start))
            }
            return start
        case .oneOf(let set): return try build(set, next)
        case .sequence(let parts):
            var start = next
            for part in parts.reversed() { start = try build(part, start) }
            return start
        case .alternatives(let branches):
            guard let last = branches.last else { throw Unsupported() }
            var start = try build(last, next)
            for branch in branches.dropLast().reversed() {
                start = try add(Step(operation: .split, next: try build(branch, next), other: start))
            }
            return start
        case .repeated(let body, let minimum, let maximum, let greed):
            if let set = body.singleSet { return try build(set, minimum, maximum, greed, next) }
            guard greed == .possessive else { return try build(body, minimum, maximum, greed, next) }
            return try buildAtomic(.repeated(body, minimum: minimum, maximum: maximum, .greedy), next)
        case .atomic(let body): return try buildAtomic(body, next)
        case .unknown(let expansion?): return try build(expansion, next)
        case .unknown: throw Unsupported()
        }
    }

    private mutating func build(_ set: ByteClass, _ next: Int32) throws(Unsupported) -> Int32 {
        let members = set.others.isEmpty ? set.members : []
        if members.count == 1 { return try add(Step(operation: .byte, byte: members[0], next: next)) }
        if members.count == 2, members[0] | 0x20 == members[1], members[0].isASCIIAlphanumeric {
            return try add(Step(operation: .letter, byte: members[1], next: next))
        }
        return try add(Step(operation: .one, next: next, test: PatternTest(set)))
    }

    // MARK: Repetitions

    private mutating func build(
        _ set: ByteClass, _ minimum: Int, _ maximum: Int, _ greed: PatternNode.Greed, _ next: Int32
    ) throws(Unsupported) -> Int32 {
        let operation: PatternProgram.Operation =
            switch greed {
            case .greedy: .run
            case .lazy: .lazyRun
            case .possessive: .finalRun
            }
        guard minimum <= maximum else { throw Unsupported() }
        return try add(
            Step(
                operation: operation, next: next, minimum: Int32(clamping: minimum),
                maximum: Int32(clamping: maximum), test: PatternTest(set)))
    }

    private mutating func build(
        _ body: PatternNode, _ minimum: Int, _ maximum: Int, _ greed: PatternNode.Greed, _ next: Int32
    ) throws(Unsupported) -> Int32 {
        // ICU has special rules for loops with an empty match.
        guard minimum <= maximum, maximum == 1 || !body.canBeEmpty else { throw Unsupported() }
        var start = next
        var copies = minimum
        if maximum == PatternNode.unbounded {
            let loop = try add(Step(operation: .split, next: -1))
            let round = try build(body, loop)
            let (first, second) = greed == .lazy ? (next, round) : (round, next)
            steps[Int(loop)].next = first
            steps[Int(loop)].other = second
            start = loop
            if minimum > 0 { (start, copies) = (round, minimum - 1) }
        } else {
            for _ in 0..<maximum - minimum {
                let round = try build(body, start)
                let (first, second) = greed == .lazy ? (next, round) : (round, next)
                start = try add(Step(operation: .split, next: first, other: second))
            }
        }
        for _ in 0..<copies { start = try build(body, start) }
        return start
    }

    private mutating func buildAtomic(_ body: PatternNode, _ next: Int32) throws(Unsupported) -> Int32 {
        guard Int(registers) < PatternProgram.registerLimit else { throw Unsupported() }
        let register = registers
        registers += 1
        let release = try add(Step(operation: .endAtomic, next: next, minimum: register))
        let inner = try build(body, release)
        return try add(Step(operation: .beginAtomic, next: inner, other: next, minimum: register))
    }

    // MARK: Look-arounds

    private mutating func build(
        _ body: PatternNode, _ look: PatternNode.Look, _ next: Int32
    ) throws(Unsupported) -> Int32 {
        var length = 0
        if look == .behind || look == .notBehind {
            guard let fixed = body.fixedLength else { throw Unsupported() }
            length = fixed
            looksBehind = true
        }
        let inner = try build(body, try add(Step(operation: .end, next: -1)))
        return try add(
            Step(
                operation: .look, byte: look.rawValue, next: next, other: inner,
                minimum: Int32(clamping: length)))
    }

    // MARK: First and follow sets

    /// Sets the characters that may follow each step. Call this after all steps are built. Returns the
    /// characters with which a match can begin.
    mutating func finish(_ start: Int32) -> PatternTest {
        for index in steps.indices {
            let step = steps[index]
            switch step.operation {
            case .split:
                steps[index].test = first(step.next)
                steps[index].follow = first(step.other)
            case .run, .lazyRun, .finalRun:
                let follow = first(step.next)
                steps[index].follow = follow
                // If the next character cannot be in the run, giving characters back cannot help.
                if step.operation == .run, step.test.isDisjoint(with: follow) {
                    steps[index].operation = .finalRun
                }
            default: break
            }
        }
        return first(start)
    }

    /// Returns the characters that can come first if matching starts at a step. Terminates because loops
    /// match at least one character.
    ///
    /// - Parameter groups: One bit for each atomic group that was entered before the step. At the end of any
    ///   other atomic group, all characters are allowed, because the group does not backtrack.
    private mutating func first(_ index: Int32, through groups: UInt32 = 0) -> PatternTest {
        let key = UInt64(groups) << 32 | UInt64(index)
        if let known = firsts[key] { return known }
        let step = steps[Int(index)]
        var first: PatternTest
        switch step.operation {
        case .byte: first = PatternTest(byte: step.byte)
        case .letter: first = PatternTest(letter: step.byte)
        case .one: first = step.test
        case .run, .lazyRun, .finalRun:
            first = step.test
            if step.minimum == 0 { first.formUnion(self.first(step.next, through: groups)) }
        case .split:
            first = self.first(step.next, through: groups)
            first.formUnion(self.first(step.other, through: groups))
        case .assertion, .look: first = self.first(step.next, through: groups)
        case .beginAtomic: first = self.first(step.next, through: groups | 1 << UInt32(step.minimum))
        case .endAtomic where groups >> UInt32(step.minimum) & 1 == 1:
            first = self.first(step.next, through: groups & ~(1 << UInt32(step.minimum)))
        case .endAtomic, .end: first = .open
        }
        firsts[key] = first
        return first
    }
}

extension PatternNode {
    /// The set, if the node matches one character of a set. `nil` for other nodes and for a single non-ASCII
    /// character.
    fileprivate var singleSet: ByteClass? {
        switch self {
        case .character(let bytes, let set): bytes.count == 1 ? set : nil
        case .oneOf(let set): set
        default: nil
        }
    }

    /// The number of characters in every match, or `nil` if it varies.
    fileprivate var fixedLength: Int? {
        switch self {
        case .empty, .look, .assertion: return 0
        case .character, .oneOf: return 1
        case .sequence(let parts):
            var sum = 0
            for part in parts {
                guard let length = part.fixedLength else { return nil }
                sum += length
            }
            return sum
        case .alternatives(let branches):
            guard let length = branches.first?.fixedLength else { return nil }
            return branches.allSatisfy { $0.fixedLength == length } ? length : nil
        case .repeated(let body, let minimum, let maximum, _):
            guard minimum == maximum, minimum <= 100 else { return nil }
            return body.fixedLength.map { $0 * minimum }
        case .atomic(let body): return body.fixedLength
        case .unknown: return nil
        }
    }
}
