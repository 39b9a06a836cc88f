public import IlkModels
public import IlkRules
import IlkText
public import IlkVocabulary

/// Makes a model of labelled texts.
public struct TrainingRun: Sendable {
    /// What the model decides among.
    public let taxonomy: Taxonomy
    /// How weights are derived from counts, but for what is searched for.
    public let settings: BayesSettings
    /// What is tried to find better settings; nil to take them as they are.
    public let search: BayesSearch?

    /// How many parts whole sources are dealt out to.
    private static let sourceFolds = 5

    /// A run that makes models of a taxonomy.
    public init(
        taxonomy: Taxonomy, settings: BayesSettings = BayesSettings(), search: BayesSearch? = BayesSearch()
    ) {
        self.taxonomy = taxonomy
        self.settings = settings
        self.search = search
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

    /// What was made, and why.
    public struct Result: Sendable {
        /// The bytes of the model file.
        public var bytes: [UInt8]
        /// What the search found; nil where there was none.
        public var choice: BayesChoice?
    }

    /// Counts the texts, finds the settings, fits the scales and builds the model: the same, byte for byte, whatever the
    /// order of the texts.
    ///
    /// Texts of a source count the less the more of them there are: by the square root of their number, so that no one
    /// source drowns the others of its category. Texts without a source count alike. Where all texts name their sources,
    /// and each category has two, settings and scales are those that do best on whole sources left out.
    ///
    /// - Parameters:
    ///   - texts: What is learned from. Texts of other categories than the taxonomy's are left out.
    ///   - rules: Rules that the model will decide beside: their hits are counted too, and they get weights of what the
    ///     words leave them to say. Nil for none; rules of other categories are none.
    ///   - wish: What the file is to be.
    ///   - progress: Called now and then with the number of texts read. What it throws ends the run.
    /// - Throws: `TextError` when ICU is not to be had, `ModelError` when the model cannot be written, or none is as small
    ///   as wished.
    public func run(
        _ texts: [LabelledText], beside rules: RuleSet? = nil, wish: ModelFileWish = ModelFileWish(),
        progress: (Int) throws -> Void = { _ in }
    ) throws -> Result {
        var learning: RuleLearning?
        if let rules, rules.taxonomy.categories == taxonomy.categories { learning = RuleLearning(rules) }
        let trainer = try counted(texts, beside: &learning, progress: progress)
        let scales = trainer.fitScales()
        var bytes = try trainer.build(
            scales: scales, includesCounts: wish.includesCounts, mostBytes: wish.mostBytes ?? .max)
        if let learning {
            bytes = try learning.learned(beside: trainer.leftOutScores(scales: scales)).added(to: bytes)
        }
        return Result(bytes: bytes, choice: trainer.choice)
    }

    /// The bytes of the model file of ``run(_:beside:wish:progress:)``.
    public func train(
        _ texts: [LabelledText], beside rules: RuleSet? = nil, progress: (Int) throws -> Void = { _ in }
    ) throws -> [UInt8] {
        try run(texts, beside: rules, progress: progress).bytes
    }

    /// A trainer that has counted the texts of the taxonomy's categories, in their order, and found its settings.
    func counted(_ texts: [LabelledText], progress: (Int) throws -> Void) throws -> BayesTrainer {
        var none: RuleLearning?
        return try counted(texts, beside: &none, progress: progress)
    }

    private func counted(
        _ texts: [LabelledText], beside learning: inout RuleLearning?, progress: (Int) throws -> Void
    ) throws -> BayesTrainer {
        let known = texts.filter { taxonomy.index(of: $0.category) != nil }
        var trainer = BayesTrainer(taxonomy: taxonomy, settings: settings, search: search)
        let analyzer = try TextAnalyzer(measuring: learning?.featureLevel ?? .classification)
        var analysis = TextAnalysis()
        let masks = MaskNormalizer()
        let weights = Self.weights(of: known)
        let folds = Self.folds(of: known)
        for (index, text) in known.enumerated() {
            guard let category = taxonomy.index(of: text.category) else { continue }
            var words = masks.normalize(text.text)
            let measures = learning != nil || trainer.readsMeasurements
            words.withUTF8 {
                if measures {
                    analyzer.analyze($0, into: &analysis)
                } else {
                    analyzer.segment($0, into: &analysis)
                }
            }
            trainer.add(analysis, category: category, weight: weights[index], fold: folds?[index])
            learning?.add(analysis, category: category, weight: weights[index], source: text.source)
            try trainer.checkSize()
            if index % 256 == 255 { try progress(index + 1) }
        }
        try progress(texts.count)
        if let search { trainer.choose(search) }
        return trainer
    }

    /// Nil where texts are left out one by one: not all name a source, or a category has but one.
    private static func folds(of texts: [LabelledText]) -> [Int]? {
        guard texts.allSatisfy({ $0.source != nil }) else { return nil }
        let folds = TextFolds(texts, count: sourceFolds)
        return folds.leavesOutSources && folds.leavesOutAll ? folds.foldOfText : nil
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
