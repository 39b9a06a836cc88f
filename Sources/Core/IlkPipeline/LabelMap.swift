import Glibc
public import IlkModels
import IlkText
public import IlkVocabulary

/// A map from the labels of a model to the labels of a label set. The label set may have changed since the
/// model was trained.
///
/// The probability of a merged label is added to that of the label into which it was merged. A retired label
/// is ignored. A label for which the model has no training texts has a fixed low score, so that only rules
/// can select it.
///
/// If several labels of the model are mapped to the same label of the set, they are called the parts of that
/// label. In a multi-label taxonomy, probabilities are not added: a label has the score of its most probable
/// part.
public struct LabelMap: Sendable {
    /// The labels of the label set.
    public let taxonomy: Taxonomy
    /// The index in ``taxonomy`` of each label of the model, or `nil` if the label has no training texts or
    /// is no longer predicted.
    private let targets: [Int?]
    /// The index in ``taxonomy`` of each label of the model's head, or `nil` if the label is no longer
    /// predicted.
    let headTargets: [Int?]

    /// The score of a label that the model has not learned, relative to the highest score: odds of 1 to
    /// 10,000.
    static let unlearnedScore = -9.21

    /// Creates a map from a model to a label set.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - set: The label set.
    /// - Returns: `nil` if the model has no training texts of any label of the set.
    /// - Complexity: O(*n* · *m*) for *n* labels of the model and *m* merged labels.
    public init?(from model: any TextModel, to set: LabelSet) {
        let taxonomy = set.taxonomy
        self.init(from: model, to: taxonomy) { taxonomy.index(of: set.current($0)) }
    }

    /// Returns the labels that a model has learned but that a label set does not know. The set neither
    /// contains such a label nor has merged it into another label.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - set: The label set, including its retired labels.
    /// - Complexity: O(*n* · *m*) for *n* labels and *m* merged labels.
    public static func unknownLabels(of model: any TextModel, in set: LabelSet) -> [Category] {
        let known = Set(set.labels.map(\.key))
        return zip(model.taxonomy.categories, model.documents)
            .filter { $0.1 > 0 && !known.contains(set.current($0.0)) }.map(\.0)
    }

    /// Creates a map from a model to its own labels, for a model that has no training texts of some labels.
    ///
    /// - Returns: `nil` if the model has training texts of all labels or of none.
    init?(ofUnlearnedLabelsOf model: any TextModel) {
        guard model.documents.contains(0) else { return nil }
        self.init(from: model, to: model.taxonomy, model.taxonomy.index)
    }

    private init?(from model: any TextModel, to taxonomy: Taxonomy, _ index: (Category) -> Int?) {
        targets = zip(model.taxonomy.categories, model.documents).map { label, texts in
            texts > 0 ? index(label) : nil
        }
        headTargets = model.head?.labels.map(index) ?? []
        guard targets.contains(where: { $0 != nil }) else { return nil }
        self.taxonomy = taxonomy
    }

    /// Converts the numbers of texts from the model's labels to the set's labels.
    func counts(_ documents: [Int]) -> [Int] {
        var counts = [Int](repeating: 0, count: taxonomy.count)
        for (count, target) in zip(documents, targets) {
            if let target { counts[target] += count }
        }
        return counts
    }

    /// Converts scores from the model's labels to the set's labels. The probabilities of the parts of a label
    /// are added.
    ///
    /// - Parameter scores: The scores of the model, in natural-log odds up to a constant.
    func mapped(_ scores: [Double]) -> [Double] {
        guard !taxonomy.isMultilabel else {
            return parts(scores).map { $0.map { scores[$0] } ?? Self.unlearnedScore }
        }
        var mapped = [Double](repeating: -.infinity, count: taxonomy.count)
        for (score, target) in zip(scores, targets) {
            guard let target else { continue }
            let other = mapped[target]
            mapped[target] =
                other == -.infinity ? score : max(score, other) + log1p(exp(-abs(score - other)))
        }
        let unlearned = (mapped.max() ?? 0) + Self.unlearnedScore
        return mapped.map { $0 == -.infinity ? unlearned : $0 }
    }

    /// Converts thresholds from the model's labels to the set's labels. A label has the lowest threshold of
    /// its parts.
    func thresholds(_ values: [Double]) -> [Double] {
        var result = [Double?](repeating: nil, count: taxonomy.count)
        for (value, target) in zip(values, targets) {
            if let target { result[target] = min(result[target] ?? value, value) }
        }
        return result.map { $0 ?? 0.5 }
    }

    /// Converts evidence from the model's labels to the set's labels. A label has the weight of its part with
    /// the highest score. The rest of the score is prior evidence, so that the weights add up.
    ///
    /// - Parameters:
    ///   - evidence: The evidence by the model's labels.
    ///   - scores: The scores of the model.
    func mapped(_ evidence: [Evidence], scores: [Double]) -> [Evidence] {
        let parts = parts(scores)
        var rest = mapped(scores)
        var pieces = evidence.map { piece in
            var piece = piece
            piece.weights = parts.map { $0.map { piece.weights[$0] } ?? 0 }
            for index in rest.indices { rest[index] -= piece.weights[index] }
            return piece
        }
        if let prior = pieces.firstIndex(where: { $0.type == .prior && $0.id == "prior" }) {
            for index in rest.indices { pieces[prior].weights[index] += rest[index] }
        } else {
            pieces.insert(Evidence(type: .prior, id: "prior", spans: [], weights: rest), at: 0)
        }
        return pieces
    }

    /// Returns, for each label of the set, the part with the highest score, or `nil` if the label has no
    /// part.
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
        for (index, score) in map.mapped(scores).enumerated() { sums[index] += score }
        return support
    }

    func evidence(_ analysis: AnalyzedText) -> [Evidence] {
        map.mapped(session.evidence(analysis), scores: scores)
    }
}

extension TextModel {
    /// Returns the thresholds that were found in training, converted to the labels of a set, or `nil` for
    /// single-label taxonomies.
    ///
    /// - Parameter labels: The map from the model's labels to the labels of a set, or `nil` if the labels are
    ///   equal.
    func thresholds(_ labels: LabelMap?) -> [Double]? {
        guard let labelThresholds else { return nil }
        return labels?.thresholds(labelThresholds) ?? labelThresholds
    }
}
