/// The literals of a compiled form, checked: what the automaton finds must have been read.
struct CompiledLiterals {
    private let reader: CompiledRulesReader
    private let tree: LiteralTree
    private let firstOwner: [UInt32]
    private let owners: [LiteralOwner]
    private let exactBytes: [UInt8]
    private let gatedFolding: [Int32]

    /// Reads and checks them.
    init(_ reader: CompiledRulesReader, matchers: Int) throws(CompiledRulesError) {
        self.reader = reader
        let file = reader.file
        tree = LiteralTree(
            classes: file.numbers(.classes, as: UInt8.self),
            firstChild: file.numbers(.firstChild, as: UInt32.self),
            labels: file.numbers(.labels, as: UInt8.self),
            suffixes: file.numbers(.suffixes, as: UInt32.self),
            longest: file.numbers(.longest, as: Int32.self), shorter: file.numbers(.shorter, as: Int32.self))
        firstOwner = file.numbers(.firstOwner, as: UInt32.self)
        exactBytes = file.numbers(.exactBytes, as: UInt8.self)
        gatedFolding = file.numbers(.gatedFolding, as: Int32.self)
        owners = try Self.owners(reader, matchers, exactBytes.count)
        if let index = gatedFolding.firstIndex(where: { $0 < 0 || $0 >= matchers }) {
            throw reader.malformed(.gatedFolding, index, "there is no such matcher")
        }
        try checkShape()
        try checkNodes(lengths: try lengths())
    }

    /// All of it, ready to run.
    func program() -> LiteralProgram {
        var ranges: [Range<Int32>] = []
        ranges.reserveCapacity(tree.shorter.count)
        for index in tree.shorter.indices {
            ranges.append(Int32(firstOwner[index])..<Int32(firstOwner[index + 1]))
        }
        return LiteralProgram(
            automaton: LiteralAutomaton(tree), ownersOfLiteral: ranges, owners: owners,
            exactBytes: exactBytes, gatedFoldingMatchers: gatedFolding)
    }

    private static func owners(
        _ reader: CompiledRulesReader, _ matchers: Int, _ exactCount: Int
    ) throws(CompiledRulesError) -> [LiteralOwner] {
        try reader.records(.owners) { (at, index) throws(CompiledRulesError) in
            let role = reader.file.load(UInt32.self, at)
            let matcher = reader.file.load(Int32.self, at + 4)
            let length = reader.file.load(Int32.self, at + 8)
            let exactLower = reader.file.load(Int32.self, at + 12)
            guard let role = UInt8(exactly: role).flatMap(LiteralOwner.Role.init), length > 0,
                role == .folding || (matcher >= 0 && matcher < matchers),
                role != .exact || (exactLower >= 0 && Int(exactLower) + Int(length) <= exactCount)
            else { throw reader.malformed(.owners, index, "a literal is for nothing that is known") }
            return LiteralOwner(role: role, matcher: matcher, length: length, exactLower: exactLower)
        }
    }

    /// Whether the parts of the tree fit each other: all have as many entries as there are nodes or literals, and every node
    /// but the root is the child of one node before it.
    private func checkShape() throws(CompiledRulesError) {
        let count = tree.labels.count
        guard count > 0, tree.classes.count == 256, tree.firstChild.count == count + 1,
            tree.suffixes.count == count, tree.longest.count == count,
            firstOwner.count == tree.shorter.count + 1, firstOwner[0] == 0,
            Int(firstOwner[tree.shorter.count]) == owners.count
        else { throw reader.malformed(.labels, 0, "the tree of literals lacks parts") }
        guard tree.firstChild[0] == 1, tree.firstChild[count] == count, tree.suffixes[0] == 0,
            tree.longest[0] == -1
        else { throw reader.malformed(.firstChild, 0, "the tree of literals has no root") }
        for node in 0..<count
        where tree.firstChild[node] <= node || tree.firstChild[node] > tree.firstChild[node + 1] {
            throw reader.malformed(.firstChild, node, "a node's children do not come after it")
        }
    }

    /// The length of each literal: all that it is for say the same.
    private func lengths() throws(CompiledRulesError) -> [Int32] {
        var lengths: [Int32] = []
        lengths.reserveCapacity(tree.shorter.count)
        for index in tree.shorter.indices {
            guard firstOwner[index] < firstOwner[index + 1], firstOwner[index + 1] <= owners.count else {
                throw reader.malformed(.firstOwner, index, "a literal is for nothing")
            }
            let length = owners[Int(firstOwner[index])].length
            for owner in owners[Int(firstOwner[index])..<Int(firstOwner[index + 1])]
            where owner.length != length {
                throw reader.malformed(.firstOwner, index, "a literal has two lengths")
            }
            lengths.append(length)
        }
        for (index, shorter) in tree.shorter.enumerated() where shorter != -1 {
            guard shorter >= 0, shorter < lengths.count, lengths[Int(shorter)] < lengths[index] else {
                throw reader.malformed(.shorter, index, "a literal has a suffix that is no shorter")
            }
        }
        return lengths
    }

    /// Whether suffixes are shorter than what they are suffixes of, and no literal is longer than the way to where it ends.
    private func checkNodes(lengths: [Int32]) throws(CompiledRulesError) {
        var depths = [Int32](repeating: 0, count: tree.count)
        let classCount = tree.classCount
        for node in 0..<tree.count {
            for child in Int(tree.firstChild[node])..<Int(tree.firstChild[node + 1]) {
                depths[child] = depths[node] + 1
                guard tree.labels[child] > 0, Int(tree.labels[child]) < classCount,
                    child == Int(tree.firstChild[node]) || tree.labels[child] > tree.labels[child - 1]
                else {
                    throw reader.malformed(.labels, child, "a node is reached by no byte, or by two ways")
                }
            }
            guard node > 0 else { continue }
            let suffix = Int(tree.suffixes[node])
            let longest = tree.longest[node]
            guard suffix < node, depths[suffix] < depths[node], longest >= -1, longest < lengths.count,
                longest < 0 || lengths[Int(longest)] <= depths[node]
            else { throw reader.malformed(.suffixes, node, "a node has a suffix that is no shorter") }
        }
    }
}
