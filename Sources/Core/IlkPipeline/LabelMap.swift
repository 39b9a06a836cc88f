import Glibc
import IlkModels
import IlkText
public import IlkVocabulary

/// The labels of a label set for each label of a model that was trained before the set changed.
///
/// A merged label counts for the label that it became, a retired one for none. A label that the model has not learned
/// has a fixed low score, so that only rules can select it. In a multi-label taxonomy a merged label has the score of its
/// most probable part.
public struct LabelMap: Sendable {
    /// The labels of the set.
    public let taxonomy: Taxonomy
    /// The index in ``taxonomy`` of each label of the model, or `nil` if it is no longer predicted.
    private let targets: [Int?]

    /// The score of a label that the model has not learned, relative to the highest score: odds of 1 to 10,000.
    static let unlearnedScore = -9.21

    /// Creates a map.
    ///
    /// - Parameters:
    ///   - model: The labels of the model.
    ///   - set: The label set.
    /// - Returns: `nil` if the model has none of the set's labels.
    public init?(from model: Taxonomy, to set: LabelSet) {
        let taxonomy = set.taxonomy
        targets = model.categories.map { taxonomy.index(of: set.current($0)) }
        guard targets.contains(where: { $0 != nil }) else { return nil }
        self.taxonomy = taxonomy
    }

    /// Returns the numbers of texts by the set's labels, from those by the model's labels.
    func counts(_ documents: [Int]) -> [Int] {
        var counts = [Int](repeating: 0, count: taxonomy.count)
        for (count, target) in zip(documents, targets) {
            if let target { counts[target] += count }
        }
        return counts
    }

    /// Adds the scores of the model to the scores of the set. The parts of a merged label are added as probabilities.
    ///
    /// - Parameters:
    ///   - scores: The scores by the model's labels, in natural-log odds up to a constant.
    ///   - sums: The scores by the set's labels, to add to.
    func add(_ scores: [Double], to sums: inout [Double]) {
        guard !taxonomy.isMultilabel else {
            for (index, part) in parts(scores).enumerated() {
                sums[index] += part.map { scores[$0] } ?? Self.unlearnedScore
            }
            return
        }
        let most = scores.max() ?? 0
        var shares = [Double](repeating: 0, count: taxonomy.count)
        for (score, target) in zip(scores, targets) {
            if let target { shares[target] += exp(score - most) }
        }
        for (index, share) in shares.enumerated() {
            sums[index] += share > 0 ? most + log(share) : most + Self.unlearnedScore
        }
    }

    /// Returns the thresholds by the set's labels, from those by the model's labels. A merged label has the lowest one of
    /// its parts.
    func thresholds(_ values: [Double]) -> [Double] {
        var result = [Double?](repeating: nil, count: taxonomy.count)
        for (value, target) in zip(values, targets) {
            if let target { result[target] = min(result[target] ?? value, value) }
        }
        return result.map { $0 ?? 0.5 }
    }

    /// Returns evidence by the set's labels. A merged label has the weight of its part with the highest score.
    func mapped(_ evidence: [Evidence], scores: [Double]) -> [Evidence] {
        let parts = parts(scores)
        return evidence.map { piece in
            var piece = piece
            piece.weights = parts.map { $0.map { piece.weights[$0] } ?? 0 }
            return piece
        }
    }

    /// Returns the model's label with the highest score for each of the set's labels, or `nil` if it has none.
    private func parts(_ scores: [Double]) -> [Int?] {
        var parts = [Int?](repeating: nil, count: taxonomy.count)
        for (part, target) in targets.enumerated() {
            guard let target else { continue }
            if let other = parts[target], scores[other] >= scores[part] { continue }
            parts[target] = part
        }
        return parts
    }
}

/// A session of a model whose labels are mapped to the labels of a set.
final class MappedSession: ClassifierSession {
    private let session: any ClassifierSession
    private let map: LabelMap
    private let labels: Int
    private var scores: [Double] = []

    init(_ session: any ClassifierSession, labels: Int, _ map: LabelMap) {
        self.session = session
        self.labels = labels
        self.map = map
    }

    func score(_ analysis: AnalyzedText, into sums: inout [Double]) -> ScoreSupport {
        scores = [Double](repeating: 0, count: labels)
        let support = session.score(analysis, into: &scores)
        map.add(scores, to: &sums)
        return support
    }

    func evidence(_ analysis: AnalyzedText) -> [Evidence] {
        map.mapped(session.evidence(analysis), scores: scores)
    }
}

extension TextModel {
    /// Returns the thresholds that were found in training, by the labels of a set, or `nil` for taxonomies with one
    /// label for a text.
    ///
    /// - Parameter labels: The labels of a set that differ from the model's, or `nil`.
    func thresholds(_ labels: LabelMap?) -> [Double]? {
        guard let labelThresholds else { return nil }
        return labels?.thresholds(labelThresholds) ?? labelThresholds
    }
}
