import IlkText

/// What tells a rule from what it was before somebody changed it: a hash of all that has a part in when it holds and in
/// what it adds. Comments, the layout, examples and what the rule says of itself have none.
struct RuleContent {
    /// The contents of entries, each with what it refers to.
    ///
    /// - Parameters:
    ///   - entries: Rules and exceptions. None waits for itself.
    ///   - references: For each the places of those that its condition asks.
    static func hashes(of entries: [RuleDraft], references: [[Int]]) -> [UInt64] {
        let own = entries.map(hash)
        var done = [UInt64?](repeating: nil, count: entries.count)
        for start in entries.indices {
            // The way is kept by hand: a chain of rules may be longer than the stack.
            var way = [start]
            while let entry = way.last {
                let open = references[entry].filter { done[$0] == nil }
                guard open.isEmpty else {
                    way += open
                    continue
                }
                way.removeLast()
                done[entry] = references[entry].reduce(own[entry]) { StableHash.step($0, done[$1] ?? 0) }
            }
        }
        return done.map { $0 ?? 0 }
    }

    private static func hash(of draft: RuleDraft) -> UInt64 {
        var parts = [draft.condition?.text ?? "", "\(draft.status.counts)", "\(draft.status == .deprecated)"]
        parts += draft.weights.map { "\($0.bitPattern)" }
        for matcher in draft.matchers {
            let place = matcher.place
            parts += [matcher.name.text, place.anchor.rawValue, "\(place.lines)"]
            parts += words(of: matcher.pattern)
            if let near = matcher.near { parts += [near.matcher.text, "\(near.limit)", "\(near.unit)"] }
        }
        // Each part with its length, so that no two lists make one text.
        return StableHash.hash(parts.map { "\($0.utf8.count) \($0)" }.joined(separator: "\n"), seed: seed)
    }

    private static func words(of pattern: MatcherDraft.Pattern) -> [String] {
        let words: [String] =
            switch pattern {
            case .regex(let text): [text.text]
            case .words(let list): list.map(\.text)
            case .literals(let list, let fold): ["\(fold)"] + list.map(\.text)
            case .phrases(let list, let gap): ["\(gap)"] + list.map(\.text)
            case .scripts(let set): ["\(set.bits)"]
            case .languages(let codes, let confidence):
                ["\(confidence.bitPattern)"] + codes.map { "\($0.number)" }
            }
        return [pattern.key, "\(words.count)"] + words
    }

    private static let seed: UInt64 = 0x7275_6C65_0000_0001
}
