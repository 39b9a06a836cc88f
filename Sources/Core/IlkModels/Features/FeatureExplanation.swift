import IlkVocabulary

/// The readable explanation of a feature.
enum FeatureExplanation {
    /// Returns the evidence of a feature of a text.
    ///
    /// - Parameter again: The positions of further occurrences, for features that count each occurrence.
    static func evidence(
        _ family: FeatureGroup, _ stream: FeatureStream, _ index: Int, _ weights: [Double],
        again: [FeatureStream.Span] = []
    ) -> Evidence {
        let name = stream.name(index)
        guard family != .style else {
            return Evidence(
                type: .feature, name: StyleReader.description(of: name), spans: [], weights: weights)
        }
        let visible = family == .unigrams ? name : "\(family.name):\(visible(name))"
        return Evidence(
            type: .token, name: visible,
            spans: ([stream.places[index]] + again).map { TextSpan(Int($0.lower), Int($0.upper)) },
            weights: weights)
    }

    /// Replaces the marks of the text's edges, line ends and blanks with visible signs.
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

/// A piece of evidence: a feature, or a span with all its character n-grams.
struct EvidencePart {
    /// The index of its first feature.
    var index: Int
    /// The weights of its features, in the table's units.
    var sums: [Int]
    /// The positions of further occurrences in the text.
    var again: [FeatureStream.Span] = []
}

extension FeatureStream {
    /// Returns the parts with non-zero weights, in the order of the text.
    ///
    /// - Parameter add: Adds the weights of a hash to sums, one per label.
    func parts(categories: Int, _ add: (_ hash: UInt64, _ sums: inout [Int]) -> Void) -> [EvidencePart] {
        var parts: [EvidencePart] = []
        var index = 0
        while index < count {
            var part = EvidencePart(index: index, sums: [Int](repeating: 0, count: categories))
            repeat {
                add(hashes[index], &part.sums)
                index += 1
            } while index < count && family == .wordNgrams && names[index] == names[part.index]
            // An unknown feature has no weights for further occurrences either.
            if part.sums.contains(where: { $0 != 0 }) { parts.append(part) }
        }
        return parts
    }
}
