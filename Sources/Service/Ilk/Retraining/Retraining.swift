public import IlkFiles
import IlkTraining
public import FoundationEssentials
public import IlkLog
import IlkLearning
import IlkModels
import IlkPipeline
import IlkRules
import IlkStore
public import IlkVocabulary

/// Trains a new model from a base version and a log, evaluates it, and promotes it if it is expected to be
/// better.
///
/// Corrections are the training labels, both for the feature counts and for the head, the part of a model
/// that is fitted to corrections. Two types of texts without a correction are counted with little or no
/// weight: texts on which rules agree, and texts with the probabilities of the base model as labels. Logged
/// verdicts are never used as labels. Each version combines the counts of the base version and of the log,
/// not of an earlier retrained version, so no text is counted twice. See `docs/explanation/retraining.md`.
public struct Retraining: Sendable {
    /// The weight of a correction in the counts. A text of the base version's training set has the weight 1.
    /// Most of a correction's effect comes from the head of the model.
    public static let correctionWeight = 1.0
    /// The number of newest log entries that are classified by both models to list changed predictions.
    public static let replayed = 500

    let store: ClassificationLogStore
    let taxonomy: Taxonomy
    let labels: LabelSet?
    let folders: IlkFolders
    let now: Date
    /// The path of the log in hints, or `nil` for the default log of the taxonomy.
    package var logFile: String?
    /// Called before each step, and repeatedly during long steps. An error thrown here ends the retraining.
    /// The closure is not called after the new version is complete, so that nothing is stored in part.
    package var willRun: @Sendable (RetrainingStep) throws -> Void = { _ in }

    /// Creates a retraining from a log.
    ///
    /// - Parameters:
    ///   - store: The log with its corrections.
    ///   - taxonomy: The taxonomy of the log, which selects the registry.
    ///   - labels: The label set of the log, whose labels may have changed since the model was trained. `nil`
    ///     if the labels of the log never change.
    ///   - folders: The user's folders, with the model registry.
    ///   - now: The current time.
    public init(
        store: ClassificationLogStore, taxonomy: Taxonomy = .documentType, labels: LabelSet? = nil,
        folders: IlkFolders, now: Date
    ) {
        self.store = store
        self.taxonomy = taxonomy
        self.labels = labels
        self.folders = folders
        self.now = now
    }

    var assembly: PipelineAssembly {
        var assembly = PipelineAssembly(taxonomy: taxonomy, folders: folders)
        if let labels { assembly.use(labels) }
        return assembly
    }
    var registry: ModelRegistry { assembly.registry }
    /// The user's regression set, or `nil` if there is none.
    var regression: RegressionSet? {
        get throws(IlkError) {
            guard let labels else { return try RegressionSet.read(taxonomy: taxonomy.name, folders) }
            return try RegressionSet.read(of: labels, folders)
        }
    }
    var countsFile: CountedLogFile { CountedLogFile(folders, taxonomy: registry.taxonomy) }
    var log: String { store.identifier }

    /// Trains and evaluates a model, and promotes it if it is expected to be better. Before that, the active
    /// version is rolled back if the corrections since its promotion show that an earlier version is better.
    ///
    /// - Parameter options: The options.
    /// - Returns: The report.
    /// - Throws: ``IlkError``, with `tryLater` if another process is retraining the taxonomy. Also
    ///   `RegistryError` and the store's errors.
    /// - Complexity: O(*n*) in the number of log entries.
    public func run(_ options: RetrainingOptions = RetrainingOptions()) async throws -> RetrainingReport {
        // A dry run needs no lock: it changes no files, and the counts file is replaced atomically.
        guard options.promotes else { return try await make(options) }
        let lock = try RetrainingLock(folders, taxonomy: taxonomy.name)
        defer { withExtendedLifetime(lock) {} }
        // Exclude authors first. From here on, their corrections are not used anywhere, even if the new model
        // is refused.
        try await store.ignore(options.excluded, readmitting: options.readmitted)
        return try await make(options)
    }

