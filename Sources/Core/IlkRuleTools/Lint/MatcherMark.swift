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
    let entries: [[UInt8]]
    /// The hashes of the entries, each once, in their order as numbers.
    let hashes: [UInt64]
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
            entries = fold ? list.map(RuleCompiler.lowered) : list
        case .scripts(let set):
            kind = .script
            entries = ScriptSet.scripts.filter(set.contains).map { [$0.rawValue] }
        case .languages(let codes, let confidence):
            kind = .language(confidence: confidence)
            entries = codes.map { Array($0.text.utf8) }
        }
        hashes = Self.hashes(of: entries)
    }

    private static func hashes(of entries: [[UInt8]]) -> [UInt64] {
        var hashes: [UInt64] = []
        hashes.reserveCapacity(entries.count)
        for entry in entries { hashes.append(StableHash.hash(of: entry)) }
        guard hashes.count > 1 else { return hashes }
        hashes.sort()
        var count = 1
        for hash in hashes.dropFirst() where hash != hashes[count - 1] {
            hashes[count] = hash
            count += 1
        }
        hashes.removeLast(hashes.count - count)
        return hashes
    }

    /// Whether both look for the same, and in the same places.
    func isSame(as other: MatcherMark) -> Bool {
        kind == other.kind && place == other.place && hasNeighbours == other.hasNeighbours
            && hasSameEntries(other)
    }

    private func hasSameEntries(_ other: MatcherMark) -> Bool {
        hashes == other.hashes && Set(entries) == Set(other.entries)
    }

    /// Whether the other one has every entry of this one. The hashes rule nearly all others out.
    private func hasNoMoreEntries(than other: MatcherMark) -> Bool {
        guard hashes.count <= other.hashes.count else { return false }
        var index = 0
        for hash in hashes {
            while index < other.hashes.count, other.hashes[index] < hash { index += 1 }
            guard index < other.hashes.count, other.hashes[index] == hash else { return false }
        }
        return Set(entries).isSubset(of: other.entries)
    }

    private static func joined(_ list: [[[UInt8]]]) -> [[UInt8]] {
        list.map { $0.count == 1 ? $0[0] : Array($0.joined(separator: [0])) }
    }

    /// Whether the other one is found in every text that this one is found in. False where that is not sure.
    func implies(_ other: MatcherMark) -> Bool {
        guard !hasNeighbours, !other.hasNeighbours, kind == other.kind, hasNoMoreEntries(than: other)
        else { return false }
        let hasSame = hashes.count == other.hashes.count && hasSameEntries(other)
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
