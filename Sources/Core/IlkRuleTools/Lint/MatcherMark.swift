import IlkRules
import IlkText

/// What a matcher looks for, to be compared with what others look for.
struct MatcherMark {
    /// How it looks.
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
    /// Any one of which it finds: expressions, words with zero bytes between, literals, scripts, languages.
    let entries: Set<[UInt8]>
    /// The first of the entries in the order of their bytes.
    let firstEntry: [UInt8]?
    let place: MatchPlace
    /// Whether it depends on other matchers too: then it is only comparable with itself.
    let hasNeighbours: Bool

    /// The mark of a matcher; nil when it did not pass.
    init?(_ result: MatcherCompiler.Result?, hasNeighbours: Bool) {
        guard let result else { return nil }
        place = result.place
        self.hasNeighbours = hasNeighbours
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

    /// Whether both look for the same, and in the same places.
    func isSame(as other: MatcherMark) -> Bool {
        kind == other.kind && place == other.place && hasNeighbours == other.hasNeighbours
            && entries == other.entries
    }

    private static func joined(_ list: [[[UInt8]]]) -> [[UInt8]] {
        list.map { $0.count == 1 ? $0[0] : Array($0.joined(separator: [0])) }
    }

    /// Whether the other one is found in every text that this one is found in. False where that is not sure.
    func implies(_ other: MatcherMark) -> Bool {
        guard !hasNeighbours, !other.hasNeighbours, kind == other.kind, entries.isSubset(of: other.entries)
        else { return false }
        let hasSame = entries.count == other.entries.count
        if place == other.place, place.isAnywhere || hasSame || isUnambiguous(other) { return true }
        // A place that counts at the start counts anywhere; a longer entry of the other may not.
        guard hasSame || other.place.isAnywhere || isUnambiguous(other) else { return false }
        let isAnchored = other.place.anchor == .anywhere || other.place.anchor == place.anchor
        let isWithin = other.place.lines == 0 || (place.lines > 0 && place.lines <= other.place.lines)
        return isAnchored && isWithin
    }

    /// Whether no entry of the other one can stand in the way of another: all are single words.
    private func isUnambiguous(_ other: MatcherMark) -> Bool {
        switch kind {
        case .words: other.entries.allSatisfy { !$0.contains(0) }
        case .script, .language: true
        case .regex, .literal, .folded, .phrase: false
        }
    }
}
