import IlkConsole
import IlkVocabulary

/// A human-readable table of features: name, value, unit and description.
enum FeatureTable {
    /// Returns the table in complete lines.
    static func rendered(_ features: TextFeatures, style: Style, columns: Int) -> String {
        var table = Table([
            Table.Column("feature"), Table.Column("value", .right), Table.Column("unit"),
            Table.Column("what", maxWidth: max(20, columns - 48)),
        ])
        for feature in TextFeature.allCases {
            table.add([
                feature.name, value(features[feature], of: feature), unit(of: feature),
                summaries[feature] ?? "",
            ])
        }
        table.add(["language", features.language ?? "-", "code", "The language of the text (BCP 47)"])
        table.add([
            "scripts", scripts(features), "codes", "The scripts of the letters, commonest first (ISO 15924)",
        ])
        return table.rendered(style)
    }

    /// Returns the codes of the scripts, or `-` if there are none.
    static func scripts(_ features: TextFeatures) -> String {
        features.scripts.isEmpty ? "-" : features.scripts.map(\.code).joined(separator: " ")
    }

    /// Returns the unit of a feature. A feature that rules write in percent is shown as a fraction of one.
    static func unit(of feature: TextFeature) -> String {
        feature.unit == .percent ? "0 to 1 (%)" : feature.unit.rawValue
    }

    static func value(_ value: Double, of feature: TextFeature) -> String {
        feature.isCount || value == value.rounded()
            ? DecimalText.fixed(value, 0) : DecimalText.fixed(value, 3)
    }
}
