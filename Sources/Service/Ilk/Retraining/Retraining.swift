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

/// Makes a new model of another one and of a log, measures it, and puts it to use unless it is worse.
///
/// People's corrections are learned; texts on which rules agree, and texts of which only the other model has an opinion,
/// are evidence that counts little or nothing. The pipeline's own guesses never are truth: whatever was logged as a text's
/// category is not read. Each version is the parent's counts and the log's, never a retrained version's, so that nothing is
/// learned twice. `docs/retraining.md` is the reference.
public struct Retraining: Sendable {
    /// How many texts of the parent's training a correction counts for.
    public static let correctionWeight = 8.0
    /// How many of the newest logged texts are looked through for changes of mind.
    public static let replayed = 500

    let store: ClassificationLogStore
    let taxonomy: Taxonomy
    let folders: IlkFolders
    let now: Date

    /// A retraining from a log.
    ///
    /// - Parameters:
    ///   - store: The log, with its corrections.
    ///   - taxonomy: What its texts are told apart by, and so which registry's models learn.
    ///   - folders: Where the model registry is.
    ///   - now: What time it is.
    public init(
        store: ClassificationLogStore, taxonomy: Taxonomy = .documentType, folders: IlkFolders, now: Date
    ) {
        self.store = store
        self.taxonomy = taxonomy
        self.folders = folders
        self.now = now
    }

    var assembly: PipelineAssembly { PipelineAssembly(taxonomy: taxonomy, folders: folders) }
    var registry: ModelRegistry { assembly.registry }
    var countsFile: CountedLogFile { CountedLogFile(folders, taxonomy: registry.taxonomy) }
    /// Which log this is, without saying where it lies.
    var log: String { String(ContentDigest(of: store.location.path).description.prefix(16)) }

    /// Learns, measures, and promotes unless worse.
    ///
    /// - Throws: ``IlkError``, with `tryLater` while another process makes a model of the taxonomy anew; `RegistryError` and
    ///   the store's errors.
    public func run(_ options: RetrainingOptions = RetrainingOptions()) async throws -> RetrainingReport {
        // A dry run changes nothing, and reads counts that are replaced in one step.
        guard options.promotes else { return try await make(options) }
        let lock = try RetrainingLock(folders, taxonomy: taxonomy.name)
        defer { withExtendedLifetime(lock) {} }
        // At once, whatever becomes of the model: from here on nobody's text has the category that they gave to it.
        try await store.leaveOut(options.without, hearing: options.with)
        return try await make(options)
    }

    private func make(_ options: RetrainingOptions) async throws -> RetrainingReport {
        try await store.verify()
        let parent = try RetrainingParent.find(assembly)
        let rules = try assembly.loadRules(taxonomy: parent.model.taxonomy)
        let before = countsFile.read(parent.model.taxonomy)
        let counting = LogCounting(
            base: parent.model, log: log, rules: rules, without: try await silenced(options, before),
            before: before,
            recounts: options.recounts, marks: try marks())
        var counted = try await store.snapshot { try counting.run($0) }
        var report = RetrainingReport(counted)
        guard !counted.words.learned.isEmpty || options.unlabelledWeight != nil else {
            try findNothing(counted, parent, &report, writes: options.promotes)
            return report
        }
        try weigh(&counted, parent, options.unlabelledWeight)
        let candidate = try RetrainingCandidate(counted.counted, parent, counted.words.learned, rules)
        try await measure(candidate.model, rules, counted.words, into: &report)
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

    /// Whose words are left out: those of the last time too, unless they are taken again.
    private func silenced(_ options: RetrainingOptions, _ before: CountedLog?) async throws -> [String] {
        // A program before this one wrote them down beside the counts alone.
        let standing = before.flatMap { $0.trace.log == log ? $0.trace.without : nil } ?? []
        return Set(try await standing + store.leftOut() + options.without).subtracting(options.with).sorted()
    }

    /// How far each version of this log has read it. Where rows went that a version had read and not counted, its counts
    /// know.
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

    /// The digest of the model in use; nil when it has none, or cannot be read.
    func digestInUse() throws -> String? {
        try registry.versionInUse().flatMap { registry.readableManifest(version: $0)?.digest }
    }

    /// Says what evidence counts for: as the last time, or found now.
    private func weigh(
        _ result: inout LogCounting.Result, _ parent: RetrainingParent, _ fixed: Double?
    ) throws {
        let texts = parent.model.documents.reduce(0, +)
        let counted = result.counted
        if !result.isFrozen {
            result.counted.trace.ruleWeight = EvidenceWeights.ofRules(
                texts: counted.trace.agreed, parentTexts: texts)
            let candidates = EvidenceWeights.candidates(
                texts: counted.trace.unlabelled, parentTexts: texts)
            let ruleWeight = result.counted.trace.ruleWeight
            result.counted.trace.unlabelledWeight = try EvidenceWeights.found(
                among: candidates, on: result.words.heldBack.map(\.labelled)
            ) { weight in
                try counted.counts.model(
                    addedTo: parent.model, counts: parent.counts, weights: [ruleWeight, weight],
                    includesCounts: false)
            }
        }
        if let fixed { result.counted.trace.unlabelledWeight = min(1, max(0, fixed)) }
    }
}
