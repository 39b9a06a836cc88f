public import IlkTraining
public import IlkModels
public import IlkRules
import IlkText
public import IlkVocabulary

/// Trains a Bayes model on labeled texts.
public struct TrainingRun: Sendable {
    /// The categories of the model.
    public let taxonomy: Taxonomy
    /// The settings of the model. The search can replace some of them.
    public let settings: BayesSettings
    /// The hyperparameter search, or `nil` to use ``settings`` unchanged.
    public let search: BayesSearch?

    private static let sourceFolds = 5

    /// Creates a training run.
    ///
    /// - Parameters:
    ///   - taxonomy: The categories of the model.
    ///   - settings: The settings of the model.
    ///   - search: The hyperparameter search, or `nil` to use `settings` unchanged.
    public init(
        taxonomy: Taxonomy, settings: BayesSettings = BayesSettings(), search: BayesSearch? = BayesSearch()
    ) {
        self.taxonomy = taxonomy
        self.settings = settings
        self.search = search
    }

    /// `true` if there are too many categories for a search.
    private var hasManyCategories: Bool {
        search != nil && taxonomy.count > BayesSearch.maximumCategories
    }

    /// Returns the search, reduced to fit the amount of text, or `nil` for no search.
    private func tried(_ texts: [LabeledText]) -> BayesSearch? {
        guard let search, !hasManyCategories else { return nil }
        return search.fitting(texts: texts.count, bytes: texts.reduce(0) { $0 + $1.text.utf8.count })
    }

    /// Returns a taxonomy of the labels of texts.
    ///
    /// - Parameters:
    ///   - texts: The labeled texts.
    ///   - name: The name of the taxonomy. `nil` means the document types if all labels are document types,
    ///     otherwise `custom`.
    ///   - isMultilabel: `true` if a text can have several labels or none.
    /// - Returns: The shipped taxonomy with this name if it has all labels. Otherwise a new taxonomy of the
    ///   labels in alphabetical order.
    public static func taxonomy(
        of texts: [LabeledText], name: String?, isMultilabel: Bool = false
    ) -> Taxonomy {
        guard !isMultilabel else {
            return Taxonomy(
                name: name ?? "custom", categories: Set(texts.flatMap(\.categories)).sorted(),
                isMultilabel: true)
        }
        let found = Set(texts.map(\.category))
        let isOfDocuments = found.isSubset(of: Taxonomy.documentType.categories) && !found.isEmpty
        guard let name = name ?? (isOfDocuments ? Taxonomy.documentType.name : nil) else {
            return Taxonomy(name: "custom", categories: found.sorted())
        }
        if let shipped = Taxonomy.shipped.first(where: { $0.name == name }),
            found.isSubset(of: shipped.categories)
        {
            return shipped
        }
        return Taxonomy(name: name, categories: found.sorted())
    }

    /// The trained model and its choice of settings.
    public struct Result: Sendable {
        /// The bytes of the model file.
        public var bytes: [UInt8]
        /// The result of the hyperparameter search, or `nil` without a search.
        public var choice: BayesChoice?
        /// The calibration on held-out sources, or `nil` if no sources were held out.
        public var calibration: SourceCalibration?
        /// `true` if there were so many categories that the model has unigrams only, without a search.
        public var hasManyCategories = false
    }

    /// Counts the texts, searches for settings, fits the weights and builds the model file.
    ///
    /// The bytes of the file do not depend on the order of the texts.
    ///
    /// If a source has *n* texts of a category, each of them counts in proportion to 1/√*n*, so that no
    /// source dominates. Texts without a source count as one source. This factor is multiplied by the weight
    /// of the text itself.
    ///
    /// Whole sources are held out if all texts have sources and each category has at least two sources.
    /// Settings and weights are then chosen by leave-one-source-out cross-validation, and the probabilities
    /// are calibrated on held-out sources.
    ///
    /// - Parameters:
    ///   - texts: The training texts. Texts with labels outside the taxonomy are ignored.
    ///   - rules: The rules that the model will be combined with, to count their matches and fit their
    ///     weights on top of the model. `nil`, or rules with other categories, are ignored.
    ///   - wish: The options of the model file.
    ///   - progress: Called repeatedly with the number of texts read. An error thrown here ends the run.
    /// - Returns: The model file and the choice of settings.
    /// - Throws: `TextError` if ICU is not available, `FormatError` if the model cannot be written or does
    ///   not fit the size limit, and the errors of `progress`.
    public func run(
        _ texts: [LabeledText], beside rules: RuleSet? = nil, wish: ModelFileOptions = ModelFileOptions(),
        progress: (Int) throws -> Void = { _ in }
    ) throws -> Result {
        try trained(texts, beside: rules, wish: wish, progress: progress).result
    }

