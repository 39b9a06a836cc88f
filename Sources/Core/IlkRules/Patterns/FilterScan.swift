/// A ``PatternFilter`` at work: its automaton, made deterministic state by state as texts ask for them (Aho, Sethi and
/// Ullman 1986, 3.7), and the answer for the last text. For one thread.
///
/// States are kept from text to text, within a bound. A text that asks for too many new ones is given up: every
/// expression may match it then.
final class FilterScan {
    private static let stateLimit = 2_048
    /// Of one expression from a given place there are few states.
    private static let givenStateLimit = 512
    /// The highest bit of a transition: expressions match behind the byte. The limit keeps clear of it.
    private static let matches: UInt16 = 1 << 15

    private let filter: PatternFilter
    /// A row of transitions a state, a column a class: the next state, 0 when that is not known yet. Two bytes each, for
    /// what costs time is waiting for memory.
    private let table: UnsafeMutablePointer<UInt16>
    private let classes: UnsafeMutablePointer<UInt8>
    private let shift: Int
    private let answerWords: Int
    private let stateLimit: Int
    /// The row that a match begins in at a given place, by the class of the byte before it; 0 is not known yet.
    @exclusivity(unchecked) private var startRows: [UInt16]

    @exclusivity(unchecked) private var states: [State] = []
    @exclusivity(unchecked) private var indexOfState: [State: UInt16] = [:]
    /// The sets of expressions that match together, in words of the answer.
    @exclusivity(unchecked) private var matchSets: [UInt64] = []
    @exclusivity(unchecked) private var indexOfMatchSet: [[UInt64]: Int32] = [:]
    /// What the beginnings of the expressions come to, by the sides of a place.
    @exclusivity(unchecked) private var beginnings: [Int: Beginnings] = [:]

    /// The expressions that may match the last text: a bit for each.
    @exclusivity(unchecked) private var answer: [UInt64]
    /// The text that the answer is about.
    @exclusivity(unchecked) private var stamp: UInt32 = 0
    @exclusivity(unchecked) private var mark: UInt64 = 0
    @exclusivity(unchecked) private var marks: [UInt64]
    @exclusivity(unchecked) private var stack: [Int32] = []

    /// The nodes that stand open between two bytes, what is known of the byte before, and what has just matched.
    private struct State: Hashable {
        var nodes: [Int32]
        var before: PatternFilter.Side
        var matchSet: Int32
    }

    /// What reading a byte leads to from the beginnings of the expressions.
    private struct Beginnings {
        var nodes: [Int32]
        var matched: [UInt64]
    }

    /// A scan with no states.
    init(_ filter: PatternFilter) {
        self.filter = filter
        var shift = 0
        while 1 << shift < filter.endClass + 1 { shift += 1 }
        self.shift = shift
        // Pages that are never written cost nothing.
        stateLimit = filter.beginning == .given ? Self.givenStateLimit : Self.stateLimit
        startRows = filter.beginning == .given ? [UInt16](repeating: 0, count: filter.endClass + 1) : []
        table = .allocate(capacity: (stateLimit + 1) << shift)
        classes = .allocate(capacity: 256)
        for byte in 0..<256 { classes[byte] = filter.classes[byte] }
        answerWords = (filter.count + 63) / 64
        answer = [UInt64](repeating: 0, count: answerWords)
        marks = [UInt64](repeating: 0, count: filter.network.nodes.count)
        forget()
    }

    deinit {
        table.deallocate()
        classes.deallocate()
    }

    /// Whether an expression may match the text; the text is read when it is the first question about it.
    ///
    /// `isOneLine` says that no byte of it can end a line.
    func mayMatch(
        _ expression: Int, _ bytes: UnsafeBufferPointer<UInt8>, isOneLine: Bool = false, stamp: UInt32
    ) -> Bool {
        if self.stamp != stamp {
            self.stamp = stamp
            for index in answer.indices { answer[index] = 0 }
            for number in filter.network.tooLarge { answer[number >> 6] |= 1 << UInt64(number & 63) }
            if !scan(bytes, isOneLine: isOneLine) { for index in answer.indices { answer[index] = .max } }
        }
        return answer[expression >> 6] >> UInt64(expression & 63) & 1 == 1
    }

