public import IlkText
public import IlkVocabulary

/// Counts labelled texts and builds a naive Bayes model from the counts.
///
/// The counts do not depend on the order of the texts. The scales, which are fitted, are the same for the same texts in
/// the same order.
public struct BayesTrainer {
    /// The counts so far.
    public private(set) var counts: FeatureCounts
    /// How weights are derived.
    public let settings: BayesSettings

    struct Document {
        var category: Int
        var mass: Int
        /// The rows of its features, family by family.
        var rows: [[Int32]]
    }

    private(set) var documents: [Document] = []
    private var bag = FeatureBag()

    /// A trainer that has seen nothing.
    public init(taxonomy: Taxonomy, settings: BayesSettings = BayesSettings()) {
        counts = FeatureCounts(taxonomy: taxonomy)
        self.settings = settings
    }

    /// A trainer that goes on from counts: those of a model, say. Scales cannot be fitted any more, since the texts
    /// behind the counts are not there; ``build(scales:includesCounts:)`` takes the model's own.
    public init(resuming counts: FeatureCounts, settings: BayesSettings) {
        self.counts = counts
        self.settings = settings
    }

    /// Counts a text.
    ///
    /// - Parameters:
    ///   - analysis: The text, taken apart.
    ///   - category: The place of its category in the taxonomy.
    ///   - weight: How much it counts; 1 is usual.
    public mutating func add(_ analysis: borrowing TextAnalysis, category: Int, weight: Double = 1) {
        precondition(counts.taxonomy.categories.indices.contains(category), "category outside the taxonomy")
        bag.read(analysis, families: settings.families, detail: .names)
        let mass = max(1, Int((weight * Double(FeatureCounts.massUnit)).rounded()))
        let rows = counts.add(bag, category: category, mass: mass)
        documents.append(Document(category: category, mass: mass, rows: rows))
    }

    /// Fits how much each signal and family says, on scores that leave each text out.
    public func fitScales() -> BayesScales {
        let categories = counts.taxonomy.count
        var problem = ScaleFit(
            signals: settings.families.contains(.shape) ? ShapeReader.signals.count : 0,
            families: settings.families.filter { $0 != .shape }, categories: categories, settings: settings)
        let weights = BayesWeights(counts, settings)
        let present = counts.documents.filter { $0 > 0 }.count
        var row = [Double](repeating: 0, count: categories)
        var shapes: [Int32: [Double]] = [:]
        for document in documents {
            let share =
                Double(document.mass)
                / Double(max(1, counts.documentMass[document.category]) * max(1, present))
            problem.begin(category: document.category, weight: share)
            if settings.families.contains(.shape) {
                for shape in document.rows[FeatureFamily.shape.rawValue] {
                    if let known = shapes[shape] {
                        problem.add(known)
                    } else {
                        weights.weights(of: Int(shape), into: &row)
                        shapes[shape] = row
                        problem.add(row)
                    }
                }
            }
            for family in settings.families where family != .shape {
                problem.add(leftOutScore(of: document, family, weights, &row))
            }
        }
        return problem.solve()
    }

    /// The score of a text in one family, from the counts of all other texts.
    func leftOutScore(
        of document: Document, _ family: FeatureFamily, _ weights: BayesWeights, _ row: inout [Double]
    ) -> [Double] {
        let rows = document.rows[family.rawValue]
        let share = FeatureCounts.share(of: document.mass, family: family, features: rows.count)
        let text = BayesWeights.LeftOut(category: document.category, share: share, features: rows.count)
        var score = [Double](repeating: 0, count: counts.taxonomy.count)
        for feature in rows {
            weights.leaveOut(text, row: Int(feature), family: family, into: &row)
            for category in row.indices { score[category] += row[category] }
        }
        let length = Double(max(1, rows.count)).squareRoot()
        return score.map { $0 / length }
    }

    /// The model of the counts so far with these scales.
    ///
    /// - Parameters:
    ///   - scales: How much each signal and family says; frozen ones, or those of ``fitScales()``.
    ///   - includesCounts: Whether the counts go into the file, so that the model can be added to later.
    /// - Returns: The bytes of a model file, the same for the same counts, settings and scales.
    /// - Throws: ``ModelError`` when two features cannot be told apart by their hashes.
    public func build(scales: BayesScales, includesCounts: Bool = true) throws(ModelError) -> [UInt8] {
        try BayesModelWriter(counts: counts, settings: settings, scales: scales).write(
            includesCounts: includesCounts)
    }
}
