public import FoundationEssentials
public import IlkFiles
public import IlkLearning
public import IlkLog
public import IlkVocabulary

/// Measures what a model has learned from the corrections of a log.
public struct LogLearning: Sendable {
    /// The length of a time window of drift, in days.
    public static let driftDays = 7.0
    /// The number of time windows of drift.
    private static let driftWindows = 8

    private let store: ClassificationLogStore
    private let labels: LabelSet?
    private let folders: IlkFolders

    /// Creates a measurement of a log.
    ///
    /// - Parameters:
    ///   - store: The log.
    ///   - labels: The label set of the log, or `nil` if no set has its labels.
    ///   - folders: The user's folders, with the model registry.
    public init(store: ClassificationLogStore, labels: LabelSet?, folders: IlkFolders) {
        self.store = store
        self.labels = labels
        self.folders = folders
    }

    /// The present labels of texts.
    private var taxonomy: Taxonomy { labels?.taxonomy ?? store.taxonomy }

    /// Measures the predictions for the corrected texts.
    ///
    /// Only the first prediction for equal texts counts, because later predictions follow the correction.
    /// Labels by ignored authors do not count. Among the other labels of a text, only the latest one counts.
    ///
    /// - Parameters:
    ///   - since: Measures only texts classified at this time or later; `nil` sets no limit. The drift
    ///     ignores both limits.
    ///   - until: Measures only texts classified before this time; `nil` sets no limit.
    ///   - drift: The result of ``drift()``, which the report contains.
    /// - Returns: The report.
    /// - Throws: ``IlkError``, `RegistryError`, and the store's errors.
    /// - Complexity: O(*n* log *n*) in the number of corrections.
    public func report(
        since: Date? = nil, until: Date? = nil, drift: LogDriftReport?
    ) async throws -> LearningReport {
        let ignored = try await store.leftOut()
        let words = try await store.snapshot { try $0.correctedTexts() }
        let start = since?.timeIntervalSince1970 ?? -.infinity
        let end = until?.timeIntervalSince1970 ?? .infinity
        let firsts = Dictionary(words.map { ($0.digest, $0.timestamp) }, uniquingKeysWith: min)
            .filter { $0.value >= start && $0.value < end }
        let included = Corrections.included(words, without: ignored, categories: taxonomy, labels: labels)
            .filter { firsts[$0.digest] != nil }
        let texts = Self.reviewed(included)
        let registry = PipelineAssembly(taxonomy: taxonomy, folders: folders).registry
        let figures = LearningFigures(
            texts, taxonomy: taxonomy, versions: try registry.timeline(), period: start...max(start, end))
        let byAuthor = Self.labelsByAuthor(included)
        return LearningReport(
            taxonomy: taxonomy, figures: figures, disputed: byAuthor.count { Set($0.values).count > 1 },
            agreements: ReviewerAgreement.all(byAuthor), uncounted: firsts.count - texts.count,
            ignored: ignored,
            suspectedAuthor: .init(in: figures.authors),
            drift: drift)
    }

    /// Measures the drift of the log in the last eight weeks. Returns `nil` for a multi-label taxonomy.
    ///
    /// - Throws: ``IlkError``, and the store's errors.
    /// - Complexity: That of ``LogDrift/report(days:count:)``.
    public func drift() async throws -> LogDriftReport? {
        guard !taxonomy.isMultilabel else { return nil }
        return try await LogDrift(store: store, labels: labels, folders: folders).report(
            days: Self.driftDays, count: Self.driftWindows)
    }

    /// Estimates the gain in accuracy from further corrections.
    ///
    /// - Throws: The store's errors.
    /// - Complexity: O(*n* log *n*) in the number of corrections. In a large log, the margins of only a
    ///   sample of the entries are read.
    public func expectedGain() async throws -> ExpectedGain {
        let ignored = try await store.leftOut()
        let (words, margins) = try await store.snapshot {
            (try $0.correctedTexts(), try $0.sampledMargins(Self.sampledMargins))
        }
        let included = Corrections.included(words, without: ignored, categories: taxonomy, labels: labels)
        return ExpectedGain(Self.reviewed(included), margins: margins)
    }

    /// The maximum number of entries whose margins are read. The margin is the difference in probability
    /// between the two most probable labels.
    static let sampledMargins = 4_096

    /// Returns each text once, with its first prediction and its latest human label.
    private static func reviewed(_ words: [CorrectedText]) -> [ReviewedText] {
        var firsts: [ContentDigest: CorrectedText] = [:]
        let corrections = Dictionary(words.map { ($0.digest, $0.correctionTime) }, uniquingKeysWith: min)
        var audits: Set<ContentDigest> = []
        for word in words {
            if word.source == .audit { audits.insert(word.digest) }
            if let first = firsts[word.digest], first.timestamp <= word.timestamp { continue }
            firsts[word.digest] = word
        }
        return HeldOutTexts.latest(words, digest: \.digest).map { word in
            let first = firsts[word.digest] ?? word
            let logged = first.loggedLabels ?? [first.logged]
            return ReviewedText(
                time: first.timestamp, actual: word.labels ?? [word.category],
                predicted: word.labels != nil && first.hasAbstained ? [] : logged,
                hasAbstained: first.hasAbstained, isAudit: audits.contains(word.digest),
                author: word.authorOrSource, model: first.model, margin: first.margin,
                probability: first.probability,
                correctionTime: corrections[word.digest] ?? word.correctionTime)
        }
    }

    /// Returns the latest labels of each text by author.
    private static func labelsByAuthor(_ words: [CorrectedText]) -> [[String: Set<Category>]] {
        var labels: [ContentDigest: [String: Set<Category>]] = [:]
        for word in words {
            labels[word.digest, default: [:]][word.authorOrSource] = Set(
                word.labels ?? [word.category])
        }
        return Array(labels.values)
    }
}

extension RetrainingReport.SuspectedAuthor {
    /// Finds the author whose corrections differ from the predictions significantly more often than those of
    /// the other authors.
    ///
    /// - Parameter authors: The authors. Audits confirm more predictions than other corrections, so they are
    ///   left out.
    fileprivate init?(in authors: [LearningFigures.Author]) {
        self.init(
            among: Dictionary(
                authors.map { author in
                    let chosen = author.predictions.chosen
                    return (
                        author.name, (corrections: chosen.texts, differing: chosen.texts - chosen.correct)
                    )
                }, uniquingKeysWith: { first, _ in first }))
    }
}
