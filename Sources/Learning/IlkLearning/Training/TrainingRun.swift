public import IlkTraining
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

    /// Whether there are too many categories to try anything.
    private var hasManyCategories: Bool {
        search != nil && taxonomy.count > BayesSearch.mostCategories
    }

    /// What is tried for some texts.
    private func tried(_ texts: [LabelledText]) -> BayesSearch? {
        guard let search, !hasManyCategories else { return nil }
        return search.fitting(texts: texts.count, bytes: texts.reduce(0) { $0 + $1.text.utf8.count })
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
        /// Whether there were so many categories that nothing was tried, and words alone were counted.
        public var hasManyCategories = false
    }

    /// Counts the texts, finds the settings, fits the scales and builds the model: the same, byte for byte, whatever the
    /// order of the texts.
    ///
    /// Texts of a source count the less the more of them there are: by the square root of their number, so that no one
    /// source drowns the others of its category. Texts without a source count alike. Where all texts name their sources,
    /// and each category has two, settings and scales are those that do best on whole sources left out. The weight of a text
    /// itself comes on top.
    ///
    /// - Parameters:
    ///   - texts: What is learned from. Texts of other categories than the taxonomy's are left out.
    ///   - rules: Rules that the model will decide beside: their hits are counted too, and they get weights of what the
    ///     words leave them to say. Nil for none; rules of other categories are none.
    ///   - wish: What the file is to be.
    ///   - progress: Called now and then with the number of texts read. What it throws ends the run.
    /// - Throws: `TextError` when ICU is not to be had, `FormatError` when the model cannot be written, or none is as small
    ///   as wished.
    public func run(
        _ texts: [LabelledText], beside rules: RuleSet? = nil, wish: ModelFileWish = ModelFileWish(),
        progress: (Int) throws -> Void = { _ in }
    ) throws -> Result {
        var learning: RuleLearning?
        if let rules, rules.taxonomy.categories == taxonomy.categories { learning = RuleLearning(rules) }
        let known = known(texts)
        func check() throws { try progress(known.count) }
        var trainer = try counted(known, beside: &learning, progress: progress)
        func card() -> TrainingCard {
            TrainingCard(
                taxonomy: taxonomy, texts: known, kind: .bayes, families: trainer.settings.families,
                choice: trainer.choice)
        }
        if let mostBytes = wish.mostBytes {
            let room = mostBytes - (try card().size(within: mostBytes))
            try trainer.choose(
                within: room, includesCounts: wish.includesCounts, tried(known), check: check)
        }
        let scales = try trainer.fitScales(check: check)
        let rules = try learning?.learned(beside: trainer.leftOutScores(scales: scales, check: check))
        let made = try card().added(mostBytes: wish.mostBytes) { mostBytes in
            let wish = ModelFileWish(includesCounts: wish.includesCounts, mostBytes: mostBytes)
            return (try Self.file(of: trainer, scales, rules, wish, check), trainer.choice)
        }
        return Result(bytes: made.bytes, choice: made.choice, hasManyCategories: hasManyCategories)
    }

    /// The file of a trainer's model with what was learned of rules, of at most so many bytes.
    private static func file(
        of trainer: BayesTrainer, _ scales: BayesScales, _ rules: RuleCounts?, _ wish: ModelFileWish,
        _ check: () throws -> Void
    ) throws -> [UInt8] {
        let room = wish.mostBytes ?? .max
        func build(_ mostBytes: Int) throws -> [UInt8] {
            try trainer.build(
                scales: scales, includesCounts: wish.includesCounts, mostBytes: mostBytes, check: check)
        }
        let bytes = try build(room)
        guard let rules else { return bytes }
        let whole = try rules.added(to: bytes)
        guard whole.count > room else { return whole }
        // A section behind another one begins at a multiple of 16.
        return try rules.added(to: build(room - (whole.count - bytes.count) - 16))
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
        return try counted(known(texts), beside: &none, progress: progress)
    }

    /// The texts of the taxonomy's categories.
    private func known(_ texts: [LabelledText]) -> [LabelledText] {
        // By their places: a text that is only passed by need not be brought into the cache.
        let areAllKnown = texts.indices.allSatisfy { taxonomy.index(of: texts[$0].category) != nil }
        return areAllKnown ? texts : texts.filter { taxonomy.index(of: $0.category) != nil }
    }

    private func counted(
        _ known: [LabelledText], beside learning: inout RuleLearning?, progress: (Int) throws -> Void
    ) throws -> BayesTrainer {
        var settings = settings
        // Each feature has a number for each category: with many of these only words have room.
        if hasManyCategories { settings = BayesSettings(families: [.words], like: settings) }
        let tried = tried(known)
        var trainer = BayesTrainer(taxonomy: taxonomy, settings: settings, search: tried)
        let analyzer = try TextAnalyzer(measuring: learning?.featureLevel ?? .classification)
        var analysis = AnalyzedText()
        let masks = MaskNormalizer()
        let weights = Self.weights(of: known)
        let folds = Self.folds(of: known)
        for (index, text) in known.enumerated() {
            guard let category = taxonomy.index(of: text.category) else { continue }
            analyzer.analyze(masks.normalize(text.text), into: &analysis)
            trainer.add(analysis, category: category, weight: weights[index], fold: folds?[index])
            learning?.add(analysis, category: category, weight: weights[index], source: text.source)
            try trainer.checkSize()
            if index % 256 == 255 { try progress(index + 1) }
        }
        try progress(known.count)
        if let tried { try trainer.choose(tried) { try progress(known.count) } }
        return trainer
    }

    /// Nil where texts are left out one by one: not all name a source, or a category has but one.
    private static func folds(of texts: [LabelledText]) -> [Int]? {
        guard texts.indices.allSatisfy({ texts[$0].source != nil }) else { return nil }
        let folds = TextFolds(texts, count: sourceFolds)
        return folds.leavesOutSources && folds.leavesOutAll ? folds.foldOfText : nil
    }

    /// The weight of each text: 1 over the square root of the number of texts of its source and category, times what
    /// makes the mean of the category 1, times its own.
    static func weights(of texts: [LabelledText]) -> [Double] {
        struct Group: Hashable {
            let category: Category
            let source: String?
        }
        var numbers: [Group: Int] = [:]
        var groups: [(category: Category, size: Int)] = []
        let groupOfText = texts.indices.map { index in
            let group = Group(category: texts[index].category, source: texts[index].source)
            let number = numbers[group] ?? groups.count
            if number == groups.count {
                numbers[group] = number
                groups.append((group.category, 0))
            }
            groups[number].size += 1
            return number
        }
        // Sums of whole numbers and of equal ones do not hang on their order; those of roots are added up by size.
        var sums: [Category: Double] = [:]
        var totals: [Category: Int] = [:]
        for (category, size) in groups.sorted(by: { $0.size < $1.size }) {
            sums[category, default: 0] += Double(size).squareRoot()
            totals[category, default: 0] += size
        }
        let weights = groups.map { category, size in
            1 / Double(size).squareRoot() / ((sums[category] ?? 1) / Double(totals[category] ?? 1))
        }
        return texts.indices.map { weights[groupOfText[$0]] * texts[$0].weight }
    }
}
