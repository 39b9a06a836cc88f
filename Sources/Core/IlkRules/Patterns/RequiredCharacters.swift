/// Sets of characters. Every text that a regular expression matches contains a character of each set.
///
/// These sets are the cheapest filter, because they are compared only with the set of bytes in the text.
struct RequiredCharacters: Sendable {
    /// The sets, the rarest first. Empty if nothing is known.
    let sets: [ByteClass]

    private static let countLimit = 3
    /// Sets with fewer bits of ``RequiredLiteral/rarity`` occur in nearly every text and filter nothing.
    private static let rarityLimit = 5.0

    /// The rarest sets found so far, rarest first; sets of equal rarity are in the order in which they were
    /// found.
    private struct Rarest {
        private var found: [(set: ByteClass, rarity: Double)] = []

        var first: ByteClass? { found.first?.set }

        /// The sets that are rare enough to filter texts.
        var useful: [ByteClass] { found.filter { $0.rarity > RequiredCharacters.rarityLimit }.map(\.set) }

        mutating func add(_ set: ByteClass) {
            guard !found.contains(where: { $0.set == set }) else { return }
            let rarity = RequiredCharacters.rarity(set)
            let place = found.firstIndex { $0.rarity < rarity } ?? found.count
            found.insert((set, rarity), at: place)
            if found.count > RequiredCharacters.countLimit { found.removeLast() }
        }
    }

    /// Collects the sets that an expression requires.
    init(of node: PatternNode) {
        var found = Rarest()
        Self.collect(node, &found)
        sets = found.useful
    }

    private static func collect(_ node: PatternNode, _ found: inout Rarest) {
        switch node {
        case .empty, .look, .assertion: break
        case .character(_, let set), .oneOf(let set): found.add(set)
        case .sequence(let nodes), .folded(let nodes, _): for node in nodes { collect(node, &found) }
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

    /// Returns the rarity of the most frequent ASCII member, in bits, reduced by 0.25 for each further ASCII
    /// member (by at most 4).
    private static func rarity(_ set: ByteClass) -> Double {
        let count = set.low.nonzeroBitCount + set.high.nonzeroBitCount
        let common =
            count == 0
            ? 9.0
            : RequiredLiteral.rarity.withUnsafeBufferPointer {
                min(least($0, set.low, 0), least($0, set.high, 64))
            }
        let crowd = Double(count - 1)
        return common - (crowd > 0 ? min(crowd, 16) / 4 : 0)
    }

    /// Returns the minimum rarity of the members in a bit mask.
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
