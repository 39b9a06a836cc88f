/// The second most probable label, and the evidence without which it would be more probable than the
/// predicted label.
struct NearestLabel {
    let label: String
    /// The removed evidence as `this` or `these 3`, or `nil` if removing evidence is not enough.
    let removed: String?
    /// The removed evidence.
    let reasons: [String]

    /// The maximum number of pieces of evidence to remove. A longer list would not help people.
    private static let maximum = 12

    /// Removes evidence until the other label is more probable, beginning with the evidence that most favors
    /// the predicted label. The weights of all evidence add up to the scores of the labels.
    ///
    /// - Parameters:
    ///   - evidence: All evidence of the verdict.
    ///   - label: The index of the predicted label.
    ///   - other: The index of the most probable other label.
    ///   - labels: The labels.
    init?(_ evidence: [PageEvidence], from label: Int, to other: Int, _ labels: [String]) {
        guard labels.indices.contains(label), labels.indices.contains(other), label != other else {
            return nil
        }
        self.label = labels[other]
        let gaps = evidence.filter { $0.weights.count == labels.count }
            .map { (evidence: $0, gap: $0.weights[label] - $0.weights[other]) }
        var rest = gaps.reduce(0) { $0 + $1.gap }
        let separating = gaps.filter { !$0.evidence.isPrior && $0.gap > 0 }.sorted { $0.gap > $1.gap }
        var names: [String] = []
        for (evidence, gap) in separating.prefix(Self.maximum) where rest > 0 {
            rest -= gap
            names.append(evidence.phrase)
        }
        let isEnough = rest <= 0 && !names.isEmpty
        removed = isEnough ? (names.count == 1 ? "this" : "these \(names.count)") : nil
        reasons = isEnough ? names : []
    }
}
