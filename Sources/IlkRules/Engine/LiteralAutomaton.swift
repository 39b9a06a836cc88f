/// Finds any number of byte strings in one pass, without regard to the case of ASCII letters (Aho and Corasick 1975).
///
/// The transitions of the nodes next to the root stand in one table, as many as there is room for: a row a node, a column a
/// class of bytes that no string tells apart. With few strings these are all nodes. With many, the nodes further down
/// are few bytes each and are followed step by step.
struct LiteralAutomaton: Sendable {
    /// What is kept in files.
    let tree: LiteralTree
    private let shift: Int
    /// How many nodes have a row.
    private let rows: Int
    /// The next node of each row and column. When all nodes have rows it is the offset of the next row. The highest bit says that
    /// strings end there.
    private let table: [UInt32]

    private static let ends: UInt32 = 1 << 31
    /// How many transitions the table may have: 8 MiB.
    private static let tableLimit = 1 << 21

    /// An automaton of strings that are lower case within ASCII, none empty, each once.
    init(_ literals: [[UInt8]]) {
        self.init(LiteralTree(literals))
    }

    /// An automaton of a tree.
    ///
    /// - Parameter tableLimit: How many transitions stand in the table, but for a first row.
    init(_ tree: LiteralTree, tableLimit: Int = Self.tableLimit) {
        self.tree = tree
        var shift = 0
        while 1 << shift < tree.classCount { shift += 1 }
        let rows = min(tree.count, max(1, tableLimit >> shift))
        self.shift = shift
        self.rows = rows
        table = Self.table(tree, rows: rows, shift: shift)
    }

    /// A row is that of the node's longest suffix, and what the node's own children change in it.
    private static func table(_ tree: LiteralTree, rows: Int, shift: Int) -> [UInt32] {
        let scale = rows == tree.count ? shift : 0
        return [UInt32](unsafeUninitializedCapacity: rows << shift) { table, count in
            guard let base = table.baseAddress else { return }
            for node in 0..<rows {
                let row = base + node << shift
                if node == 0 {
                    row.initialize(repeating: 0, count: 1 << shift)
                } else {
                    row.initialize(from: base + Int(tree.suffixes[node]) << shift, count: 1 << shift)
                }
                for child in Int(tree.firstChild[node])..<Int(tree.firstChild[node + 1]) {
                    row[Int(tree.labels[child])] =
                        UInt32(child) << UInt32(scale) | (tree.longest[child] >= 0 ? ends : 0)
                }
            }
            count = rows << shift
        }
    }

    /// Whether there is nothing to find.
    var isEmpty: Bool { tree.shorter.isEmpty }

    /// Calls `found` with the index of each string and the offset behind it, in the order of the ends, longer strings
    /// first. Linear in the bytes and the findings.
    @inline(__always)
    func scan(_ bytes: UnsafeBufferPointer<UInt8>, _ found: (_ literal: Int, _ end: Int) -> Void) {
        guard !isEmpty else { return }
        guard rows == tree.count else { return scanStepwise(bytes, found) }
        // Pointers spare a bounds check a byte: a row's offset and a class never leave the table they were made for.
        table.withUnsafeBufferPointer { table in
            tree.classes.withUnsafeBufferPointer { classes in
                var row: UInt32 = 0
                for index in 0..<bytes.count {
                    let next = table[Int(row) + Int(classes[Int(bytes[index])])]
                    row = next & ~Self.ends
                    guard next != row else { continue }
                    var literal = tree.longest[Int(row) >> shift]
                    while literal >= 0 {
                        found(Int(literal), index + 1)
                        literal = tree.shorter[Int(literal)]
                    }
                }
            }
        }
    }

    /// The same where not every node has a row.
    private func scanStepwise(
        _ bytes: UnsafeBufferPointer<UInt8>, _ found: (_ literal: Int, _ end: Int) -> Void
    ) {
        tree.firstChild.withUnsafeBufferPointer { firstChild in
            tree.labels.withUnsafeBufferPointer { labels in
                guard let firstChild = firstChild.baseAddress, let labels = labels.baseAddress else { return }
                var node = 0
                for index in 0..<bytes.count {
                    let column = tree.classes[Int(bytes[index])]
                    node = next(node, column, firstChild, labels)
                    var literal = tree.longest[node]
                    while literal >= 0 {
                        found(Int(literal), index + 1)
                        literal = tree.shorter[Int(literal)]
                    }
                }
            }
        }
    }

    @inline(__always)
    private func next(
        _ start: Int, _ column: UInt8, _ firstChild: UnsafePointer<UInt32>, _ labels: UnsafePointer<UInt8>
    ) -> Int {
        guard column != 0 else { return 0 }
        var node = start
        while node >= rows {
            let child = LiteralTree.child(of: node, column, firstChild, labels)
            if child >= 0 { return child }
            node = Int(tree.suffixes[node])
        }
        return Int(table[node << shift + Int(column)] & ~Self.ends)
    }
}