    /// Whether the expression may match from a place on: for filters of one expression that begins where it is told.
    ///
    /// Takes the bytes that it read off `budget`, and answers yes where that is used up.
    func mayMatch(at start: Int, _ bytes: UnsafeBufferPointer<UInt8>, budget: inout Int) -> Bool {
        guard filter.network.tooLarge.isEmpty else { return true }
        let before = start > 0 ? Int(classes[Int(bytes[start - 1])]) : filter.endClass
        var row = startRows[before]
        if row == 0 {
            let state = State(nodes: filter.network.starts, before: filter.before[before], matchSet: 0)
            guard let made = self.row(state) else { return true }
            startRows[before] = made
            row = made
        }
        var index = start
        let end = min(bytes.count, start + budget)
        defer { budget -= index - start }
        while index < end {
            guard let next = transition(from: row, Int(classes[Int(bytes[index])])) else { return true }
            if next & Self.matches != 0 { return true }
            row = next
            if row == Self.deadRow { return false }
            index &+= 1
        }
        guard end == bytes.count, let last = transition(from: row, filter.endClass) else { return true }
        return last & Self.matches != 0
    }

    /// The first row that is made: nothing stands open in it.
    private static let deadRow: UInt16 = 1

    @inline(__always)
    private func transition(from row: UInt16, _ column: Int) -> UInt16? {
        let next = table[(Int(row) &<< shift) &+ column]
        return next != 0 ? next : makeTransition(from: row, column)
    }

    /// Forgets the answer for the last text.
    func forgetAnswer() { stamp = 0 }

    // MARK: Reading

    /// Whether the text was read to its end.
    private func scan(_ bytes: UnsafeBufferPointer<UInt8>, isOneLine: Bool) -> Bool {
        // New states for a text of no length, and bytes that allow for one more.
        var budget = 1_024 + bytes.count / 4
        // Where the automaton begins, and where no expression stands open and none can begin.
        let start = row(State(nodes: [], before: filter.before[filter.endClass], matchSet: 0))
        let idle = filter.beginning == .anywhere ? .max : row(State(nodes: [], before: [], matchSet: 0))
        guard let start, let idle else { return false }
        // Kept in registers: this loop sees every byte of nearly every text. Rows are below 2^15 and columns below 2^shift,
        // so that nothing here can overflow.
        let table = table
        let classes = classes
        let shift = shift
        let count = bytes.count
        var row = start
        var index = 0
        while index < count {
            let column = Int(classes[Int(bytes[index])])
            var next = table[(Int(row) &<< shift) &+ column]
            if next == 0 {
                budget -= 1
                guard budget > 0, let made = makeTransition(from: row, column) else { return false }
                next = made
            }
            row = next & ~Self.matches
            if next != row { collect(row) }
            index &+= 1
            if row == idle, isOneLine || !skip(&index, bytes) { return true }
        }
        var next = table[Int(row) << shift + filter.endClass]
        if next == 0 {
            guard let made = makeTransition(from: row, filter.endClass) else { return false }
            next = made
        }
        if next & Self.matches != 0 { collect(next & ~Self.matches) }
        return true
    }

    /// Goes on to where an expression can begin again: false when there is no such place.
    private func skip(_ index: inout Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard filter.beginning == .line else { return false }
        while index < bytes.count {
            switch bytes[index] {
            case 0x0A...0x0D, 0x85, 0xA8, 0xA9: return true
            default: index += 1
            }
        }
        return true
    }

    private func collect(_ row: UInt16) {
        let first = Int(states[Int(row)].matchSet) * answerWords
        for index in 0..<answerWords { answer[index] |= matchSets[first + index] }
    }

    // MARK: Making states

    /// Forgets all states.
    private func forget() {
        // 0 means that a transition is not made: no state has that number.
        states = [State(nodes: [-1], before: [], matchSet: 0)]
        indexOfState.removeAll(keepingCapacity: true)
        matchSets = [UInt64](repeating: 0, count: answerWords)
        indexOfMatchSet = [matchSets: 0]
        guard filter.beginning == .given else { return }
        for index in startRows.indices { startRows[index] = 0 }
        _ = row(State(nodes: [], before: [], matchSet: 0))
    }

    /// The row of a state; nil when there is no room for it, and room is made for the next text.
    private func row(_ state: State) -> UInt16? {
        if let known = indexOfState[state] { return known }
        guard states.count < stateLimit else {
            forget()
            return nil
        }
        let row = UInt16(states.count)
        states.append(state)
        indexOfState[state] = row
        (table + Int(row) << shift).update(repeating: 0, count: 1 << shift)
        return row
    }

