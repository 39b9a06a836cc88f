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
    struct Row: Sendable, Hashable {
        /// In how many texts it held.
        var texts = 0
        /// The mass of these texts, category by category.
        var mass: [Int64]
        /// What is added to the weights that the counts say, category by category, in units of 1/``unit``.
        var overlap: [Int32]
    }

    /// How many categories there are.
    public let categories: Int
    /// The mass of the texts of each category that the rules were tried on, in units of 1/``FeatureCounts/massUnit``.
    public internal(set) var documentMass: [Int64]
    /// The rules.
    var rows: [Key: Row] = [:]

    /// How many units of an overlap are 1 of log-odds.
    static let unit = 1000.0
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

    // MARK: Counting

    /// Counts a text. Rules that are not counted from the beginning are passed over: it is not known on how many texts
    /// before they held.
    ///
    /// - Parameters:
    ///   - hits: The rules that held, each once.
    ///   - category: The place of its category.
    ///   - mass: Its weight in units of 1/``FeatureCounts/massUnit``.
    public mutating func add(_ hits: [Key], category: Int, mass: Int) {
        count(hits, category, mass: Int64(mass), texts: 1)
    }

    /// Takes a text back that was counted: the counts are what they were before it.
    public mutating func remove(_ hits: [Key], category: Int, mass: Int) {
        count(hits, category, mass: -Int64(mass), texts: -1)
    }

    private mutating func count(_ hits: [Key], _ category: Int, mass: Int64, texts: Int) {
        documentMass[category] += mass
        for key in hits {
            rows[key]?.texts += texts
            rows[key]?.mass[category] += mass
        }
    }

    /// Takes the counts of other texts in, of the rules that both counted. What only one of them counted is forgotten:
    /// it was tried on a part of the texts. The overlaps stay.
    public mutating func merge(_ other: RuleCounts) {
        precondition(other.categories == categories, "the same categories")
        for category in 0..<categories { documentMass[category] += other.documentMass[category] }
        for (key, row) in rows {
            guard let more = other.rows[key] else {
                rows[key] = nil
                continue
            }
            rows[key]?.texts = row.texts + more.texts
            for category in 0..<categories { rows[key]?.mass[category] += more.mass[category] }
        }
    }

    // MARK: Weights

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
    private func counted(_ row: Row, _ authored: [Double]) -> [Double] {
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

    /// Sets what words say already so that a rule's weights come to fitted ones, to the nearest unit.
    public mutating func setOverlap(of key: Key, authored: [Double], fitted: [Double]) {
        guard let row = rows[key], authored.count == categories, fitted.count == categories else { return }
        let counted = counted(row, authored)
        rows[key]?.overlap = authored.indices.map { category in
            guard authored[category] != 0 else { return 0 }
            let overlap = ((fitted[category] - counted[category]) * Self.unit).rounded()
            return Int32(max(-100 * Self.unit, min(100 * Self.unit, overlap)))
        }
    }
}
