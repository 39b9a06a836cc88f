import Glibc

/// A model's counts of rule matches. Each rule has the number of training texts that it matched and the
/// weighted counts of these texts per label. It also has a correction for the overlap with the features of
/// these texts. All counts are integers.
///
/// Counts of texts can be added and subtracted, like the counts of features. The overlaps are fitted on
/// cross-validated scores during training. Like a model's group weights, the overlaps do not change when
/// counts are merged or subtracted.
public struct RuleCounts: Sendable, Hashable {
    /// The identity of a counted rule: its id and a hash of its content. If the content of a rule changes
    /// after the training, the rule has a new key and no counts.
    public struct Key: Sendable, Hashable, Comparable {
        /// The rule's id.
        public var id: String
        /// A hash of the rule's content, which distinguishes its versions.
        public var content: UInt64

        package init(id: String, content: UInt64) {
            self.id = id
            self.content = content
        }

        /// Compares by id, then by content.
        public static func < (left: Key, right: Key) -> Bool {
            (left.id, left.content) < (right.id, right.content)
        }
    }

    package struct Row: Sendable, Hashable {
        /// The number of texts that the rule matched.
        package var texts = 0
        /// The weighted counts of these texts, by label, in units of 1/65,536.
        package var weightedTexts: [Int64]
        /// The correction added to the counted weights, by label, in units of 1/``unit``.
        package var overlap: [Int32]
    }

    /// The number of labels.
    public let categories: Int
    /// The weighted counts of all texts on which the rules were evaluated, by label, in units of 1/65,536.
    public package(set) var documentWeights: [Int64]
    package var rows: [Key: Row] = [:]

    /// The number of overlap units in 1 of log-odds.
    package static let unit = 1000.0
    /// The number of matched texts that influence a rule's weight as much as the authored weight does.
    public static let prior = 20.0
    static let maximumWeight = 20.0

    /// Creates empty counts.
    ///
    /// - Parameters:
    ///   - keys: The rules to count.
    ///   - categories: The number of labels.
    /// - Complexity: O(*r* · *c*) for *r* rules and *c* labels.
    public init(_ keys: [Key], categories: Int) {
        self.categories = categories
        documentWeights = [Int64](repeating: 0, count: categories)
        let row = Row(
            weightedTexts: [Int64](repeating: 0, count: categories),
            overlap: [Int32](repeating: 0, count: categories))
        for key in keys { rows[key] = row }
    }

    /// The counted rules, in ascending order.
    public var keys: [Key] { rows.keys.sorted() }

    /// Returns the number of texts that a rule matched, or `nil` if the rule is not counted.
    ///
    /// - Parameter key: The rule.
    public func texts(of key: Key) -> Int? { rows[key]?.texts }

    /// Returns the weights that a rule adds to the model's scores: its authored weights, updated by the
    /// counts and corrected for the overlap with the model's features. Returns `nil` for a rule that is not
    /// counted.
    ///
    /// - Parameters:
    ///   - key: The rule.
    ///   - authored: The rule's authored weights, one per label. A weight of 0 stays 0, and a weight never
    ///     changes its sign.
    /// - Complexity: O(*c*) in the number of labels.
    public func weights(of key: Key, authored: [Double]) -> [Double]? {
        guard let row = rows[key], authored.count == categories else { return nil }
        let counted = updatedWeights(row, authored)
        return authored.indices.map { category in
            guard authored[category] != 0 else { return 0 }
            let weight = counted[category] + Double(row.overlap[category]) / Self.unit
            return authored[category] > 0
                ? max(0, min(Self.maximumWeight, weight)) : min(0, max(-Self.maximumWeight, weight))
        }
    }

    /// Returns the authored weights updated by the counts, with ``prior`` pseudo-texts that are distributed
    /// as the authored weights predict.
    package func updatedWeights(_ row: Row, _ authored: [Double]) -> [Double] {
        guard row.texts > 0 else { return authored }
        var believed: [Double] = []
        Softmax.probabilities(of: authored, into: &believed)
        let rates = (0..<categories).map {
            Double(row.weightedTexts[$0]) / Double(max(1, documentWeights[$0]))
        }
        let sum = rates.reduce(0, +)
        let texts = Double(row.texts)
        return authored.indices.map { category in
            // The minimum prevents a division by 0: a weight of -20 yields a share of 1e-9 or less.
            let share = max(believed[category], 1e-12)
            let seen = sum > 0 ? texts * rates[category] / sum : 0
            return authored[category] + log((seen + Self.prior * share) / (texts + Self.prior) / share)
        }
    }
}