    private func make(_ options: RetrainingOptions) async throws -> RetrainingReport {
        try await store.verify()
        let before = countsFile.read(taxonomy)
        let silenced = try await silenced(options, before)
        try willRun(.checking)
        let rollback = try await watch(without: silenced, writes: options.promotes)
        let base = try await relabeled(RetrainingBase.find(assembly), without: silenced)
        let rules = try assembly.loadRules(taxonomy: labels?.taxonomy ?? base.taxonomy)
        let counting = LogCounting(
            base: base, log: log, rules: rules, labels: labels, regression: try regression,
            without: silenced, before: before,
            discount: options.halfLife.map { AgeDiscount(halfLife: $0, at: now.timeIntervalSince1970) },
            recounts: options.recounts, marks: try marks(), threads: options.threads
        ) { [willRun] in try willRun(.counting) }
        var counted = try await store.snapshot { try counting.run($0) }
        var report = RetrainingReport(counted)
        report.rollback = rollback
        guard !counted.words.learned.isEmpty || options.unlabeledWeight != nil else {
            try findNothing(counted, base, &report, writes: options.promotes)
            return report
        }
        try willRun(.training)
        try weigh(&counted, base, options.unlabeledWeight)
        let candidate = try RetrainingCandidate(
            counted.counted, base, counted.words.learned, rules, assembly)
        counted.counted.trace.headTexts = candidate.model.head?.texts
        try willRun(.measuring)
        try await measure(
            candidate, counted.counted, rules, counted.words, against: rollback?.to, into: &report)
        try willRun(.saving)
        counted.counted.trace.gate = report.gate
        report.trace = counted.counted.trace
        try decide(candidate, counted.erased, &report, writes: options.promotes)
        if options.promotes {
            counted.counted.model = candidate.model.digest.description
            countsFile.keep(of: report.isPromoted ? nil : try digestInUse(), taxonomy)
            try countsFile.write(counted.counted)
        }
        return report
    }

    /// Returns the base version, limited to labels that it was trained on or that occur in the log's
    /// corrections.
    private func relabeled(_ base: RetrainingBase, without: [String]) async throws -> RetrainingBase {
        guard let labels,
            labels.taxonomy.categories != base.source.taxonomy.categories
                || base.source.documents.contains(0)
        else { return base }
        let words = Corrections(
            try await store.snapshot { try $0.correctedTexts() }, without: without,
            categories: labels.taxonomy, labels: labels, regression: try regression)
        let learned = Set(words.learned.map(\.category))
        return try base.relabeled(to: labels, learning: learned.contains)
    }

    /// Returns the excluded authors and sources, including those excluded by earlier retrainings.
    private func silenced(_ options: RetrainingOptions, _ before: LogCounts?) async throws -> [String] {
        // Earlier releases stored the excluded authors only with the counts.
        let standing = before.flatMap { $0.trace.log == log ? $0.trace.without : nil } ?? []
        return Set(try await standing + store.leftOut() + options.excluded).subtracting(options.readmitted)
            .sorted()
    }

    /// Returns the watermark of each version trained on this log.
    ///
    /// For the version to which the stored counts belong, this is the watermark of the counts, because it is
    /// updated when entries that were not counted are erased.
    func marks() throws -> [String: LogWatermark] {
        var marks: [String: LogWatermark] = [:]
        let counted = countsFile.read(taxonomy)
        for version in try registry.versions() {
            let manifest = registry.readableManifest(version: version)
            guard let trace = manifest?.retraining, trace.log == log else { continue }
            let isCounted = counted?.model == manifest?.digest && counted?.trace.log == log
            marks[version] = isCounted ? counted?.trace.watermark : trace.watermark
        }
        return marks
    }

    /// Returns the digest of the active model, or `nil` if it has no readable manifest.
    func digestInUse() throws -> String? {
        try registry.activeVersion().flatMap { registry.readableManifest(version: $0)?.digest }
    }

    /// Sets the weights of texts without a correction: the weights of the last retraining, or newly chosen
    /// weights. `fixed` overrides the weight of unlabeled texts.
    private func weigh(
        _ result: inout LogCounting.Result, _ base: RetrainingBase, _ fixed: Double?
    ) throws {
        guard let counting = base.counting else { return }
        let texts = counting.model.documents.reduce(0, +)
        let counted = result.counted
        if !result.isWeighed {
            result.counted.trace.ruleWeight = UnlabeledTextWeights.forRules(
                texts: counted.trace.agreed, baseTexts: texts)
            let candidates = UnlabeledTextWeights.candidates(
                texts: counted.trace.unlabeled, baseTexts: texts)
            let ruleWeight = result.counted.trace.ruleWeight
            result.counted.trace.unlabeledWeight = try UnlabeledTextWeights.best(
                among: candidates, on: result.words.heldOut.map(\.labeledText)
            ) { weight in
                try counted.counts.model(
                    addedTo: counting.model, counts: counting.counts, weights: [ruleWeight, weight],
                    includesCounts: false)
            }
        }
        if let fixed { result.counted.trace.unlabeledWeight = min(1, max(0, fixed)) }
    }
}
