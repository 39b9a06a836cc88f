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
    /// The weights for the labels, in their order.
    let weights: [Double]
    /// The support for the shown label.
    let support: Double
    /// The byte ranges in the text.
    let spans: [Range<Int>]

    /// - Parameters:
    ///   - json: The evidence, with weights by label or in the order of the labels.
    ///   - labels: The labels.
    ///   - index: The index of the shown label.
    init(_ json: JSONTree, labels: [String], of index: Int) {
        isRule = json["type"]?.string == "rule"
        isPrior = json["type"]?.string == "prior"
        isCorrection = json["type"]?.string == "correction"
        id = json["id"]?.string ?? ""
        phrase = PageText.sentence(json["phrase"]?.string ?? id)
        let listed = json["weights"]?.elements?.map { $0.double ?? 0 }
        let weights = listed ?? labels.map { json["weights"]?[$0]?.double ?? 0 }
        self.weights = weights
        support = json["support"]?.double ?? Self.support(weights, index)
        spans = (json["spans"]?.elements ?? []).compactMap { span in
            let bounds = span.elements?.compactMap(\.integer) ?? []
            return bounds.count == 2 && bounds[0] >= 0 && bounds[0] < bounds[1] ? bounds[0]..<bounds[1] : nil
        }
    }

    /// The weight for a label minus the mean of the other weights. It replaces the support, which
    /// explanations of log entries lack.
    private static func support(_ weights: [Double], _ index: Int) -> Double {
        guard weights.count > 1, weights.indices.contains(index) else { return weights.first ?? 0 }
        return weights[index] - (weights.reduce(0, +) - weights[index]) / Double(weights.count - 1)
    }
}
