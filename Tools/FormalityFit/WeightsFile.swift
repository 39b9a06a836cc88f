import Foundation
import IlkText

/// The table of features with their fitted weights.
struct WeightsFile {
    let text: String

    init(_ fit: WeightFit) {
        var lines = ["base\t\(Self.number(fit.base))"]
        for feature in FormalityFeature.allCases {
            let fields = [
                feature.name, Self.number(fit.weights[feature.rawValue]),
                Self.number(fit.halfways[feature.rawValue]), feature.tendency.rawValue,
                "\(feature.minimumMagnitude)", feature.summary,
            ]
            lines.append(fields.joined(separator: "\t"))
        }
        text = lines.map { $0 + "\n" }.joined()
    }

    /// Returns a number with four decimals. Further digits are not significant.
    private static func number(_ value: Double) -> String {
        let text = String(format: "%.4f", value)
        return text == "-0.0000" ? "0.0000" : text
    }
}
