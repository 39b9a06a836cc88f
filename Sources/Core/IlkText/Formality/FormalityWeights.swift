import IlkDefaults

/// The features of the formality score with their fitted weights, from an embedded table that
/// `make formality-model` writes.
enum FormalityWeights {
    struct Row: Sendable {
        /// The amount that a value of 1 adds to the logit.
        var weight: Double
        /// The ratio count / (words + 2) at which the value of the feature is one half. Used only for
        /// features before ``FormalityFeature/firstOfSentences``.
        var halfway: Double
        var tendency: FormalityTendency
        /// The minimum absolute value of the weight, for features that are rare in the rated texts but
        /// unambiguous.
        var least: Double
        var summary: String
    }

    /// The logit of a text without any feature.
    static let base = number(table[0][1])

    /// The rows in the order of the features.
    static let rows = zip(FormalityFeature.allCases, table.dropFirst()).map { feature, fields in
        guard fields.count == 6, text(fields[0]) == feature.name,
            let tendency = FormalityTendency(rawValue: text(fields[3]))
        else { preconditionFailure("the table of weights has no row for \(feature.name)") }
        return Row(
            weight: number(fields[1]), halfway: number(fields[2]), tendency: tendency,
            least: number(fields[4]), summary: text(fields[5]))
    }

    private static let table = WordLists.text(ilk_default_formality_weights).utf8
        .split(separator: UInt8(ascii: "\n")).map { $0.split(separator: UInt8(ascii: "\t")) }

    private static func text(_ field: Substring.UTF8View) -> String { String(Substring(field)) }

    private static func number(_ field: Substring.UTF8View) -> Double {
        guard let number = Double(text(field)) else { preconditionFailure("\(text(field)) is no weight") }
        return number
    }
}
