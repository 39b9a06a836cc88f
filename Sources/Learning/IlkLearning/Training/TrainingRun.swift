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

    /// The maximum number of counts (features times categories) of a model with several feature groups and a
    /// search. So many counts can take half a gigabyte. A model that would have more counts has unigrams only.
    var mostCounts = 64_000_000

    /// `true` if there are more counts than ``mostCounts``.
    private var hasTooManyCounts = false

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

    /// `true` if there are too many categories or counts for a search. The model then has unigrams only.
    private var hasManyCategories: Bool {
        hasTooManyCounts || search != nil && taxonomy.count > BayesSearch.maximumCategories
    }

    /// Returns the search for this amount of text (``BayesSearch/fitting(texts:bytes:)``), or `nil` for no
    /// search.
    private func tried(_ texts: [LabeledText]) -> BayesSearch? {
        guard let search, !hasManyCategories else { return nil }
        return search.fitting(texts: texts.count, bytes: texts.reduce(0) { $0 + $1.text.utf8.count })
    }

    /// Returns a taxonomy that has the labels of the given texts.
    ///
    /// - Parameters:
    ///   - texts: The labeled texts.
    ///   - name: The name of the taxonomy. `nil` means the document types if all labels are document types,
    ///     otherwise `custom`.
    ///   - isMultilabel: `true` if a text can have several labels or none.
    /// - Returns: The shipped taxonomy with this name if it has all labels. Otherwise a new taxonomy of the
    ///   labels in alphabetical order.
    /// - Complexity: O(*n* + *c* log *c*) for *n* texts and *c* labels.
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
        /// `true` if there were too many categories for several feature groups and a search. The model then
        /// has unigrams only.
        public var hasManyCategories = false
        /// The time limit that the training reached, or `nil` if the training was completed.
        public var timeLimit: TimeLimitMark?
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
    ///   - rules: The rules that will be combined with the model, or `nil`. Their matches are counted, and
    ///     their weights are fitted on top of the model. Rules with other categories are ignored.
    ///   - options: The options of the model file.
    ///   - budget: The time limit, or `nil`. If the limit is reached, the file contains the best model found
    ///     so far and states the limit. That model depends on the speed of the machine.
    ///   - progress: Called repeatedly with the number of texts read. An error thrown here ends the run.
    /// - Returns: The model file and the choice of settings.
    /// - Throws: `TextError` if ICU is not available, `FormatError` if the model cannot be written or does
    ///   not fit the size limit, ``TimeLimitReached`` if no model was complete, and the errors of
    ///   `progress`.
    /// - Complexity: O(*n*) in the total length of the texts for counting, plus the search for settings
    ///   (``BayesTrainer/choose(_:check:)``), which usually takes longer.
    public func run(
        _ texts: [LabeledText], beside rules: RuleSet? = nil, options: ModelFileOptions = ModelFileOptions(),
        budget: TimeBudget? = nil, progress: (Int) throws -> Void = { _ in }
    ) throws -> Result {
        let trained = try trained(
            texts, beside: rules, options: options.leavingRoom(for: budget), budget: budget,
            progress: progress)
        var result = trained.result
        result.timeLimit = try budget?.mark(trained.unfinished, &result.bytes)
        return result
    }

    /// The result of a training, with its trainer and the tables of the texts.
    struct Counted {
        var result: Result
        /// The trainer, which is empty if its memory was released.
        var trainer: BayesTrainer
        var tables: TextTables
        /// The parts of the training that the time limit cut short.
        var unfinished: [TimeLimitMark.Part] = []
    }

    /// The share of the time after counting that the search for settings can take. The fit takes the rest.
    static let searchShare = 0.5

    /// Trains a model as ``run(_:beside:options:budget:progress:)`` does, and returns its trainer and the
    /// tables of the texts too. The bytes do not state a reached time limit.
    ///
    /// - Parameters:
    ///   - searchShare: The share of the time after counting that the search can take.
    ///   - keepsTrainer: `false` to release the memory of the trainer as early as possible.
    func trained(
        _ texts: [LabeledText], beside rules: RuleSet?, options: ModelFileOptions, budget: TimeBudget? = nil,
        searchShare: Double = Self.searchShare, keepsTrainer: Bool = false, progress: (Int) throws -> Void
    ) throws -> Counted {
        var learning: RuleLearning?
        if let rules, rules.taxonomy.categories == taxonomy.categories { learning = RuleLearning(rules) }
        let known = known(texts)
        func check() throws {
            try budget?.check()
            try progress(known.count)
        }
        let tables =
            options.includesTextTables
            ? try TextTables(
                of: known, taxonomy, mostBytes: options.maximumBytes,
                includesStatistics: options.includesCounts, progress: check) : TextTables()
        var (trainer, run) = try counted(known, beside: &learning, budget: budget, progress: progress)
        let file = FileParts(texts: known, tables: tables, options: options, keepsTrainer: keepsTrainer)
        return try run.completed(&trainer, learning, file, budget, searchShare, check)
    }

    /// Searches for settings and returns the model file.
    ///
    /// With a time limit, a first model is built with the given settings and weights fitted to a sample. The
    /// first model is the result if the limit is reached before the final model is complete. This can happen
    /// even if the search ends in time, because the final fit can exceed the limit.
    private func completed(
        _ trainer: inout BayesTrainer, _ learning: RuleLearning?, _ file: FileParts, _ budget: TimeBudget?,
        _ searchShare: Double, _ check: () throws -> Void
    ) throws -> Counted {
        guard let budget else {
            try search(&trainer, file, check)
            return try finished(&trainer, learning, file, check)
        }
        // The given settings can need more space than the settings that the search finds.
        let first = try FormatError.nilIfTooLarge {
            let fit = Fit(
                groupWeights: try trainer.fitGroupWeights(
                    most: Self.sampledTexts, fewest: Self.sampledOfCategory, check: check))
            return Counted(
                result: try built(&trainer, fit, file, keepsTrainer: true, check), trainer: trainer,
                tables: file.tables, unfinished: tried(file.texts) == nil ? [.fit] : [.search, .fit])
        }
        let searching = budget.part(searchShare)
        let isSearched = try search(&trainer, file) {
            try searching.check()
            try check()
        }
        do {
            return try finished(&trainer, learning, file, unfinished: isSearched ? [] : [.search], check)
        } catch  where error is TimeLimitReached || !isSearched && FormatError.isTooLarge(error) {
            guard let first else { throw TimeLimitReached() }
            return first
        }
    }

    /// The training texts, the sections that describe them, and the options of the model file.
    private struct FileParts {
        var texts: [LabeledText]
        var tables: TextTables
        var options: ModelFileOptions
        var keepsTrainer: Bool

        /// The maximum number of bytes of the model and its card.
        var mostBytes: Int? { options.maximumBytes.map { $0 - tables.size } }
    }

    /// Searches for settings, and for a model within the size limit.
    ///
    /// - Returns: `false` if the time limit ended the search.
    @discardableResult
    private func search(
        _ trainer: inout BayesTrainer, _ file: FileParts, _ check: () throws -> Void
    ) throws -> Bool {
        let tried = tried(file.texts)
        let isComplete = try tried.map { try trainer.choose($0, check: check) } ?? true
        guard let mostBytes = file.mostBytes else { return isComplete }
        let card = card(of: trainer, file.texts, nil)
        let room = mostBytes - (try card.size(within: mostBytes))
        let fits = try trainer.choose(
            within: room, includesCounts: file.options.includesCounts, tried, check: check)
        return isComplete && fits
    }

    /// Fits the weights, and returns the model.
    private func finished(
        _ trainer: inout BayesTrainer, _ learning: RuleLearning?, _ file: FileParts,
        unfinished: [TimeLimitMark.Part] = [], _ check: () throws -> Void
    ) throws -> Counted {
        let fit = try Self.fit(of: &trainer, learning, file.texts, check)
        if !file.keepsTrainer { trainer.releaseTexts() }
        let result = try built(&trainer, fit, file, keepsTrainer: file.keepsTrainer, check)
        return Counted(result: result, trainer: trainer, tables: file.tables, unfinished: unfinished)
    }

    /// Returns the model file. Unless the trainer is kept, an empty one replaces it.
    private func built(
        _ trainer: inout BayesTrainer, _ fit: Fit, _ file: FileParts, keepsTrainer: Bool,
        _ check: () throws -> Void
    ) throws -> Result {
        var made = try card(of: trainer, file.texts, fit.calibration).added(mostBytes: file.mostBytes) {
            let options = ModelFileOptions(includesCounts: file.options.includesCounts, maximumBytes: $0)
            let bytes = try Self.file(of: trainer, fit, options, check)
            defer { if !keepsTrainer { trainer = emptyTrainer(for: []) } }
            return (bytes, trainer.choice)
        }
        try file.tables.add(to: &made.bytes)
        return Result(
            bytes: made.bytes, choice: made.choice, calibration: fit.calibration,
            hasManyCategories: hasManyCategories)
    }

    /// The approximate number of texts in a sample, and the minimum number of texts of each category.
    private static let (sampledTexts, sampledOfCategory) = (2_000, 20)

    private func card(
        of trainer: BayesTrainer, _ texts: [LabeledText], _ calibration: SourceCalibration?
    ) -> TrainingCard {
        TrainingCard(
            taxonomy: taxonomy, texts: texts, kind: .bayes, featureGroups: trainer.settings.featureGroups,
            choice: trainer.choice, calibration: calibration)
    }

    /// Returns a model file with the counts of the rules, within the size limit.
    private static func file(
        of trainer: BayesTrainer, _ fit: Fit, _ options: ModelFileOptions, _ check: () throws -> Void
    ) throws -> [UInt8] {
        let room = options.maximumBytes ?? .max
        func build(_ mostBytes: Int) throws -> [UInt8] {
            try trainer.build(
                groupWeights: fit.groupWeights, includesCounts: options.includesCounts, mostBytes: mostBytes,
                check: check)
        }
        let bytes = try build(room)
        guard let rules = fit.rules else { return bytes }
        let whole = try rules.added(to: bytes)
        guard whole.count > room else { return whole }
        // Sections are aligned to 16 bytes.
        return try rules.added(to: build(room - (whole.count - bytes.count) - 16))
    }

    /// Trains a model with default file options, as ``run(_:beside:options:budget:progress:)`` does.
    ///
    /// - Parameters:
    ///   - texts: The training texts. Texts with labels outside the taxonomy are ignored.
    ///   - rules: The rules that will be combined with the model, or `nil`.
    ///   - progress: Called repeatedly with the number of texts read. An error thrown here ends the run.
    /// - Returns: The bytes of the model file.
    /// - Throws: `TextError` if ICU is not available, `FormatError` if the model cannot be written, and the
    ///   errors of `progress`.
    /// - Complexity: As ``run(_:beside:options:budget:progress:)``.
    public func train(
        _ texts: [LabeledText], beside rules: RuleSet? = nil, progress: (Int) throws -> Void = { _ in }
    ) throws -> [UInt8] {
        try run(texts, beside: rules, progress: progress).bytes
    }

    /// Returns a trainer that has counted the texts of the taxonomy, in their order, and chosen its settings.
    func countedTrainer(_ texts: [LabeledText], progress: (Int) throws -> Void) throws -> BayesTrainer {
        let known = known(texts)
        var none: RuleLearning?
        var (trainer, run) = try counted(known, beside: &none, budget: nil, progress: progress)
        if let tried = run.tried(known) { try trainer.choose(tried) { try progress(known.count) } }
        return trainer
    }

    private func known(_ texts: [LabeledText]) -> [LabeledText] {
        // Iterates over indices to avoid loading the texts themselves into the cache.
        let areAllKnown = texts.indices.allSatisfy { taxonomy.index(of: texts[$0].category) != nil }
        return areAllKnown ? texts : texts.filter { taxonomy.index(of: $0.category) != nil }
    }

    private func emptyTrainer(for known: [LabeledText]) -> BayesTrainer {
        var settings = settings
        // Each feature has one weight per category. With many categories, there is only room for unigrams.
        if hasManyCategories { settings = BayesSettings(featureGroups: [.unigrams], like: settings) }
        return BayesTrainer(taxonomy: taxonomy, settings: settings, search: tried(known))
    }

    /// Returns a trainer that has counted the texts, and the run that completes its model: this run, or one
    /// with unigrams only if there are too many counts.
    private func counted(
        _ known: [LabeledText], beside learning: inout RuleLearning?, budget: TimeBudget?,
        progress: (Int) throws -> Void
    ) throws -> (trainer: BayesTrainer, run: TrainingRun) {
        let analyzer = try TextAnalyzer(measuring: learning?.featureLevel ?? .classification)
        var analysis = AnalyzedText()
        let masks = MaskNormalizer()
        let weights = Self.weights(of: known)
        let folds = Self.folds(of: known)
        var run = self
        var trainer = run.emptyTrainer(for: known)
        var mostFeatures = search == nil || hasManyCategories ? Int.max : mostCounts / max(1, taxonomy.count)
        /// The number of texts whose rule matches have been counted.
        var learned = 0
        var index = 0
        while index < known.count {
            let text = known[index]
            guard let category = taxonomy.index(of: text.category) else {
                preconditionFailure("known texts have labels of the taxonomy")
            }
            try budget?.check()
            analyzer.analyze(masks.normalize(text.text), into: &analysis)
            trainer.add(analysis, category: category, weight: weights[index], fold: folds?[index])
            if index >= learned {
                learning?.add(analysis, category: category, weight: weights[index], source: text.source)
            }
            try trainer.checkSize()
            index += 1
            if trainer.counts.featureCount > mostFeatures {
                // Only the counts of the features start again.
                (run.hasTooManyCounts, mostFeatures) = (true, .max)
                trainer = run.emptyTrainer(for: known)
                (learned, index) = (index, 0)
            } else if index.isMultiple(of: 256) {
                try progress(index)
            }
        }
        try progress(known.count)
        return (trainer, run)
    }
}