    /// Trains a model as ``run(_:beside:wish:progress:)`` does, and returns its trainer and the tables of the
    /// texts too.
    func trained(
        _ texts: [LabeledText], beside rules: RuleSet?, wish: ModelFileOptions,
        progress: (Int) throws -> Void
    ) throws -> (result: Result, trainer: BayesTrainer, tables: TextTables) {
        var learning: RuleLearning?
        if let rules, rules.taxonomy.categories == taxonomy.categories { learning = RuleLearning(rules) }
        let known = known(texts)
        func check() throws { try progress(known.count) }
        let tables =
            wish.includesTextTables
            ? try TextTables(
                of: known, taxonomy, mostBytes: wish.maximumBytes, includesStatistics: wish.includesCounts,
                progress: check) : TextTables()
        let maximumBytes = wish.maximumBytes.map { $0 - tables.size }
        var trainer = try countedTrainer(known, beside: &learning, progress: progress)
        var calibration: SourceCalibration?
        func card() -> TrainingCard {
            TrainingCard(
                taxonomy: taxonomy, texts: known, kind: .bayes, featureGroups: trainer.settings.featureGroups,
                choice: trainer.choice, calibration: calibration)
        }
        if let mostBytes = maximumBytes {
            let room = mostBytes - (try card().size(within: mostBytes))
            try trainer.choose(
                within: room, includesCounts: wish.includesCounts, tried(known), check: check)
        }
        let groupWeights: GroupWeights
        let rules: RuleCounts?
        (groupWeights, rules, calibration) = try Self.weights(of: trainer, learning, known, check)
        let made = try card().added(mostBytes: maximumBytes) { mostBytes in
            let wish = ModelFileOptions(includesCounts: wish.includesCounts, maximumBytes: mostBytes)
            return (try Self.file(of: trainer, groupWeights, rules, wish, check), trainer.choice)
        }
        let result = Result(
            bytes: try tables.added(to: made.bytes), choice: made.choice, calibration: calibration,
            hasManyCategories: hasManyCategories)
        return (result, trainer, tables)
    }

    /// Fits the weights of feature groups and rules. If sources are held out, the weights are calibrated for
    /// texts of other sources.
    private static func weights(
        of trainer: BayesTrainer, _ learning: RuleLearning?, _ texts: [LabeledText],
        _ check: () throws -> Void
    ) throws -> (GroupWeights, RuleCounts?, SourceCalibration?) {
        let (weights, heldOut) = try trainer.fitGroupWeightsOnSources(check: check)
        guard let heldOut, !heldOut.texts.isEmpty else {
            let rules = try learning.map {
                $0.learned(beside: try trainer.leaveOneOutScores(groupWeights: weights, check: check))
            }
            return (weights, rules, nil)
        }
        let fitted = learning?.fitted(beside: heldOut)
        let scores = fitted?.scores ?? heldOut.texts.map(\.scores)
        let calibration = SourceCalibration(heldOut, scores: scores, of: texts)
        let factor = calibration.sharpness
        let rules = fitted.flatMap { learning?.learned($0.weights, multipliedBy: factor) }
        return (weights.multiplied(by: factor), rules, calibration)
    }

    /// Returns a model file with the counts of the rules, within the size limit.
    private static func file(
        of trainer: BayesTrainer, _ groupWeights: GroupWeights, _ rules: RuleCounts?,
        _ wish: ModelFileOptions,
        _ check: () throws -> Void
    ) throws -> [UInt8] {
        let room = wish.maximumBytes ?? .max
        func build(_ mostBytes: Int) throws -> [UInt8] {
            try trainer.build(
                groupWeights: groupWeights, includesCounts: wish.includesCounts, mostBytes: mostBytes,
                check: check)
        }
        let bytes = try build(room)
        guard let rules else { return bytes }
        let whole = try rules.added(to: bytes)
        guard whole.count > room else { return whole }
        // Sections are aligned to 16 bytes.
        return try rules.added(to: build(room - (whole.count - bytes.count) - 16))
    }

    /// Trains a model with default file options, as ``run(_:beside:wish:progress:)`` does.
    ///
    /// - Parameters:
    ///   - texts: The training texts. Texts with labels outside the taxonomy are ignored.
    ///   - rules: The rules that the model will be combined with, or `nil`.
    ///   - progress: Called repeatedly with the number of texts read. An error thrown here ends the run.
    /// - Returns: The bytes of the model file.
    /// - Throws: `TextError` if ICU is not available, `FormatError` if the model cannot be written, and the
    ///   errors of `progress`.
    public func train(
        _ texts: [LabeledText], beside rules: RuleSet? = nil, progress: (Int) throws -> Void = { _ in }
    ) throws -> [UInt8] {
        try run(texts, beside: rules, progress: progress).bytes
    }

    /// Returns a trainer that has counted the texts of the taxonomy, in their order, and chosen its settings.
    func countedTrainer(_ texts: [LabeledText], progress: (Int) throws -> Void) throws -> BayesTrainer {
        var none: RuleLearning?
        return try countedTrainer(known(texts), beside: &none, progress: progress)
    }

    private func known(_ texts: [LabeledText]) -> [LabeledText] {
        // Iterates over indices to avoid loading the texts themselves into the cache.
        let areAllKnown = texts.indices.allSatisfy { taxonomy.index(of: texts[$0].category) != nil }
        return areAllKnown ? texts : texts.filter { taxonomy.index(of: $0.category) != nil }
    }

    private func countedTrainer(
        _ known: [LabeledText], beside learning: inout RuleLearning?, progress: (Int) throws -> Void
    ) throws -> BayesTrainer {
        var settings = settings
        // Each feature has one weight per category. With many categories, there is only room for unigrams.
        if hasManyCategories { settings = BayesSettings(featureGroups: [.unigrams], like: settings) }
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

    /// Returns folds of whole sources, or `nil` for leave-one-out if a text has no source or a category has a
    /// single source.
    private static func folds(of texts: [LabeledText]) -> [Int]? {
        guard texts.indices.allSatisfy({ texts[$0].source != nil }) else { return nil }
        let folds = TextFolds(texts, count: sourceFolds)
        return folds.holdsOutSources && folds.coversAllTexts ? folds.foldOfText : nil
    }

    /// Returns the weight of each text. It is 1/√*n* for *n* texts of the same source and category,
    /// normalized to a mean of 1 in the category, and multiplied by the weight of the text itself.
    static func weights(of texts: [LabeledText]) -> [Double] {
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
        // Floating-point sums must not depend on the order of the texts. Adding the roots by group size
        // ensures that.
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
