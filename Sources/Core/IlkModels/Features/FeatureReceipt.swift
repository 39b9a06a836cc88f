import IlkVocabulary

/// What people are shown of a feature.
enum FeatureReceipt {
    /// The evidence that a feature of a text is, with what it adds to each category.
    ///
    /// - Parameter again: Where the feature stands beside its first place, of features that count as often as they stand.
    static func evidence(
        _ family: FeatureFamily, _ stream: FeatureStream, _ index: Int, _ weights: [Double],
        again: [FeatureStream.Span] = []
    ) -> Evidence {
        let name = stream.name(index)
        guard family != .shape else {
            return Evidence(
                kind: .feature, name: ShapeReader.description(of: name), spans: [], weights: weights)
        }
        let visible = family == .words ? name : "\(family.name):\(visible(name))"
        return Evidence(
            kind: .token, name: visible,
            spans: ([stream.places[index]] + again).map { TextSpan(Int($0.lower), Int($0.upper)) },
            weights: weights)
    }

    /// The marks of the text's edges and line ends as signs that can be seen.
    private static func visible(_ name: String) -> String {
        var result = ""
        for scalar in name.unicodeScalars {
            switch scalar.value {
            case 0x02: result += "⟨"
            case 0x03: result += "⟩"
            case 0x0A: result += "⏎"
            case 0x20: result += "␣"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
