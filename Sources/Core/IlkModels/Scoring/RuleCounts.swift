import Glibc

/// What a model has learned of rules: for each in how many texts of each category it held, as integers, and how much of
/// what that says the words of these texts say already.
///
/// The counts add and subtract, like those of features. The overlaps are fitted where the texts are, on scores that leave
/// each text out, and frozen when counts are merged or taken back, like a model's scales.
public struct RuleCounts: Sendable, Hashable {
    /// A rule as it was when it was counted: a rule that was changed since is another one.
    public struct Key: Sendable, Hashable, Comparable {
        /// The rule's id.
        public var id: String
        /// What tells it from what it was before somebody changed it.
        public var content: UInt64

        /// The rule of this id and content.
        public init(id: String, content: UInt64) {
            self.id = id
            self.content = content
        }

        /// By id, then by content.
        public static func < (left: Key, right: Key) -> Bool {
            (left.id, left.content) < (right.id, right.content)
        }
    }

    /// What is known of one rule.
    package struct Row: Sendable, Hashable {
        /// In how many texts it held.
        package var texts = 0
        /// The mass of these texts, category by category.
        package var mass: [Int64]
        /// What is added to the weights that the counts say, category by category, in units of 1/``unit``.
        package var overlap: [Int32]
    }

    /// How many categories there are.
    public let categories: Int
    /// The mass of the texts of each category that the rules were tried on, in units of 1/65,536.
    public package(set) var documentMass: [Int64]
    /// The rules.
    package var rows: [Key: Row] = [:]

    /// How many units of an overlap are 1 of log-odds.
    package static let unit = 1000.0
    /// How many texts an authored weight is worth.
    public static let prior = 20.0
    /// No weight is greater.
    static let greatest = 20.0

    /// Counts of rules that were tried on no text yet.
    public init(_ keys: [Key], categories: Int) {
        self.categories = categories
        documentMass = [Int64](repeating: 0, count: categories)
        let row = Row(
            mass: [Int64](repeating: 0, count: categories),
            overlap: [Int32](repeating: 0, count: categories))
        for key in keys { rows[key] = row }
    }

    /// The rules that are counted, in order.
    public var keys: [Key] { rows.keys.sorted() }

    /// In how many texts a rule held; nil when it is not counted.
    public func texts(of key: Key) -> Int? { rows[key]?.texts }

    /// What a rule adds to the scores beside the model: what its author gave it, moved to where the counts point, less
    /// what words say already. Nil for a rule that is not counted.
    ///
    /// - Parameter authored: The rule's own weights. Where these are 0 nothing is added, and no weight changes its side.
    public func weights(of key: Key, authored: [Double]) -> [Double]? {
        guard let row = rows[key], authored.count == categories else { return nil }
        let counted = counted(row, authored)
        return authored.indices.map { category in
            guard authored[category] != 0 else { return 0 }
            let weight = counted[category] + Double(row.overlap[category]) / Self.unit
            return authored[category] > 0
                ? max(0, min(Self.greatest, weight)) : min(0, max(-Self.greatest, weight))
        }
    }

    /// The weights that the counts say, with ``prior`` texts on which the authored weights were right added to them.
    package func counted(_ row: Row, _ authored: [Double]) -> [Double] {
        guard row.texts > 0 else { return authored }
        var believed: [Double] = []
        Softmax.probabilities(of: authored, into: &believed)
        let rates = (0..<categories).map { Double(row.mass[$0]) / Double(max(1, documentMass[$0])) }
        let sum = rates.reduce(0, +)
        let texts = Double(row.texts)
        return authored.indices.map { category in
            // A weight of -20 leaves a share of 1e-9 and less: never nothing.
            let share = max(believed[category], 1e-12)
            let seen = sum > 0 ? texts * rates[category] / sum : 0
            return authored[category] + log((seen + Self.prior * share) / (texts + Self.prior) / share)
        }
    }
}
