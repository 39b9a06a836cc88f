public import IlkModels
public import IlkRules
import IlkText
public import IlkVocabulary

/// Makes a model of labelled texts.
public struct TrainingRun: Sendable {
    /// What the model decides among.
    public let taxonomy: Taxonomy
    /// How weights are derived from counts.
    public let settings: BayesSettings

    /// A run that makes models of a taxonomy.
    public init(taxonomy: Taxonomy, settings: BayesSettings = BayesSettings()) {
        self.taxonomy = taxonomy
        self.settings = settings
    }

    /// A taxonomy of the categories that the texts have: the six document types, in their own order, when all are of
    /// them; the shipped taxonomy of the name, when all are of that; else the texts' categories by name.
    public static func taxonomy(of texts: [LabelledText], name: String) -> Taxonomy {
        let found = Set(texts.map(\.category))
        if found.isSubset(of: Taxonomy.documentType.categories), !found.isEmpty { return .documentType }
        if let shipped = Taxonomy.shipped.first(where: { $0.name == name }),
            found.isSubset(of: shipped.categories)
        {
            return shipped
        }
        return Taxonomy(name: name, categories: found.sorted())
    }

    /// Counts the texts, fits the scales and builds the model.
    ///
    /// Texts of a source count the less the more of them there are: by the square root of their number, so that no one
    /// source drowns the others of its category. Texts without a source count alike.
    ///
    /// - Parameters:
    ///   - texts: What is learned from. Texts of other categories than the taxonomy's are left out.
    ///   - rules: Rules that the model will decide beside: their hits are counted too, and they get weights of what the
    ///     words leave them to say. Nil for none; rules of other categories are none.
    ///   - progress: Called now and then with the number of texts read. What it throws ends the run.
    /// - Returns: The bytes of a model file.
    /// - Throws: `TextError` when ICU is not to be had, `ModelError` when the model cannot be written.
    public func train(
        _ texts: [LabelledText], beside rules: RuleSet? = nil, progress: (Int) throws -> Void = { _ in }
    ) throws -> [UInt8] {
        var learning: RuleLearning?
        if let rules, rules.taxonomy.categories == taxonomy.categories { learning = RuleLearning(rules) }
        let trainer = try counted(texts, beside: &learning, progress: progress)
        let scales = trainer.fitScales()
        let bytes = try trainer.build(scales: scales)
        guard let learning else { return bytes }
        return try learning.learned(beside: trainer.leftOutScores(scales: scales)).added(to: bytes)
    }

    /// A trainer that has counted the texts of the taxonomy's categories, in their order.
    func counted(_ texts: [LabelledText], progress: (Int) throws -> Void) throws -> BayesTrainer {
        var none: RuleLearning?
        return try counted(texts, beside: &none, progress: progress)
    }

    private func counted(
        _ texts: [LabelledText], beside learning: inout RuleLearning?, progress: (Int) throws -> Void
    ) throws -> BayesTrainer {
        var trainer = BayesTrainer(taxonomy: taxonomy, settings: settings)
        let analyzer = try TextAnalyzer(measuring: learning?.featureLevel ?? .classification)
        var analysis = TextAnalysis()
        let masks = MaskNormalizer()
        let weights = Self.weights(of: texts)
        for (index, text) in texts.enumerated() {
            guard let category = taxonomy.index(of: text.category) else { continue }
            analyzer.analyze(masks.normalize(text.text), into: &analysis)
            trainer.add(analysis, category: category, weight: weights[index])
            learning?.add(analysis, category: category, weight: weights[index], source: text.source)
            if index % 256 == 255 { try progress(index + 1) }
        }
        try progress(texts.count)
        return trainer
    }

    /// The weight of each text: 1 over the square root of the number of texts of its source and category, times what
    /// makes the mean of the category 1.
    static func weights(of texts: [LabelledText]) -> [Double] {
        struct Group: Hashable {
            let category: Category
            let source: String?
        }
        var sizes: [Group: Int] = [:]
        for text in texts { sizes[Group(category: text.category, source: text.source), default: 0] += 1 }
        var sums: [Category: Double] = [:]
        var totals: [Category: Int] = [:]
        for (group, size) in sizes {
            sums[group.category, default: 0] += Double(size).squareRoot()
            totals[group.category, default: 0] += size
        }
        return texts.map { text in
            let size = Double(sizes[Group(category: text.category, source: text.source)] ?? 1)
            let mean = (sums[text.category] ?? 1) / Double(totals[text.category] ?? 1)
            return 1 / size.squareRoot() / mean
        }
    }
}
