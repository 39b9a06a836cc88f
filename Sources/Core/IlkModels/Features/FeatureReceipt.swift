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

/// What people are shown as one: a feature, or a stretch with all its runs of characters.
struct EvidencePart {
    /// The first of its features.
    var index: Int
    /// What its features weigh, in the table's units.
    var sums: [Int]
    /// Where it stands in the text again.
    var again: [FeatureStream.Span] = []
}

extension FeatureStream {
    /// The parts of the features that say something, in the order of the text.
    ///
    /// - Parameter add: Adds the weights of a hash to sums, one a category.
    func parts(categories: Int, _ add: (_ hash: UInt64, _ sums: inout [Int]) -> Void) -> [EvidencePart] {
        var parts: [EvidencePart] = []
        var index = 0
        while index < count {
            var part = EvidencePart(index: index, sums: [Int](repeating: 0, count: categories))
            repeat {
                add(hashes[index], &part.sums)
                index += 1
            } while index < count && family == .pieces && names[index] == names[part.index]
            // What is not known says nothing the second time either.
            if part.sums.contains(where: { $0 != 0 }) { parts.append(part) }
        }
        return parts
    }
}
