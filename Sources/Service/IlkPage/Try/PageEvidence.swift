import IlkFraming
import IlkHTTP

/// Evidence in a response of the API.
struct PageEvidence {
    let isRule: Bool
    let isPrior: Bool
    /// `true` if the evidence is a human label of this text or of a nearly equal text.
    let isCorrection: Bool
    let id: String
    let phrase: String
    /// The weights, in the order of the labels.
    let weights: [Double]
    /// The support for the shown label: its weight minus the mean weight for the other labels. In a
    /// multi-label taxonomy, the weight itself.
    let support: Double
    /// The byte ranges in the text.
    let spans: [Range<Int>]

    /// - Parameters:
    ///   - json: The evidence, with weights by label or in the order of the labels.
    ///   - labels: The labels.
    ///   - index: The index of the shown label.
    ///   - isMultilabel: `true` if a text can have several labels.
    init(_ json: JSONTree, labels: [String], of index: Int, isMultilabel: Bool) {
        isRule = json["type"]?.string == "rule"
        isPrior = json["type"]?.string == "prior"
        isCorrection = json["type"]?.string == "correction"
        id = json["id"]?.string ?? ""
        phrase = PageText.sentence(json["phrase"]?.string ?? id)
        let listed = json["weights"]?.elements?.map { $0.double ?? 0 }
        let weights = listed ?? labels.map { json["weights"]?[$0]?.double ?? 0 }
        self.weights = weights
        support = json["support"]?.double ?? Self.support(weights, index, isMultilabel: isMultilabel)
        spans = (json["spans"]?.elements ?? []).compactMap { span in
            let bounds = span.elements?.compactMap(\.integer) ?? []
            return bounds.count == 2 && bounds[0] >= 0 && bounds[0] < bounds[1] ? bounds[0]..<bounds[1] : nil
        }
    }

    /// Returns the support for a label. The API omits this number in explanations of log entries.
    private static func support(_ weights: [Double], _ index: Int, isMultilabel: Bool) -> Double {
        guard weights.count > 1, weights.indices.contains(index) else { return weights.first ?? 0 }
        guard !isMultilabel else { return weights[index] }
        return weights[index] - (weights.reduce(0, +) - weights[index]) / Double(weights.count - 1)
    }
}
