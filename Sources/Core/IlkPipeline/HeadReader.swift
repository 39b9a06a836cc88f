package import IlkModels
package import IlkText
package import IlkVocabulary

/// Adds the contribution of a ``ResidualHead`` to the scores of a text, and explains the contribution. A head
/// is a small linear model that was fitted to corrections. Not thread-safe.
package final class HeadReader {
    private let head: ResidualHead
    private let isMultilabel: Bool
    /// For each label of the head, the index of its score, or `nil` if the label has no score.
    private let targets: [Int?]
    private let labels: Int
    @exclusivity(unchecked) private var scratch: ResidualHead.Scratch
    @exclusivity(unchecked) private var byHead: [Double] = []
    @exclusivity(unchecked) private var residuals: [Double] = []
    @exclusivity(unchecked) private var amounts: [Double] = []

    /// Creates a reader, or returns `nil` if `head` is `nil`.
    ///
    /// - Parameters:
    ///   - head: The head of a model or of an overlay of recent corrections.
    ///   - taxonomy: The taxonomy of the scores.
    ///   - labels: The map from the model's labels to the labels of a label set, or `nil` if the labels are
    ///     equal.
    package init?(_ head: ResidualHead?, _ taxonomy: Taxonomy, _ labels: LabelMap? = nil) {
        guard let head else { return nil }
        self.head = head
        scratch = head.scratch
        isMultilabel = taxonomy.isMultilabel
        targets = labels?.headTargets ?? head.labels.map(taxonomy.index)
        self.labels = taxonomy.count
    }

    /// Adds the contribution of the head to the scores of a text.
    ///
    /// - Parameters:
    ///   - analysis: The analyzed text.
    ///   - scores: The combined scores of rules and model, to which the contribution is added.
    /// - Complexity: O(*n*) in the length of the text; no allocation after the buffers have grown.
    package func add(_ analysis: AnalyzedText, to scores: inout [Double]) {
        head.residuals(of: analysis, using: &scratch, into: &byHead)
        map(byHead, into: &residuals)
        ResidualScores.amounts(of: residuals, on: scores, isMultilabel: isMultilabel, into: &amounts)
        for index in scores.indices { scores[index] += amounts[index] }
    }

    private func map(_ values: [Double], into mapped: inout [Double]) {
        mapped.removeAll(keepingCapacity: true)
        mapped.append(contentsOf: repeatElement(0, count: labels))
        for (value, target) in zip(values, targets) {
            if let target { mapped[target] += value }
        }
    }

    /// The maximum number of features that are explained one by one.
    private static let mostFeatures = 24

    /// Returns the evidence for the amounts that were added for the last text. The head's output for a label
    /// is a sum over features, and the added amount is a nonlinear function of that output. The part of each
    /// feature in the output is multiplied by the ratio of the amount to the output (integrated gradients,
    /// Sundararajan et al. 2017).
    func evidence(_ analysis: AnalyzedText) -> [Evidence] {
        let slopes = zip(amounts, residuals).map { abs($1) > 1e-9 ? $0 / $1 : 0 }
        var rest = amounts
        var mapped: [Double] = []
        var pieces: [(evidence: Evidence, size: Double)] = []
        for var piece in head.evidence(analysis) {
            map(piece.weights, into: &mapped)
            let size = mapped.reduce(0) { max($0, abs($1)) }
            piece.weights = zip(mapped, slopes).map { $0 * $1 }
            pieces.append((piece, size))
        }
        let order = pieces.indices.sorted { (pieces[$1].size, $0) < (pieces[$0].size, $1) }
        let strongest = order.prefix(Self.mostFeatures).sorted().map { pieces[$0].evidence }
        for piece in strongest {
            for index in rest.indices { rest[index] -= piece.weights[index] }
        }
        guard rest.contains(where: { $0 != 0 }) else { return strongest }
        return strongest + [
            Evidence(
                type: .correction, id: Evidence.learnedPrefix + Evidence.learnedRest, spans: [],
                weights: rest)
        ]
    }
}
