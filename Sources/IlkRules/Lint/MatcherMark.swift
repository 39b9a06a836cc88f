import IlkText

/// What a matcher looks for, to be compared with what others look for.
struct MatcherMark: Hashable {
    /// How it looks.
    enum Kind: Hashable {
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
    let place: MatchPlace
    /// Whether it depends on other matchers too: then it is only comparable with itself.
    let hasNeighbours: Bool

    /// The mark of a matcher; nil when it did not pass.
    init?(_ result: MatcherCompiler.Result?, hasNeighbours: Bool) {
        guard let result else { return nil }
        place = result.place
        self.hasNeighbours = hasNeighbours
        switch result.pattern {
        case .regex(let regex, _, _, _): (kind, entries) = (.regex, [Array(regex.source.utf8)])
        case .words(let list): (kind, entries) = (.words, Self.joined(list))
        case .phrases(let list, let gap): (kind, entries) = (.phrase(gap: gap), Self.joined(list))
        case .literals(let list, let fold):
            kind = fold ? .folded : .literal
            entries = Set(fold ? list.map(RuleCompiler.lowered) : list)
        case .scripts(let set):
            kind = .script
            entries = Set(ScriptSet.scripts.filter(set.contains).map { [$0.rawValue] })
        case .languages(let codes, let confidence):
            kind = .language(confidence: confidence)
            entries = Set(codes.map { Array($0.text.utf8) })
        }
    }

    private static func joined(_ list: [[[UInt8]]]) -> Set<[UInt8]> {
        Set(list.map { Array($0.joined(separator: [0])) })
    }

    /// Whether the other one is found in every text that this one is found in. False where that is not sure.
    func implies(_ other: MatcherMark) -> Bool {
        guard !hasNeighbours, !other.hasNeighbours, kind == other.kind, entries.isSubset(of: other.entries)
        else { return false }
        if place == other.place, place.isAnywhere || entries == other.entries || isUnambiguous(other) {
            return true
        }
        // A place that counts at the start counts anywhere; a longer entry of the other may not.
        guard entries == other.entries || other.place.isAnywhere || isUnambiguous(other) else { return false }
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
