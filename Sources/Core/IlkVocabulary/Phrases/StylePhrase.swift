/// The phrases of style features. The id of a style feature consists of a feature and a range of its value,
/// such as `wordCount:60..100`, or of an ``EdgeFeature`` and its codes, such as `firstTwo:oP`.
package enum StylePhrase {
    /// Returns the phrase of a style feature.
    ///
    /// - Parameter name: The stable id, such as `wordCount:60..100`, or the name of an earlier version, such
    ///   as `wordCount 60 to 100`.
    /// - Returns: `nil` if no style feature has this name.
    package static func text(_ name: String) -> String? {
        if let colon = name.firstIndex(of: ":") {
            let (feature, value) = (String(name[..<colon]), name[name.index(after: colon)...])
            if let range = ValueRange(id: value), let text = text(feature, range) { return text }
            if let edge = EdgeFeature(rawValue: feature) { return edge.text(Array(value.utf8)) }
        }
        guard let blank = name.firstIndex(of: " "),
            let range = ValueRange(formerName: name[name.index(after: blank)...])
        else { return nil }
        return text(String(name[..<blank]), range)
    }

    /// Returns the phrase of a style feature for a particular text, or `nil` if the general phrase of the
    /// feature applies.
    ///
    /// - Parameters:
    ///   - name: The stable id.
    ///   - example: The words of the text that the feature describes, or `nil`.
    ///   - isSingle: A closure that returns `true` if the text has only one of the items that a feature
    ///     counts, such as lines or commas.
    package static func text(
        _ name: String, quoting example: String?, isSingle: (TextFeature) -> Bool
    ) -> String? {
        if let example { return text(name).map { Evidence.phrase(withoutExamples($0), quoting: example) } }
        guard let colon = name.firstIndex(of: ":"), let phrase = phrases[String(name[..<colon])],
            let counted = phrase.counted, isSingle(counted)
        else { return nil }
        return ValueRange(id: name[name.index(after: colon)...]).flatMap(phrase.single)
    }

    /// Returns a phrase without its general examples, such as “hey”, which are not in the text.
    private static func withoutExamples(_ phrase: String) -> String {
        let parts = phrase.split(separator: " such as “")
        return parts[0] + parts.dropFirst().map { $0.drop { $0 != "”" }.dropFirst() }.joined()
    }

    /// Returns the phrase of a range of a style feature.
    ///
    /// - Parameters:
    ///   - feature: The name of a ``TextFeature``, or of a number that models derive from a feature.
    ///   - range: The range.
    /// - Returns: `nil` if no feature has this name.
    package static func text(_ feature: String, _ range: ValueRange) -> String? {
        phrases[feature]?.text(range, needsLines: linesOnly.contains(feature))
    }

    /// The phrases of all features and of the numbers derived from features, by name.
    private static let phrases = TextFeature.phrases.reduce(into: derived) { $0[$1.key.name] = $1.value }

    /// The features that models measure only in texts with more than one line.
    private static let linesOnly: Set<String> = [
        "meanLineLength", "longestLineLength", "blankLineRatio", "wrappedLineRatio", "keyValueLineRatio",
        "indentedLineRatio", "symbolLineRatio", "listLineRatio",
    ]

    /// The words for the numbers that models derive from features, such as commas per word.
    private static let derived: [String: FeaturePhrase] = [
        "exclamationMarkCountPerWord": .number(
            "# exclamation marks per 100 words", none: "no exclamation marks", as: .perHundred
        ).single(.exclamationMarkCount, "1 exclamation mark"),
        "commaCountPerWord": .number(
            "# commas per 100 words", none: "no commas", as: .perHundred
        ).single(.commaCount, "1 comma"),
        "callCountPerWord": .number(
            "# parentheses as in f(x) per 100 words", none: "no parentheses right behind a word, as in f(x)",
            as: .perHundred
        ).single(.callCount, "1 parenthesis right behind a word, as in f(x)"),
        "sentencesPerWord": .number(
            "# words for each sentence", none: "no sentences", as: .inverse
        ).single(.sentenceCount, "a single sentence of # words"),
        "quotedLineRatio": .share(
            "of the lines are quoted with >", none: "no lines quoted with >"
        ).single(.lineCount, "the only line is quoted with >"),
        "arrangementOverOpinion": .plansOverOpinions,
    ]
}
