/// Finds any number of byte strings in one pass, without regard to the case of ASCII letters (Aho and Corasick 1975).
///
/// All transitions stand in one table: a row a state, a column a class of bytes that no string tells apart. A
/// transition is the offset of the next row; its highest bit says that strings end there.
struct LiteralAutomaton: Sendable {
    private struct Output: Sendable {
        let literal: Int32
        /// The next shorter string that ends at the same place, or -1.
        let next: Int32
    }

    private static let ends: UInt32 = 1 << 31

    private var classes: [UInt8] = [UInt8](repeating: 0, count: 256)
    private var shift = 0
    private var emptyRow: [UInt32] = []
    private var table: [UInt32] = []
    private var firstOutput: [Int32] = []
    private var outputs: [Output] = []

    /// An automaton of strings that are lower case within ASCII, none empty, each once.
    init(_ literals: [[UInt8]]) {
        let width = classify(literals)
        while 1 << shift < width { shift += 1 }
        table.reserveCapacity((literals.reduce(1) { $0 + $1.count }) << shift)
        emptyRow = [UInt32](repeating: 0, count: 1 << shift)
        addState()
        var ownOutputs: [Int32] = [-1]
        for (index, literal) in literals.enumerated() {
            let state = insert(literal, &ownOutputs)
            outputs.append(Output(literal: Int32(index), next: -1))
            ownOutputs[state] = Int32(index)
        }
        firstOutput = ownOutputs
        link(ownOutputs)
    }

    private mutating func classify(_ literals: [[UInt8]]) -> Int {
        var count: UInt8 = 0
        for byte in literals.joined() where classes[Int(byte)] == 0 {
            // 255 classes and the class of all others fit: upper-case letters have none of their own.
            count += 1
            classes[Int(byte)] = count
        }
        for upper in UInt8(ascii: "A")...UInt8(ascii: "Z") {
            classes[Int(upper)] = classes[Int(upper | 0x20)]
        }
        return Int(count) + 1
    }

    private mutating func addState() {
        table += emptyRow
    }

    /// Adds a string to the tree and tells the state of its end. While the tree is built 0 means no transition.
    private mutating func insert(_ literal: [UInt8], _ ownOutputs: inout [Int32]) -> Int {
        var state = 0
        for byte in literal {
            let slot = state << shift + Int(classes[Int(byte)])
            if table[slot] == 0 {
                table[slot] = UInt32(ownOutputs.count)
                ownOutputs.append(-1)
                addState()
            }
            state = Int(table[slot])
        }
        return state
    }

    /// Turns the tree into the automaton, breadth first: every missing transition becomes that of the longest proper
    /// suffix, and every state gets the strings that end in its suffixes.
    private mutating func link(_ ownOutputs: [Int32]) {
        var suffix = [Int](repeating: 0, count: ownOutputs.count)
        var queue: [Int] = [0]
        var head = 0
        let width = 1 << shift
        while head < queue.count {
            let state = queue[head]
            head += 1
            let row = state << shift
            let suffixRow = suffix[state] << shift
            table.withUnsafeMutableBufferPointer { table in
                // Every slot of every state is seen here, at each start of the program: no check a slot.
                for column in 0..<width {
                    let inherited = state == 0 ? 0 : table[suffixRow &+ column]
                    let next = Int(table[row &+ column])
                    if next == 0 {
                        table[row &+ column] = inherited
                    } else {
                        suffix[next] = Int(inherited)
                        queue.append(next)
                    }
                }
            }
            guard state != 0 else { continue }
            let shorter = firstOutput[suffix[state]]
            if ownOutputs[state] >= 0 {
                outputs[Int(ownOutputs[state])] = Output(literal: ownOutputs[state], next: shorter)
            } else {
                firstOutput[state] = shorter
            }
        }
        let shift = UInt32(shift)
        for slot in table.indices {
            let state = table[slot]
            table[slot] = state &<< shift | (firstOutput[Int(state)] >= 0 ? Self.ends : 0)
        }
    }

    /// Whether there is nothing to find.
    var isEmpty: Bool { outputs.isEmpty }

    /// Calls `found` with the index of each string and the offset behind it, in the order of the ends, longer strings
    /// first. Linear in the bytes and the findings.
    @inline(__always)
    func scan(_ bytes: UnsafeBufferPointer<UInt8>, _ found: (_ literal: Int, _ end: Int) -> Void) {
        guard !isEmpty else { return }
        // Pointers spare a bounds check a byte: a row's offset and a class never leave the table they were made for.
        table.withUnsafeBufferPointer { table in
            classes.withUnsafeBufferPointer { classes in
                var row: UInt32 = 0
                for index in 0..<bytes.count {
                    let next = table[Int(row) + Int(classes[Int(bytes[index])])]
                    row = next & ~Self.ends
                    guard next != row else { continue }
                    var output = firstOutput[Int(row) >> shift]
                    while output >= 0 {
                        found(Int(outputs[Int(output)].literal), index + 1)
                        output = outputs[Int(output)].next
                    }
                }
            }
        }
    }
}
