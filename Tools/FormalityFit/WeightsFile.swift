import Foundation
import IlkText

/// The Swift source that holds fitted weights.
struct WeightsFile {
    let text: String

    init(_ fit: WeightFit) {
        var lines = [
            "/// The fitted weights. Written by `make formality-model`; not by hand.",
            "enum FormalityWeights {",
            "    /// The logit of a text without any feature.",
            "    static let base = \(Self.number(fit.base))",
            "",
            "    /// The weight of each feature, and the share of words at which its value is a half.",
            "    static let rows: [(weight: Double, halfway: Double)] = [",
        ]
        for feature in FormalityFeature.allCases {
            let weight = Self.number(fit.weights[feature.rawValue])
            let halfway = Self.number(fit.halfways[feature.rawValue])
            lines.append("        (\(weight), \(halfway)),  // \(feature.name)")
        }
        lines += ["    ]", "}", ""]
        text = lines.joined(separator: "\n")
    }

    /// Four decimals: more says nothing.
    private static func number(_ value: Double) -> String {
        let text = String(format: "%.4f", value)
        return text == "-0.0000" ? "0.0000" : text
    }
}
