/// The strings that a part of an expression matches, with ``RequiredLiteral/boundary`` for `\b`.
typealias LiteralSet = [[UInt8]]

extension LiteralSet {
    /// The length of the longest string in bytes.
    var longest: Int { map(\.count).max() ?? 0 }

    /// `true` if every string is empty or contains only boundaries.
    var isBare: Bool { allSatisfy(Self.isBare) }

    /// `true` if any string is empty or contains only boundaries.
    var hasBare: Bool { contains(where: Self.isBare) }

    private static func isBare(_ string: [UInt8]) -> Bool {
        string.allSatisfy { $0 == RequiredLiteral.boundary }
    }

    /// Appends bytes to every string. Returns `false` and changes no string if a nonempty string would be
    /// longer than `limit` bytes.
    mutating func extend(with more: [UInt8], limit: Int) -> Bool {
        guard allSatisfy({ $0.isEmpty || $0.count + more.count <= limit }) else { return false }
        for index in indices { self[index] += more }
        return true
    }

    /// The strings with a word boundary appended to each nonempty string.
    var bounded: LiteralSet { map { $0.isEmpty ? $0 : $0 + [RequiredLiteral.boundary] } }

    /// Returns each string of this set concatenated with each string of the other set.
    func product(_ other: LiteralSet) -> LiteralSet {
        flatMap { string in other.map { string + $0 } }
    }

    /// The estimated number of occurrences of any of the strings per byte of common text.
    var frequency: Double { reduce(0) { $0 + RequiredLiteral.frequency(marked: $1) } }
}
