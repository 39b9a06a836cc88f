/// Sets of characters, each of which must have a member in every text that a regular expression matches.
///
/// Cheaper to ask than anything else of a text: which characters it has at all.
struct RequiredCharacters: Sendable {
    /// The sets, the rarest first; none when nothing is known.
    let sets: [ByteClass]

    private static let countLimit = 3
    /// A set that nearly every text has a member of spares nothing: in bits of ``RequiredLiteral/rarity``.
    private static let rarityLimit = 5.0

    /// The rarest of the sets that were found, the rarest first: of equals the one that came first.
    private struct Rarest {
        private var found: [(set: ByteClass, rarity: Double)] = []

        /// The rarest one.
        var first: ByteClass? { found.first?.set }

        /// Those that spare something.
        var useful: [ByteClass] { found.filter { $0.rarity > RequiredCharacters.rarityLimit }.map(\.set) }

        mutating func add(_ set: ByteClass) {
            guard !found.contains(where: { $0.set == set }) else { return }
            let rarity = RequiredCharacters.rarity(set)
            let place = found.firstIndex { $0.rarity < rarity } ?? found.count
            found.insert((set, rarity), at: place)
            if found.count > RequiredCharacters.countLimit { found.removeLast() }
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
