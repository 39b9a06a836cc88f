import IlkText
import IlkVocabulary

/// Builds the steps of a ``PatternProgram``, from the end of the expression to its start.
struct PatternProgramBuilder {
    private typealias Step = PatternProgram.Step

    private(set) var steps: [PatternProgram.Step] = []
    private var registers: Int32 = 0
    /// The cached results of `first(_:through:)`. A key contains the step in its low half and the groups in
    /// its high half.
    private var firsts: [UInt64: PatternTest] = [:]

    static let stepLimit = 20_000
    /// The number of atomic groups that ``first(_:through:)`` can track. The end of any other group is open.
    private static let registerLimit = 32

    /// The expression has too many steps.
    struct TooLarge: Error {}

    /// The continuations of a part of a loop's body.
    ///
    /// As in ICU, a loop ends after an empty iteration. Therefore the builder makes two copies of each part that
    /// can be empty: one for an iteration that has matched no character so far, and one for others. Outside such
    /// loops both continuations are the same.
    private struct Exits {
        /// The next step if the iteration has matched no character.
        var idle: Int32
        /// The next step if it has.
        var moved: Int32

        init(idle: Int32, moved: Int32) { (self.idle, self.moved) = (idle, moved) }
        init(_ next: Int32) { (idle, moved) = (next, next) }

        var areSame: Bool { idle == moved }
    }

    /// Returns the first step of an expression.
    mutating func build(_ node: PatternNode) throws(TooLarge) -> Int32 {
        try build(node, Exits(try add(Step(operation: .end, next: -1))))
    }

    private mutating func add(_ step: PatternProgram.Step) throws(TooLarge) -> Int32 {
        guard steps.count < Self.stepLimit else { throw TooLarge() }
        steps.append(step)
        return Int32(steps.count - 1)
    }

    private mutating func build(_ node: PatternNode, _ exits: Exits) throws(TooLarge) -> Int32 {
        switch node {
        case .empty: return exits.idle
        case .look(let body, let look): return try build(body, look, exits.idle)
        case .assertion(let assertion):
            return try add(Step(operation: .assertion, byte: assertion.rawValue, next: exits.idle))
        case .character(let bytes, let set):
            return bytes.count > 1 ? try build(bytes, exits.moved) : try build(set, exits.moved)
        case .folded(let nodes, let text): return try build(nodes, text, exits.moved)
        case .oneOf(let set): return try build(set, exits.moved)
        case .sequence(let parts):
            var exits = exits
            for part in parts.reversed() { exits = try before(part, exits) }
            return exits.idle
        case .alternatives(let branches):
            guard let last = branches.last else { return exits.idle }
            var start = try build(last, exits)
            for branch in branches.dropLast().reversed() {
                start = try add(Step(operation: .split, next: try build(branch, exits), other: start))
            }
            return start
        case .repeated(let body, let minimum, let maximum, let greed):
            if maximum == 0 { return exits.idle }
            let isTracked = minimum == 0 && !exits.areSame
            if let set = body.singleSet, !isTracked {
                return try build(set, minimum, maximum, greed, exits.moved)
            }
            guard greed == .possessive else { return try build(body, minimum, maximum, greed, exits) }
            return try buildAtomic(.repeated(body, minimum: minimum, maximum: maximum, .greedy), exits)
        case .atomic(let body): return try buildAtomic(body, exits)
        }
    }

    /// Adds the steps of one part of a sequence before the given continuations.
    private mutating func before(_ part: PatternNode, _ exits: Exits) throws(TooLarge) -> Exits {
        let moved = try build(part, Exits(exits.moved))
        guard !exits.areSame, part.canBeEmpty else { return Exits(moved) }
        return Exits(idle: try build(part, exits), moved: moved)
    }

    private mutating func build(_ bytes: [UInt8], _ next: Int32) throws(TooLarge) -> Int32 {
        var start = next
        for byte in bytes.reversed() { start = try add(Step(operation: .byte, byte: byte, next: start)) }
        return start
    }

    private mutating func build(_ set: ByteClass, _ next: Int32) throws(TooLarge) -> Int32 {
        let members = set.others.isEmpty ? set.members : []
        if members.count == 1 { return try add(Step(operation: .byte, byte: members[0], next: next)) }
        if members.count == 2, members[0] | 0x20 == members[1], members[0].isASCIIAlphanumeric {
            return try add(Step(operation: .letter, byte: members[1], next: next))
        }
        return try add(Step(operation: .one, next: next, test: test(of: set)))
    }

    /// Returns the test for a set of a syntax tree. The non-ASCII members of such a set are always known.
    private func test(of set: ByteClass) -> PatternTest {
        guard let test = PatternTest(set) else { preconditionFailure("a set has unknown members") }
        return test
    }

