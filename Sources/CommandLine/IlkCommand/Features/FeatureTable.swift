import IlkConsole
import IlkVocabulary

/// The features of a text for people: name, value, unit and what it is.
enum FeatureTable {
    /// The table, in whole lines.
    static func rendered(_ features: TextFeatures, style: Style, columns: Int) -> String {
        var table = Table([
            Table.Column("feature"), Table.Column("value", .right), Table.Column("unit"),
            Table.Column("what", maxWidth: max(20, columns - 48)),
        ])
        for feature in TextFeature.allCases {
            table.add([
                feature.name, value(features[feature], of: feature), unit(of: feature), summary(of: feature),
            ])
        }
        table.add(["language", features.language ?? "-", "code", "The language that the text is in (BCP 47)"])
        table.add([
            "scripts", scripts(features), "codes", "The scripts of its letters, most first (ISO 15924)",
        ])
        return table.rendered(style)
    }

    /// The codes of the scripts, `-` where there are none.
    static func scripts(_ features: TextFeatures) -> String {
        features.scripts.isEmpty ? "-" : features.scripts.map(\.code).joined(separator: " ")
    }

    /// The unit of a feature's value. What rules may write in % is shown as the part of 1 that it is.
    static func unit(of feature: TextFeature) -> String {
        feature.unit == .percent ? "0 to 1 (%)" : feature.unit.rawValue
    }

    /// What a feature is, in its first sentence.
    private static func summary(of feature: TextFeature) -> String {
        let summary = summaries[feature] ?? ""
        for ending in [" Count, ", " Mean, ", " Ratio to ", " 0 ... 1", " 0 and up", ", else 0."] {
            guard let end = summary.firstRange(of: ending) else { continue }
            let kept = summary[..<end.lowerBound]
            return String(kept.last == "." ? kept.dropLast() : kept)
        }
        return summary
    }

    static func value(_ value: Double, of feature: TextFeature) -> String {
        feature.isCount || value == value.rounded()
            ? DecimalText.fixed(value, 0) : DecimalText.fixed(value, 3)
    }
}
