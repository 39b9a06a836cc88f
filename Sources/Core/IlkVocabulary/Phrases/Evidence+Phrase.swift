extension Evidence {
    /// The evidence in words, for people who do not know the features: `61 to 100 words`, `word “invoice”`,
    /// or the description of a rule.
    ///
    /// The phrase is composed at each access. Ids of style features that earlier versions of Ilk wrote are
    /// supported. If there is no phrase for the id, the phrase is the id.
    public var phrase: String {
        guard let detail else { return basePhrase }
        return type == .token ? TokenPhrase.text(TokenName(id: id), quoting: detail) : detail
    }

    /// Returns a phrase with an example from the text: `a two-digit number: “42”`.
    static func phrase(_ phrase: String, quoting example: String) -> String {
        let hasQuotes = example.contains { "“”".contains($0) }
        return "\(phrase): " + (hasQuotes ? "‘\(example)’" : "“\(example)”")
    }

    /// Returns a part of a text as an example in a phrase: on one line, with `⏎` for line breaks, and cut
    /// with `…` if it is long.
    package static func example(_ text: some StringProtocol) -> String {
        TokenPhrase.shortened(onOneLine(text))
    }

    /// Returns a text with `⏎` for each line break.
    package static func onOneLine(_ text: some StringProtocol) -> String {
        String(text.map { $0.isNewline ? Character(TokenName.lineEnd) : $0 })
    }

    /// The phrase for the id alone, without ``detail``.
    private var basePhrase: String {
        switch type {
        case .rule: id
        case .token: TokenPhrase.text(TokenName(id: id))
        case .feature: StylePhrase.text(id) ?? id
        case .prior where id == "prior": "starting score, the same for every text"
        case .prior where id == "calibration": "calibration of the score"
        case .correction where id == Self.humanCorrection: "human correction of this text"
        case .correction where id == Self.someCorrection:
            "human correction of this text or a nearly equal one"
        case .correction where id.hasPrefix(Self.nearlyEqualPrefix):
            "human correction of a nearly equal text (entry \(id.dropFirst(Self.nearlyEqualPrefix.count)))"
        case .correction where id.hasPrefix(Self.recentPrefix):
            Self.recentPhrase(learnedFeaturePhrase(id.dropFirst(Self.recentPrefix.count)))
        case .correction where id.hasPrefix(Self.learnedPrefix):
            Self.learnedPhrase(learnedFeaturePhrase(id.dropFirst(Self.learnedPrefix.count)))
        case .prior, .correction: id
        }
    }

    /// The prefix of the evidence ids for effects that were learned from corrections of other texts. The id of
    /// a token or of a style feature, or ``learnedRest``, follows the prefix.
    package static let learnedPrefix = "learned:"

    /// The text after ``learnedPrefix`` in the id of one special piece of evidence: the sum of all learned
    /// features that are not listed individually.
    package static let learnedRest = "*"

    /// Returns the phrase for evidence that was learned from corrections of other texts.
    package static func learnedPhrase(_ phrase: String) -> String {
        "learned from your corrections: \(phrase)"
    }

    private func learnedFeaturePhrase(_ id: Substring) -> String {
        let feature = String(id)
        guard feature != Self.learnedRest else { return "all other features" }
        return StylePhrase.text(feature) ?? TokenPhrase.text(TokenName(id: feature))
    }

    /// Returns the part of a decoded phrase that cannot be derived from the id (``detail``), or `nil` if
    /// there is none.
    func detail(in phrase: String) -> String? {
        switch type {
        case .rule, .feature, .correction: return phrase == basePhrase ? nil : phrase
        case .prior: return nil
        case .token:
            // Scalars, because a combining mark joins a quotation mark before it.
            let (scalars, opening) = (phrase.unicodeScalars, (basePhrase + ": ").unicodeScalars)
            guard scalars.last == "”" || scalars.last == "’" else { return nil }
            let name = TokenName(id: id)
            if name.hasLetters {
                let rest = scalars.drop { $0 != "“" }.dropFirst()
                let example = String(String.UnicodeScalarView(rest.prefix { $0 != "”" }))
                return TokenPhrase.text(name, quoting: example) == phrase ? example : nil
            }
            // A quotation mark follows.
            if scalars.starts(with: opening) {
                return String(String.UnicodeScalarView(scalars.dropFirst(opening.count + 1).dropLast()))
            }
            // The form that earlier versions wrote.
            return phrase.firstRange(of: ", such as “").map { String(phrase[$0.upperBound...].dropLast()) }
        }
    }
}

/// A group of evidence that is shown to people as one type.
package enum EvidenceGroup: CaseIterable, Sendable {
    case rules, learned, words, wordPairs, wordPatterns, letterSequences, styleFeatures, adjustments

    /// Returns the noun for a number of pieces of evidence: `rule` for 1, otherwise `rules`.
    package func noun(count: Int) -> String {
        let (one, many) =
            switch self {
            case .rules: ("rule", "rules")
            case .learned: ("feature learned from corrections", "features learned from corrections")
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
    package var group: EvidenceGroup {
        switch type {
        case .rule: .rules
        case .feature: .styleFeatures
        case .correction where id.hasPrefix(Self.learnedPrefix) || id.hasPrefix(Self.recentPrefix):
            .learned
        case .prior, .correction: .adjustments
        case .token:
            switch TokenName(id: id).group {
            case .unigrams: .words
            case .bigrams: .wordPairs
            case .skeletonBigrams: .wordPatterns
            case .characterNgrams, .wordNgrams: .letterSequences
            }
        }
    }
}
