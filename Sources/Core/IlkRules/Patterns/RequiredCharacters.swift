/// Sets of characters, each of which must have a member in every text that a regular expression matches.
///
/// Cheaper to ask than anything else of a text: which characters it has at all.
struct RequiredCharacters: Sendable {
    /// The sets, the rarest first; none when nothing is known.
    let sets: [ByteClass]

    private static let countLimit = 3
    /// A set that nearly every text has a member of spares nothing: in bits of ``RequiredLiteral/rarity``.
    private static let rarityLimit = 5.0

    /// The rarest of the sets that were come to, the rarest first: of equals the one that came first.
    private struct Rarest {
        private var sets = InlineArray<3, ByteClass>(repeating: ByteClass())
        private var rarities = InlineArray<3, Double>(repeating: 0)
        private(set) var count = 0

        /// The rarest one.
        var first: ByteClass? { count > 0 ? sets[0] : nil }

        /// Those that spare something.
        var useful: [ByteClass] {
            (0..<count).filter { rarities[$0] > RequiredCharacters.rarityLimit }.map { sets[$0] }
        }

        mutating func add(_ set: ByteClass) {
            let rarity = RequiredCharacters.rarity(set)
            var place = count
            for index in 0..<count {
                if sets[index] == set { return }
                if place == count, rarities[index] < rarity { place = index }
            }
            guard place < countLimit else { return }
            count = min(count + 1, countLimit)
            var last = count - 1
            while last > place {
                sets[last] = sets[last - 1]
                rarities[last] = rarities[last - 1]
                last -= 1
            }
            sets[place] = set
            rarities[place] = rarity
        }
    }

    /// What an expression requires.
    init(of node: PatternNode) {
        var found = Rarest()
        Self.collect(node, &found)
        sets = found.useful
    }

    /// Adds the sets that a part requires to those found.
    private static func collect(_ node: PatternNode, _ found: inout Rarest) {
        switch node {
        case .nothing, .look, .assertion, .unknown: break
        case .character(_, let set), .oneOf(let set): found.add(set)
        case .sequence(let nodes): for node in nodes { collect(node, &found) }
        case .alternatives(let branches):
            var union = ByteClass()
            for branch in branches {
                var required = Rarest()
                collect(branch, &required)
                guard let rarest = required.first else { return }
                union.formUnion(rarest)
            }
            if !branches.isEmpty { found.add(union) }
        case .repeated(let node, let minimum, _, _): if minimum > 0 { collect(node, &found) }
        case .atomic(let node): collect(node, &found)
        }
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
package struct CharacterMembers: Sendable {
    package let low: UInt64
    package let high: UInt64
    package let hasOthers: Bool

    init(_ set: ByteClass) {
        (low, high) = set.ascii
        hasOthers = !set.others.isEmpty
    }
}
