import IlkVocabulary

/// A name of rules: an id, or a pattern in which `*` stands for any characters, dots too, and `?` for one byte.
public struct RuleGlob: Hashable, Sendable, CustomStringConvertible {
    /// As it was written.
    public let description: String
    private let pattern: [UInt8]

    /// A name of rules as it was written.
    public init(_ text: String) {
        description = text
        pattern = Array(text.utf8)
    }

    /// Whether it can name several rules.
    public var isPattern: Bool { pattern.contains { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") } }

    /// Whether it is what an override file may have: made of what ids are made of, and `*`.
    var isWellFormed: Bool {
        !pattern.isEmpty && pattern.count <= RuleLimits.nameBytes
            && pattern.allSatisfy { $0.isASCIILowercase || $0.isASCIIDigit || ".-_*".utf8.contains($0) }
    }

    /// Whether it names a rule. The last `*` takes as little as it can and more when the rest does not fit: linear in
    /// the pattern for each byte of the id at most.
    public func matches(_ id: String) -> Bool {
        let id = Array(id.utf8)
        var (place, read) = (0, 0)
        var star: (place: Int, read: Int)?
        while read < id.count {
            if place < pattern.count, pattern[place] == UInt8(ascii: "*") {
                star = (place, read)
                place += 1
            } else if place < pattern.count,
                pattern[place] == UInt8(ascii: "?") || pattern[place] == id[read]
            {
                place += 1
                read += 1
            } else if let last = star {
                star = (last.place, last.read + 1)
                place = last.place + 1
                read = last.read + 1
            } else {
                return false
            }
        }
        return pattern[place...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}