    /// Adds the steps for case-folded characters. One character of the text can match several of them, as `ß`
    /// matches `ss`.
    private mutating func build(
        _ nodes: [PatternNode], _ text: [Unicode.Scalar], _ next: Int32
    ) throws(TooLarge) -> Int32 {
        var starts = [Int32](repeating: next, count: nodes.count + 1)
        for offset in nodes.indices.reversed() {
            starts[offset] = try build(nodes[offset], Exits(starts[offset + 1]))
            for expansion in CaseFolding.expansions(atStartOf: text[offset...]) {
                let other = try build(
                    Array(String(expansion.scalar).utf8), starts[offset + expansion.folded.count])
                starts[offset] = try add(Step(operation: .split, next: starts[offset], other: other))
            }
        }
        return starts[0]
    }

    // MARK: Repetitions

    private mutating func build(
        _ set: ByteClass, _ minimum: Int, _ maximum: Int, _ greed: PatternNode.Greed, _ next: Int32
    ) throws(TooLarge) -> Int32 {
        let operation: PatternProgram.Operation =
            switch greed {
            case .greedy: .run
            case .lazy: .lazyRun
            case .possessive: .finalRun
            }
        return try add(
            Step(
                operation: operation, next: next, minimum: Int32(clamping: minimum),
                maximum: Int32(clamping: maximum), test: test(of: set)))
    }

    /// Adds the steps for a greedy or lazy repetition.
    private mutating func build(
        _ body: PatternNode, _ minimum: Int, _ maximum: Int, _ greed: PatternNode.Greed, _ exits: Exits
    ) throws(TooLarge) -> Int32 {
        var exits = exits
        var copies = minimum
        if maximum == PatternNode.unbounded {
            let loop = try add(Step(operation: .split, next: -1))
            let round = try build(body, after(body, exits.moved, loop))
            (steps[Int(loop)].next, steps[Int(loop)].other) = Self.ordered(round, exits.moved, greed)
            if minimum == 0 {
                guard !exits.areSame else { return loop }
                return try split(try build(body, after(body, exits.idle, loop)), exits.idle, greed)
            }
            // After the last copy that must match, the loop begins, unless no copy has matched a character.
            copies -= 1
            exits =
                body.canBeEmpty
                ? Exits(
                    idle: try build(body, Exits(idle: exits.idle, moved: loop)),
                    moved: try build(body, Exits(loop)))
                : Exits(round)
        } else {
            let end = exits
            for _ in 0..<maximum - minimum {
                let round = try before(body, exits)
                exits = Exits(
                    idle: try split(round.idle, end.idle, greed),
                    moved: try split(round.moved, end.moved, greed))
            }
        }
        for _ in 0..<copies { exits = try before(body, exits) }
        return exits.idle
    }

    /// Returns the continuations of a loop's iteration: `idle` if it matched nothing, otherwise `loop`.
    private func after(_ body: PatternNode, _ idle: Int32, _ loop: Int32) -> Exits {
        body.canBeEmpty ? Exits(idle: idle, moved: loop) : Exits(loop)
    }

    private mutating func split(
        _ round: Int32, _ end: Int32, _ greed: PatternNode.Greed
    ) throws(TooLarge) -> Int32 {
        let (next, other) = Self.ordered(round, end, greed)
        return try add(Step(operation: .split, next: next, other: other))
    }

    /// Returns the two branches of a quantifier, in the order in which they are tried.
    private static func ordered(_ round: Int32, _ end: Int32, _ greed: PatternNode.Greed) -> (Int32, Int32) {
        greed == .lazy ? (end, round) : (round, end)
    }

    private mutating func buildAtomic(_ body: PatternNode, _ exits: Exits) throws(TooLarge) -> Int32 {
        let register = registers
        registers += 1
        let release = try add(
            Step(operation: .endAtomic, next: exits.moved, other: exits.idle, minimum: register))
        let inner = try build(body, Exits(release))
        return try add(
            Step(
                operation: .beginAtomic, next: inner, other: exits.moved, minimum: register,
                maximum: exits.idle))
    }

    // MARK: Lookarounds

    private mutating func build(
        _ body: PatternNode, _ look: PatternNode.Look, _ next: Int32
    ) throws(TooLarge) -> Int32 {
        let isBehind = look == .behind || look == .notBehind
        // The parser splits lookbehinds by length.
        let length = isBehind ? body.lengths.lowerBound : 0
        let inner = try build(body, Exits(try add(Step(operation: .end, next: -1))))
        return try add(
            Step(
                operation: .look, byte: look.rawValue, next: next, other: inner,
                minimum: Int32(clamping: length)))
    }

    // MARK: First and follow sets

    /// Fills in the first and follow sets of splits and runs, and makes a greedy run possessive if backtracking into
    /// it cannot help. Call this after all steps are built.
    ///
    /// - Returns: The characters with which a match can begin.
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
                // If the next character cannot be in the run, backtracking into the run cannot help.
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
        case .beginAtomic:
            let group: UInt32 = step.minimum < Self.registerLimit ? 1 << UInt32(step.minimum) : 0
            first = self.first(step.next, through: groups | group)
        case .endAtomic where step.minimum < Self.registerLimit && groups >> UInt32(step.minimum) & 1 == 1:
            // No step before this one has matched a character, so the group is empty.
            first = self.first(step.other, through: groups & ~(1 << UInt32(step.minimum)))
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
}
