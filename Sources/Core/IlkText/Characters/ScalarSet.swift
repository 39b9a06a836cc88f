import CICU
import Synchronization

/// A set of Unicode scalars, described by ranges, properties and operations.
///
/// A set is evaluated on first use (``ScalarTable``), because most texts contain no character that needs it.
package indirect enum ScalarSet: Hashable, Sendable {
    /// The scalars from the first to the second value, both included.
    case range(UInt32, UInt32)
    /// The scalars with a property, which is written as in `\p{...}`. The property must exist.
    case property(String)
    case union([ScalarSet])
    case intersection(ScalarSet, ScalarSet)
    case difference(ScalarSet, ScalarSet)
    case inverse(ScalarSet)
    /// The set and all scalars that differ from a member only in case (``caseClosure``).
    case folded(ScalarSet)

    package static let none = ScalarSet.union([])
    package static let kelvinSign = ScalarSet.range(0x212A, 0x212A)
    package static let longS = ScalarSet.range(0x17F, 0x17F)
    package static let lineEnds = ScalarSet.union([
        .range(0x0A, 0x0D), .range(0x85, 0x85), .range(0x2028, 0x2029),
    ])
    package static let blanks = ScalarSet.union([.range(0x09, 0x09), .property("Zs")])
    package static let digits = ScalarSet.property("Nd")
    package static let space = ScalarSet.property("White_Space")
    /// The characters of `\w` (UTS #18, Annex C).
    package static let word = ScalarSet.union([
        .property("Alphabetic"), .property("M"), .property("Nd"), .property("Pc"), .range(0x200C, 0x200D),
    ])
    /// The characters that `\b` skips: they belong to the character before them.
    package static let combining = ScalarSet.union([.property("Grapheme_Extend"), .property("Cf")])

    /// Returns the union of two sets.
    package func union(_ other: ScalarSet) -> ScalarSet {
        switch (self, other) {
        case (.none, _): other
        case (_, .none): self
        case (.union(let left), .union(let right)): .union(left + right)
        case (.union(let left), _): .union(left + [other])
        default: .union([self, other])
        }
    }

    /// The set and all non-ASCII scalars that differ from a member only in case.
    ///
    /// - Complexity: O(*n*) in the size of the description.
    package var caseClosure: ScalarSet {
        let open = withoutClosedParts
        guard open != .none else { return self }
        guard case .union(let sets) = self else { return .folded(self) }
        return .union(sets.filter(\.isCaseClosed)).union(.folded(open))
    }

    /// The parts of the set whose case closure has more members, or may have.
    package var withoutClosedParts: ScalarSet {
        if case .union(let sets) = self { return .union(sets.filter { !$0.isCaseClosed }) }
        return isCaseClosed ? .none : self
    }

    /// `true` if no other non-ASCII scalar differs from a member only in case. May be `false` for such a set.
    private var isCaseClosed: Bool {
        switch self {
        case .folded, .kelvinSign, .longS: true
        case .range, .property: false
        case .union(let sets): sets.allSatisfy(\.isCaseClosed)
        case .intersection(let left, let right), .difference(let left, let right):
            left.isCaseClosed && right.isCaseClosed
        case .inverse(let set): set.isCaseClosed
        }
    }

    /// Returns `true` if the given scalar is in the set.
    ///
    /// - Complexity: O(*n*) in the size of the description, and O(log *m*) for each property of *m* ranges that
    ///   was used before. For ``folded(_:)``, each call computes the edges of the set. Use ``ScalarTable`` for
    ///   repeated tests.
    package func contains(_ scalar: UInt32) -> Bool {
        switch self {
        case .range(let lower, let upper): lower <= scalar && scalar <= upper
        case .property, .folded: Self.contains(scalar, edges)
        case .union(let sets): sets.contains { $0.contains(scalar) }
        case .intersection(let left, let right): left.contains(scalar) && right.contains(scalar)
        case .difference(let left, let right): left.contains(scalar) && !right.contains(scalar)
        case .inverse(let set): !set.contains(scalar)
        }
    }

    /// The sorted edges of the set: the first scalar of each run of members, and the first scalar after it. A
    /// run that lasts to the last scalar may have no second edge.
    ///
    /// - Complexity: O(*n* log *n*) in the number of edges of all parts.
    package var edges: [UInt32] {
        switch self {
        case .range(let lower, let upper): [lower, upper + 1]
        case .property(let name): Self.edges(ofProperty: name) ?? []
        case .union(let sets): Self.edges(ofUnion: sets)
        case .intersection(let left, let right): Self.combine(left.edges, right.edges) { $0 && $1 }
        case .difference(let left, let right): Self.combine(left.edges, right.edges) { $0 && !$1 }
        case .inverse(let set): Self.combine([0], set.edges) { $0 && !$1 }
        case .folded(let set): Self.folded(set.edges)
        }
    }

    /// Returns `true` if the given scalar is in a set with the given edges.
    package static func contains(_ scalar: UInt32, _ edges: [UInt32]) -> Bool {
        var lower = 0
        var upper = edges.count
        while lower < upper {
            let middle = (lower + upper) / 2
            if edges[middle] <= scalar { lower = middle + 1 } else { upper = middle }
        }
        return lower % 2 == 1
    }

    private static func edges(ofUnion sets: [ScalarSet]) -> [UInt32] {
        var ranges: [(lower: UInt32, upper: UInt32)] = []
        var others: [UInt32] = []
        for set in sets {
            if case .range(let lower, let upper) = set {
                ranges.append((lower, upper + 1))
            } else {
                others = combine(others, set.edges) { $0 || $1 }
            }
        }
        var merged: [UInt32] = []
        for range in ranges.sorted(by: { $0 < $1 }) where range.lower < range.upper {
            if let end = merged.last, range.lower <= end {
                merged[merged.count - 1] = max(end, range.upper)
            } else {
                merged += [range.lower, range.upper]
            }
        }
        return combine(merged, others) { $0 || $1 }
    }

    private static func combine(
        _ left: [UInt32], _ right: [UInt32], _ isMember: (Bool, Bool) -> Bool
    ) -> [UInt32] {
        var edges: [UInt32] = []
        var (leftIndex, rightIndex) = (0, 0)
        while leftIndex < left.count || rightIndex < right.count {
            let next = min(
                leftIndex < left.count ? left[leftIndex] : .max,
                rightIndex < right.count ? right[rightIndex] : .max)
            if leftIndex < left.count, left[leftIndex] == next { leftIndex += 1 }
            if rightIndex < right.count, right[rightIndex] == next { rightIndex += 1 }
            // A position is in a set after an odd number of its edges.
            let isInside = isMember(leftIndex % 2 == 1, rightIndex % 2 == 1)
            if isInside != (edges.count % 2 == 1) { edges.append(next) }
        }
        return edges
    }

    // MARK: ICU

    /// The edges of properties by name.
    private static let properties = Mutex<[String: [UInt32]]>([:])
    /// The maximum number of names with edges. A property has any number of spellings.
    private static let propertyLimit = 256

    /// Returns the edges of a property, or `nil` if ICU does not know it.
    package static func edges(ofProperty name: String) -> [UInt32]? {
        if let known = properties.withLock({ $0[name] }) { return known }
        guard name.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != 0x5B && $0 != 0x5D && $0 != 0x5C }),
            let edges = read({ ilk_property_edges(name, $0, $1) })
        else { return nil }
        properties.withLock { known in
            if known.count == propertyLimit { known.removeAll() }
            known[name] = edges
        }
        return edges
    }

    /// The scalars that differ from another one in case. A test compares them with ICU's case closures.
    package static let cased = ScalarSet.union([
        .property("Changes_When_Casemapped"), .property("Changes_When_Casefolded"),
    ])
    private static let casedEdges = cased.edges

    private static func folded(_ edges: [UInt32]) -> [UInt32] {
        // ICU visits each scalar, so it gets only those that have a case.
        let some = combine(edges, casedEdges) { $0 && $1 }
        let closure = read { ilk_case_closure(some, Int32(some.count), $0, $1) } ?? some
        return combine(edges, closure) { $0 || $1 }
    }

    /// Calls a function that writes edges to a buffer and returns their number, or -1 on failure.
    private static func read(
        _ write: (UnsafeMutablePointer<UInt32>?, Int32) -> Int32
    ) -> [UInt32]? {
        var count = 256
        while true {
            var needed = 0
            let edges = [UInt32](unsafeUninitializedCapacity: count) { buffer, filled in
                needed = Int(write(buffer.baseAddress, Int32(buffer.count)))
                filled = max(0, min(needed, count))
            }
            guard needed >= 0 else { return nil }
            if needed <= count { return edges }
            count = needed
        }
    }
}
