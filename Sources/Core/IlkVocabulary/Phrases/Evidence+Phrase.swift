extension Evidence {
    /// The words for people, which need no knowledge of the features: `61 to 100 words`, `word “invoice”`, or
    /// the description of a rule.
    ///
    /// The phrase is composed at each access. The names that earlier versions gave to style features have the
    /// same phrases; a name without a phrase is returned unchanged.
    public var phrase: String {
        guard let detail else { return basePhrase }
        return type == .rule ? detail : basePhrase + Self.exampleOpening + detail + Self.exampleClosing
    }

    private static let exampleOpening = ", such as “"
    private static let exampleClosing = "”"

    /// The phrase that follows from the name.
    private var basePhrase: String {
        switch type {
        case .rule: name
        case .token: TokenPhrase.text(TokenName(id: name))
        case .feature: StylePhrase.text(name) ?? name
        case .prior where name == "prior": "prior score, before reading the text"
        case .prior where name == "calibration": "calibration of the score"
        case .correction where name == "human correction": "human correction of this text"
        case .prior, .correction: name
        }
    }

    /// Returns the detail that a phrase contains, or `nil` if the phrase follows from the name.
    func detail(in phrase: String) -> String? {
        if type == .rule { return phrase == name ? nil : phrase }
        let opening = basePhrase + Self.exampleOpening
        guard phrase.hasPrefix(opening), phrase.hasSuffix(Self.exampleClosing) else { return nil }
        return String(phrase.dropFirst(opening.count).dropLast(Self.exampleClosing.count))
    }
}

/// A group of evidence that people see as one kind.
package enum EvidenceGroup: CaseIterable, Sendable {
    case rules, words, wordPairs, wordPatterns, letterSequences, styleFeatures, adjustments

    /// Returns the name of the group as a noun.
    package func noun(count: Int) -> String {
        let (one, many) =
            switch self {
            case .rules: ("rule", "rules")
            case .words: ("word", "words")
            case .wordPairs: ("pair of words", "pairs of words")
            case .wordPatterns: ("word pattern", "word patterns")
            case .letterSequences: ("letter sequence", "letter sequences")
            case .styleFeatures: ("style feature", "style features")
            case .adjustments: ("adjustment", "adjustments")
            }
        return count == 1 ? one : many
    }
}

extension Evidence {
    /// The group of the evidence.
    package var group: EvidenceGroup {
        switch type {
        case .rule: .rules
        case .feature: .styleFeatures
        case .prior, .correction: .adjustments
        case .token:
            switch TokenName(id: name).group {
            case .unigrams: .words
            case .bigrams: .wordPairs
            case .skeletonBigrams: .wordPatterns
            case .characterNgrams, .wordNgrams: .letterSequences
            }
        }
    }
}
