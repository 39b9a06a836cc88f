/// Sets of characters, each of which must have a member in every text that a regular expression matches.
///
/// Cheaper to ask than anything else of a text: which characters it has at all.
struct RequiredCharacters: Sendable {
    /// The sets, the rarest first; none when nothing is known.
    let sets: [ByteClass]

    private static let countLimit = 3
    /// A set that nearly every text has a member of spares nothing: in bits of ``RequiredLiteral/rarity``.
    private static let rarityLimit = 5.0

    /// A set that has a member in the text, and how seldom that is so.
    private struct Candidate {
        let set: ByteClass
        let rarity: Double
    }

    /// What an expression requires.
    init(of node: PatternNode) {
        var found: [Candidate] = []
        Self.collect(node, &found)
        sets = found.filter { $0.rarity > Self.rarityLimit }.map(\.set)
    }

    /// Adds the sets that a part requires to those found, of which the rarest are kept: of equals the first.
    private static func collect(_ node: PatternNode, _ found: inout [Candidate]) {
        switch node {
        case .nothing, .assertion, .unknown: break
        case .character(_, let set), .oneOf(let set): add(set, &found)
        case .sequence(let nodes): for node in nodes { collect(node, &found) }
        case .alternatives(let branches):
            var union = ByteClass()
            for branch in branches {
                var required: [Candidate] = []
                collect(branch, &required)
                guard let rarest = required.first else { return }
                union.formUnion(rarest.set)
            }
            if !branches.isEmpty { add(union, &found) }
        case .repeated(let node, let minimum, _, _): if minimum > 0 { collect(node, &found) }
        case .atomic(let node): collect(node, &found)
        }
    }

    private static func add(_ set: ByteClass, _ found: inout [Candidate]) {
        let candidate = Candidate(set: set, rarity: rarity(set))
        if found.count == countLimit, candidate.rarity <= found[countLimit - 1].rarity { return }
        var place = found.count
        for index in found.indices {
            if found[index].set == set { return }
            if place == found.count, found[index].rarity < candidate.rarity { place = index }
        }
        guard place < countLimit else { return }
        found.insert(candidate, at: place)
        if found.count > countLimit { found.removeLast() }
    }

    /// The rarity of the commonest ASCII member, less what more members add.
    private static func rarity(_ set: ByteClass) -> Double {
        let (low, high) = set.ascii
        let count = low.nonzeroBitCount + high.nonzeroBitCount
        let common =
            count == 0
            ? 9.0
            : RequiredLiteral.rarity.withUnsafeBufferPointer { min(least($0, low, 0), least($0, high, 64)) }
        let crowd = Double(count - 1)
        return common - (crowd > 0 ? min(crowd, 16) / 4 : 0)
    }

    /// The least of the rarities that bits stand for.
    private static func least(_ rarities: UnsafeBufferPointer<Double>, _ bits: UInt64, _ offset: Int)
        -> Double
    {
        var bits = bits
        var least = Double.infinity
        while bits != 0 {
            least = min(least, rarities[offset + bits.trailingZeroBitCount])
            bits &= bits - 1
        }
        return least
    }
}

/// A set of characters of ASCII, a bit each, and whether there are others.
struct CharacterMembers: Sendable {
    let low: UInt64
    let high: UInt64
    let hasOthers: Bool

    init(_ set: ByteClass) {
        (low, high) = set.ascii
        hasOthers = !set.others.isEmpty
    }
}