    private func makeTransition(from row: UInt16, _ column: Int) -> UInt16? {
        let state = states[Int(row)]
        var matched = [UInt64](repeating: 0, count: answerWords)
        var targets = step(state.nodes, state.before, column, &matched)
        if filter.beginning != .given {
            let begun = beginnings(state.before, column)
            targets = merge(targets, begun.nodes)
            for index in matched.indices { matched[index] |= begun.matched[index] }
        }
        let next = State(
            nodes: targets, before: canonical(filter.before[column], targets), matchSet: number(of: matched))
        guard let found = self.row(next) else { return nil }
        let transition = next.matchSet == 0 ? found : found | Self.matches
        table[Int(row) << shift + column] = transition
        return transition
    }

    /// What is known of the byte before, as far as it matters: fewer states.
    private func canonical(_ side: PatternFilter.Side, _ nodes: [Int32]) -> PatternFilter.Side {
        let network = filter.network
        switch filter.beginning {
        case .anywhere: return side
        case .line where side.contains(.lineEnd): return side
        case .line, .text, .given: break
        }
        return nodes.contains { network.nodes[Int($0)].kind == .assertion } ? side : []
    }

    private func beginnings(_ before: PatternFilter.Side, _ column: Int) -> Beginnings {
        let key = Int(before.rawValue) << 16 | column
        if let known = beginnings[key] { return known }
        var matched = [UInt64](repeating: 0, count: answerWords)
        let nodes = step(filter.network.starts, before, column, &matched)
        let made = Beginnings(nodes: nodes, matched: matched)
        beginnings[key] = made
        return made
    }

    private func number(of matched: [UInt64]) -> Int32 {
        if let known = indexOfMatchSet[matched] { return known }
        let index = Int32(matchSets.count / max(1, answerWords))
        matchSets += matched
        indexOfMatchSet[matched] = index
        return index
    }

    private func merge(_ first: [Int32], _ second: [Int32]) -> [Int32] {
        if second.isEmpty { return first }
        if first.isEmpty { return second }
        var merged: [Int32] = []
        merged.reserveCapacity(first.count + second.count)
        var (i, j) = (0, 0)
        while i < first.count, j < second.count {
            let (left, right) = (first[i], second[j])
            merged.append(min(left, right))
            if left <= right { i += 1 }
            if right <= left { j += 1 }
        }
        return merged + first[i...] + second[j...]
    }

    /// The nodes that are open behind a byte of a class when these are open before it; sorted, none a split or an end.
    private func step(
        _ nodes: [Int32], _ before: PatternFilter.Side, _ column: Int, _ matched: inout [UInt64]
    ) -> [Int32] {
        let behind = filter.behind[column]
        let member: UInt8? = column == filter.endClass ? nil : filter.members[column]
        let sets = filter.network.sets
        var taken: [Int32] = []
        walk(from: nodes, &matched) { _, node in
            if node.kind == .assertion { return PatternFilter.mayHold(node.value, before, behind) }
            if let member, sets[Int(node.value)].contains(member) { taken.append(node.next) }
            return false
        }
        return closure(of: taken, &matched)
    }

    /// The nodes that are come to from some without a byte; sorted, none a split or an end.
    private func closure(of nodes: [Int32], _ matched: inout [UInt64]) -> [Int32] {
        var open: [Int32] = []
        walk(from: nodes, &matched) { index, _ in
            open.append(index)
            return false
        }
        return open.sorted()
    }

    /// Walks from nodes wherever splits lead, each way once, and notes the expressions that end there.
    ///
    /// - Parameter passes: Whether the walk goes on behind a node that takes a byte or asks for a place.
    @inline(__always)
    private func walk(
        from nodes: [Int32], _ matched: inout [UInt64],
        _ passes: (_ index: Int32, _ node: PatternNetwork.Node) -> Bool
    ) {
        let network = filter.network
        mark += 1
        stack.removeAll(keepingCapacity: true)
        stack += nodes
        while let index = stack.popLast() {
            guard marks[Int(index)] != mark else { continue }
            marks[Int(index)] = mark
            let node = network.nodes[Int(index)]
            switch node.kind {
            case .take, .assertion: if passes(index, node) { stack.append(node.next) }
            case .split: stack += [node.other, node.next]
            case .end: matched[Int(node.value) >> 6] |= 1 << UInt64(node.value & 63)
            }
        }
    }
}
