import IlkVocabulary

/// What people are shown of a feature.
enum FeatureReceipt {
    /// The evidence that a feature of a text is, with what it adds to each category.
    static func evidence(
        _ family: FeatureFamily, _ stream: FeatureStream, _ index: Int, _ weights: [Double]
    ) -> Evidence {
        let name = stream.name(index)
        guard family != .shape else {
            return Evidence(
                kind: .feature, name: ShapeReader.description(of: name), spans: [], weights: weights)
        }
        let place = stream.places[index]
        let visible = family == .words ? name : "\(family.name):\(visible(name))"
        return Evidence(
            kind: .token, name: visible, spans: [TextSpan(Int(place.lower), Int(place.upper))],
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
