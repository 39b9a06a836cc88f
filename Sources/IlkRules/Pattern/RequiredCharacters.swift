/// Sets of characters, each of which must have a member in every text that a regular expression matches.
///
/// Cheaper to ask than anything else of a text: which characters it has at all.
struct RequiredCharacters: Sendable {
    /// The sets, the rarest first; none when nothing is known.
    let sets: [ByteClass]

    private static let countLimit = 3
    /// A set that nearly every text has a member of spares nothing: in bits of ``RequiredLiteral/rarity``.
    private static let rarityLimit = 5.0

    /// What an expression requires.
    init(of node: PatternNode) {
        let useful = Self.need(node).filter { Self.rarity($0) > Self.rarityLimit }
        sets = Array(useful.sorted { Self.rarity($0) > Self.rarity($1) }.prefix(Self.countLimit))
    }

    private static func need(_ node: PatternNode) -> Set<ByteClass> {
        switch node {
        case .nothing, .assertion, .unknown: return []
        case .character(_, let set), .oneOf(let set): return [set]
        case .sequence(let nodes): return nodes.reduce(into: []) { $0.formUnion(need($1)) }
        case .alternatives(let branches):
            var union = ByteClass()
            for branch in branches {
                guard let best = need(branch).max(by: { rarity($0) < rarity($1) }) else { return [] }
                union.formUnion(best)
            }
            return branches.isEmpty ? [] : [union]
        case .repeated(let node, let minimum, _, _): return minimum > 0 ? need(node) : []
        case .atomic(let node): return need(node)
        }
    }

    /// The rarity of the commonest ASCII member, less what more members add.
    private static func rarity(_ set: ByteClass) -> Double {
        let members = set.members
        let common = members.map { RequiredLiteral.rarity[Int($0)] }.min() ?? 9
        let crowd = Double(members.count - 1)
        return common - (crowd > 0 ? min(crowd, 16) / 4 : 0)
    }
}

/// A set of characters as a list, to be looked up among the bytes that a text has.
struct CharacterMembers: Sendable {
    private let ascii: [UInt8]
    private let hasOthers: Bool

    init(_ set: ByteClass) {
        ascii = set.members
        hasOthers = !set.others.isEmpty
    }

    /// Whether a text has one of them. `seen` is 1 at the places of its bytes among 256.
    @inline(__always)
    func isMet(by seen: UnsafePointer<UInt8>, isASCII: Bool) -> Bool {
        if hasOthers, !isASCII { return true }
        for byte in ascii where seen[Int(byte)] != 0 { return true }
        return false
    }
}
