/// Byte strings as a tree, with the longest proper suffix of every node that is a node too (Aho and Corasick 1975): what
/// a ``LiteralAutomaton`` runs on, small enough to be kept in files.
///
/// Nodes are numbered breadth first from 0, the root; so the children of a node stand side by side, and suffixes come
/// before what they are suffixes of.
struct LiteralTree: Sendable {
    /// The class of each byte; 0 when no string has it. Classes are in the order of the bytes.
    let classes: [UInt8]
    /// The children of node n are the nodes from the number at n up to the number at n + 1.
    let firstChild: [UInt32]
    /// The class of the byte that leads to each node.
    let labels: [UInt8]
    /// The longest proper suffix of each node.
    let suffixes: [UInt32]
    /// The longest string that ends at each node, or -1.
    let longest: [Int32]
    /// The next shorter string that ends where a string ends, or -1.
    let shorter: [Int32]

    init(
        classes: [UInt8], firstChild: [UInt32], labels: [UInt8], suffixes: [UInt32], longest: [Int32],
        shorter: [Int32]
    ) {
        self.classes = classes
        self.firstChild = firstChild
        self.labels = labels
        self.suffixes = suffixes
        self.longest = longest
        self.shorter = shorter
    }

    /// The tree of strings that are lower case within ASCII, none empty, each once.
    init(_ literals: [[UInt8]]) {
        let classes = Self.classify(literals)
        var builder = Builder(literals, classes)
        builder.grow()
        self.init(
            classes: classes, firstChild: builder.firstChild, labels: builder.labels,
            suffixes: builder.suffixes,
            longest: builder.longest, shorter: builder.shorter)
    }

    /// How many nodes there are: one at least.
    var count: Int { labels.count }

    /// How many classes of bytes there are, that of the bytes of no string among them.
    var classCount: Int { Int(classes.max() ?? 0) + 1 }

    /// The child of a node along a class; -1 when there is none.
    @inline(__always)
    static func child(
        of node: Int, _ column: UInt8, _ firstChild: UnsafePointer<UInt32>, _ labels: UnsafePointer<UInt8>
    ) -> Int {
        var low = Int(firstChild[node])
        var high = Int(firstChild[node + 1])
        while high - low > 8 {
            let middle = (low + high) / 2
            if labels[middle] <= column { low = middle } else { high = middle }
        }
        while low < high {
            if labels[low] == column { return low }
            low += 1
        }
        return -1
    }

    private static func classify(_ literals: [[UInt8]]) -> [UInt8] {
        var isUsed = [Bool](repeating: false, count: 256)
        for literal in literals { for byte in literal { isUsed[Int(byte)] = true } }
        var classes = [UInt8](repeating: 0, count: 256)
        var count: UInt8 = 0
        // 255 classes fit: upper-case letters have none of their own.
        for byte in 0..<256 where isUsed[byte] {
            count += 1
            classes[byte] = count
        }
        for upper in UInt8(ascii: "A")...UInt8(ascii: "Z") {
            classes[Int(upper)] = classes[Int(upper | 0x20)]
        }
        return classes
    }
}

extension LiteralTree {
    /// Grows the tree level by level from the sorted strings: a node is a run of strings that begin alike.
    private struct Builder {
        private let literals: [[UInt8]]
        private let classes: [UInt8]
        /// The strings in the order of their bytes.
        private let order: [Int32]
        /// The run of each node, in `order`.
        private var lower: [Int32] = [0]
        private var upper: [Int32]

        private(set) var firstChild: [UInt32] = []
        private(set) var labels: [UInt8] = [0]
        private(set) var suffixes: [UInt32] = [0]
        private(set) var longest: [Int32] = [-1]
        private(set) var shorter: [Int32]

        init(_ literals: [[UInt8]], _ classes: [UInt8]) {
            self.literals = literals
            self.classes = classes
            order = literals.indices.sorted { literals[$0].lexicographicallyPrecedes(literals[$1]) }.map {
                Int32($0)
            }
            upper = [Int32(literals.count)]
            shorter = [Int32](repeating: -1, count: literals.count)
        }

        mutating func grow() {
            var node = 0
            var depth = 0
            var endOfLevel = 1
            while node < labels.count {
                if node == endOfLevel {
                    depth += 1
                    endOfLevel = labels.count
                }
                firstChild.append(UInt32(labels.count))
                part(node, depth)
                node += 1
            }
            firstChild.append(UInt32(labels.count))
        }

        /// Parts the run of a node by the next byte. A string that ends here is the first of the run.
        private mutating func part(_ node: Int, _ depth: Int) {
            var index = Int(lower[node])
            let end = Int(upper[node])
            if index < end, literals[Int(order[index])].count == depth { index += 1 }
            while index < end {
                let byte = literals[Int(order[index])][depth]
                var next = index + 1
                while next < end, literals[Int(order[next])][depth] == byte { next += 1 }
                append(index..<next, classes[Int(byte)], parent: node, depth: depth + 1)
                index = next
            }
        }

        private mutating func append(_ run: Range<Int>, _ label: UInt8, parent: Int, depth: Int) {
            let suffix = parent == 0 ? 0 : self.suffix(below: Int(suffixes[parent]), label)
            lower.append(Int32(run.lowerBound))
            upper.append(Int32(run.upperBound))
            labels.append(label)
            suffixes.append(UInt32(suffix))
            let first = Int(order[run.lowerBound])
            if literals[first].count == depth {
                shorter[first] = longest[suffix]
                longest.append(Int32(first))
            } else {
                longest.append(longest[suffix])
            }
        }

        /// The longest suffix that goes on with a class, looked for from a node on. All nodes of its level have their
        /// children: they are of a level before.
        private func suffix(below node: Int, _ label: UInt8) -> Int {
            var node = node
            while true {
                let child = firstChild.withUnsafeBufferPointer { firstChild in
                    labels.withUnsafeBufferPointer { labels in
                        guard let first = firstChild.baseAddress, let labels = labels.baseAddress else {
                            return -1
                        }
                        return LiteralTree.child(of: node, label, first, labels)
                    }
                }
                if child >= 0 { return child }
                if node == 0 { return 0 }
                node = Int(suffixes[node])
            }
        }
    }
}
