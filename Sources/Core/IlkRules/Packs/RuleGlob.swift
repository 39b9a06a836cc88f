import IlkVocabulary

/// A rule id or a pattern of rule ids. In a pattern, `*` matches any number of characters, including dots,
/// and `?` matches one byte.
public struct RuleGlob: Hashable, Sendable, CustomStringConvertible {
    /// The id or pattern as written.
    public let description: String
    private let pattern: [UInt8]

    /// Creates a glob.
    ///
    /// - Parameter text: A rule id or a pattern. Any text is accepted.
    public init(_ text: String) {
        description = text
        pattern = Array(text.utf8)
    }

    /// `true` if the glob contains `*` or `?`.
    public var isPattern: Bool { pattern.contains { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") } }

    /// `true` if the glob is allowed in an override file: only characters of rule ids, and `*`.
    var isWellFormed: Bool {
        !pattern.isEmpty && pattern.count <= RuleLimits.nameBytes
            && pattern.allSatisfy { $0.isASCIILowercase || $0.isASCIIDigit || ".-_*".utf8.contains($0) }
    }

    /// Returns `true` if the glob matches a rule id.
    ///
    /// - Parameter id: The rule id.
    /// - Complexity: O(*nm*) for an id of *n* bytes and a pattern of *m* bytes.
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
