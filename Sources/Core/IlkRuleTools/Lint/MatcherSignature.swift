import IlkRules
import IlkText

/// The pattern of a matcher in a form that can be compared with other patterns.
struct MatcherSignature {
    /// The type of a pattern.
    enum Kind: Equatable {
        case regex
        case words
        case literal
        case folded
        case phrase(gap: Int)
        case script
        case language(confidence: Double)
    }

    let kind: Kind
    /// The alternatives: expressions, words joined by zero bytes, literals, scripts or languages.
    let entries: Set<[UInt8]>
    /// The lexicographically first entry.
    let firstEntry: [UInt8]?
    let place: MatchPosition
    /// `true` if the matcher has a `near` link. Such a matcher is never compared with a different matcher.
    let hasNeighbors: Bool

    /// Creates the comparable form of a pattern. Returns `nil` if the matcher is invalid.
    init?(_ result: MatcherCompiler.Result?, hasNeighbors: Bool) {
        guard let result else { return nil }
        place = result.place
        self.hasNeighbors = hasNeighbors
        let list: [[UInt8]]
        switch result.pattern {
        case .regex(let regex, _, _, _): (kind, list) = (.regex, [Array(regex.source.utf8)])
        case .words(let words): (kind, list) = (.words, Self.joined(words))
        case .phrases(let phrases, let gap): (kind, list) = (.phrase(gap: gap), Self.joined(phrases))
        case .literals(let literals, let fold):
            kind = fold ? .folded : .literal
            list = fold ? literals.map(RuleCompiler.lowered) : literals
        case .scripts(let set):
            kind = .script
            list = ScriptSet.scripts.filter(set.contains).map { [$0.rawValue] }
        case .languages(let codes, let confidence):
            kind = .language(confidence: confidence)
            list = codes.map { Array($0.text.utf8) }
        }
        entries = Set(list)
        firstEntry = list.min { $0.lexicographicallyPrecedes($1) }
    }

    /// `true` if both have the same pattern and position.
    func isSame(as other: MatcherSignature) -> Bool {
        kind == other.kind && place == other.place && hasNeighbors == other.hasNeighbors
            && entries == other.entries
    }

    private static func joined(_ list: [[[UInt8]]]) -> [[UInt8]] {
        list.map { $0.count == 1 ? $0[0] : Array($0.joined(separator: [0])) }
    }

    /// `true` if the other matcher certainly matches every text that this one matches.
    func implies(_ other: MatcherSignature) -> Bool {
        guard !hasNeighbors, !other.hasNeighbors, kind == other.kind, entries.isSubset(of: other.entries)
        else { return false }
        let hasSame = entries.count == other.entries.count
        if place == other.place, place.isAnywhere || hasSame || isUnambiguous(other) { return true }
        // A match at the start is also valid anywhere, but a longer entry of the other matcher could hide it.
        guard hasSame || other.place.isAnywhere || isUnambiguous(other) else { return false }
        let isAnchored = other.place.anchor == .anywhere || other.place.anchor == place.anchor
        let isWithin = other.place.lines == 0 || (place.lines > 0 && place.lines <= other.place.lines)
        return isAnchored && isWithin
    }

    /// `true` if the entries of the other matcher cannot overlap in a text, so that no entry can hide a match
    /// of another entry.
    private func isUnambiguous(_ other: MatcherSignature) -> Bool {
        switch kind {
        case .words: other.entries.allSatisfy { !$0.contains(0) }
        case .script, .language: true
        case .regex, .literal, .folded, .phrase: false
        }
    }
}
