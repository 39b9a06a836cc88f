import IlkText

/// Content hashes of rules. A hash covers everything that affects which texts a rule matches and which
/// weights it adds. It does not cover comments, layout, examples and the description.
struct RuleContentHash {
    /// Returns the content hash of each entry. The hash also covers the entries that the condition refers to.
    ///
    /// - Parameters:
    ///   - entries: Rules and exceptions, without dependency cycles.
    ///   - references: For each entry, the indexes of the entries that its condition refers to.
    static func hashes(of entries: [RuleDraft], references: [[Int]]) -> [UInt64] {
        let own = entries.map(hash)
        var done = [UInt64?](repeating: nil, count: entries.count)
        for start in entries.indices {
            // An explicit stack, because a chain of rules may exceed the call stack.
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
        // Each part is prefixed with its length, so that different lists cannot produce the same text.
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
