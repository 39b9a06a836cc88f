import IlkVerdictConsole
import IlkConsole
import IlkText
import IlkVocabulary

/// A human-readable table of features with the derivation of each value.
struct FeatureSourceTable {
    let analysis: AnalyzedText
    let columns: Int

    /// The maximum number of locations per feature.
    private static let placeCount = 4
    /// The maximum width of an excerpt in columns.
    private static let excerptWidth = 24

    /// Returns the table in complete lines.
    func rendered(_ style: Style) -> String {
        var table = Table([
            Table.Column("feature"), Table.Column("value", .right), Table.Column("how"),
            Table.Column("where", maxWidth: max(40, columns - 80)),
        ])
        let places = TextLocations(analysis)
        for source in FeatureExplainer().explain(analysis) {
            table.add([
                source.feature.name, FeatureTable.value(source.value, of: source.feature),
                Self.words(source.formula), place(source.spans, places),
            ])
            if case .formality(let explanation) = source.formula { add(explanation, places, to: &table) }
        }
        let features = analysis.features
        let shares = features.scripts.map { "\($0.code) \(DecimalText.fixed($0.share, 3))" }
        table.add(["language", features.language ?? "-", "by a model"])
        table.add(["scripts", FeatureTable.scripts(features), "letters", shares.joined(separator: " ")])
        return table.rendered(style)
    }

    /// Adds a row for each contribution to the formality score, strongest first.
    private func add(_ explanation: FormalityExplanation, _ places: TextLocations, to table: inout Table) {
        let strongestFirst = explanation.contributions.sorted {
            (abs($1.logit), $0.name) < (abs($0.logit), $1.name)
        }
        for contribution in strongestFirst {
            let value = "\(Self.number(contribution.weight)) × \(Self.number(contribution.value))"
            table.add([
                "  \(contribution.name)", DecimalText.fixed(contribution.logit, 3), value,
                place(contribution.spans, places),
            ])
        }
    }

    private func place(_ spans: [TextSpan], _ places: TextLocations) -> String {
        let named = spans.prefix(Self.placeCount).map {
            "\(places.place(of: $0.lowerBound)) “\(places.excerpt($0, columns: Self.excerptWidth))”"
        }
        let more = spans.count > Self.placeCount ? [" and \(spans.count - Self.placeCount) more"] : []
        return named.joined(separator: " ") + more.joined()
    }

    /// Returns a short formula for a value, such as `120 characters / 30 words`, or the method, such as
    /// `counted`.
    static func words(_ formula: FeatureSource.Formula) -> String {
        switch formula {
        case .count: "counted"
        case .flag: "there or not"
        case .greatest: "the longest"
        case .model: "by a model"
        case .formality(let explanation):
            explanation.score.isSupported
                ? "1 / (1 + e^−(\(number(explanation.logit))))" : "not English, or no words"
        case .ratio(let part, let of, let whole, let over):
            "\(counted(part, of)) / \(counted(whole, over))"
        case .deviation(let of, let count, let mean, let squares):
            "√(\(number(squares)) / \(counted(count, of)) − \(number(mean))²)"
        case .readingEase(let wordsPerSentence, let syllablesPerWord):
            "206.835 − 1.015 × \(number(wordsPerSentence)) − 84.6 × \(number(syllablesPerWord))"
        case .lix(let wordsPerSentence, let longWordShare):
            "\(number(wordsPerSentence)) + 100 × \(number(longWordShare))"
        }
    }

    /// Returns a count with its unit, in the singular for one.
    private static func counted(_ count: Double, _ unit: FeatureSource.Unit) -> String {
        let many = unit.rawValue
        return "\(number(count)) \(count == 1 && many.last == "s" ? String(many.dropLast()) : many)"
    }

    private static func number(_ number: Double) -> String {
        DecimalText.fixed(number, number == number.rounded() ? 0 : 3)
    }
}
