/// Byte strings, edges of words marked in them: what parts of a regular expression take.
typealias MarkedStrings = [[UInt8]]

extension MarkedStrings {
    /// How many bytes the longest string has.
    var longest: Int { map(\.count).max() ?? 0 }

    /// Whether no string has characters.
    var isBare: Bool { allSatisfy(Self.isBare) }

    /// Whether some string has none.
    var hasBare: Bool { contains(where: Self.isBare) }

    private static func isBare(_ string: [UInt8]) -> Bool {
        string.allSatisfy { $0 == RequiredLiteral.boundary }
    }

    /// Appends bytes to every string. Returns `false`, and changes nothing, if one that is not empty would become longer than
    /// the limit.
    mutating func extend(with more: [UInt8], limit: Int) -> Bool {
        guard allSatisfy({ $0.isEmpty || $0.count + more.count <= limit }) else { return false }
        for index in indices { self[index] += more }
        return true
    }

    /// The strings with an edge of a word behind each, if it ends within one.
    var bounded: MarkedStrings { map { $0.isEmpty ? $0 : $0 + [RequiredLiteral.boundary] } }

    /// Each string with each of the others behind it.
    func product(_ other: MarkedStrings) -> MarkedStrings {
        flatMap { string in other.map { string + $0 } }
    }

    /// How often one of the strings is found, a byte of common text.
    var frequency: Double { reduce(0) { $0 + RequiredLiteral.frequency(marked: $1) } }
}
