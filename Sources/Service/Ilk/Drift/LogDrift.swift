public import IlkFiles
public import IlkLog
import IlkLearning
import IlkModels
import IlkPipeline
import IlkText
public import IlkVocabulary

/// Detects whether the texts of a log drift away from the model's training texts.
public struct LogDrift: Sendable {
    /// The number of texts of each time window that are read to measure the out-of-vocabulary rate.
    public static let textsRead = 1_000

    private let store: ClassificationLogStore
    private let assembly: PipelineAssembly
    private let labels: LabelSet?

    /// Creates a drift detector for a log.
    ///
    /// - Parameters:
    ///   - store: The log.
    ///   - assembly: The pipeline whose model provides the reference figures.
    ///   - labels: The label set of the log, whose merged labels count for the labels into which they were
    ///     merged, or `nil`.
    public init(store: ClassificationLogStore, assembly: PipelineAssembly, labels: LabelSet? = nil) {
        self.store = store
        self.assembly = assembly
        self.labels = labels
    }

    /// Creates a drift detector for a log and the active model of its taxonomy.
    ///
    /// - Parameters:
    ///   - store: The log.
    ///   - labels: The label set of the log, whose merged labels count for the labels into which they were
    ///     merged, or `nil`.
    ///   - folders: The user's folders, with the model registry.
    public init(store: ClassificationLogStore, labels: LabelSet? = nil, folders: IlkFolders) {
        let isOwn = store.taxonomy.categories != Taxonomy.documentType.categories
        self.init(
            store: store,
            assembly: PipelineAssembly(taxonomy: isOwn ? store.taxonomy : nil, folders: folders),
            labels: labels)
    }

    /// Measures the drift of the log.
    ///
    /// - Parameters:
    ///   - days: The length of a time window, in days.
    ///   - count: The number of time windows.
    /// - Returns: The report, with the newest window first.
    /// - Throws: ``IlkError`` and the store's errors.
    /// - Complexity: O(*n*) in the number of entries in the windows.
    public func report(days: Double, count: Int) async throws -> LogDriftReport {
        let (windows, words) = try await store.snapshot { snapshot in
            (
                try snapshot.windows(length: days * 86_400, count: count, texts: Self.textsRead),
                try snapshot.correctedTexts()
            )
        }
        let model = try assembly.loadModel()
        let reader = try OutOfVocabularyMeter(model)
        var report = LogDriftReport(training: try training(model, reader), windows: [])
        for window in windows {
            var figures = DriftFigures()
            figures.texts = window.labels.values.reduce(0, +)
            figures.labels = labels?.currentCounts(of: window.labels) ?? window.labels
            figures.judged = window.withVerdict
            figures.abstained = window.abstained
            for text in window.texts { reader.add(text, to: &figures) }
            let inside = words.filter { $0.timestamp > window.start && $0.timestamp <= window.end }
            calibrate(inside, &figures)
            report.windows.append(
                LogDriftReport.Window(start: window.start, end: window.end, figures: figures))
        }
        report.judge(labels?.currentTaxonomy(of: store.taxonomy) ?? store.taxonomy)
        return report
    }

    /// Returns the reference figures: the labels of the training texts, and the out-of-vocabulary rate and
    /// abstentions on the regression set, which no model is trained on.
    private func training(_ model: (any TextModel)?, _ reader: OutOfVocabularyMeter) throws -> DriftFigures {
        var figures = DriftFigures()
        guard let model else { return figures }
        figures.texts = model.documents.reduce(0, +)
        for (category, texts) in zip(model.taxonomy.categories, model.documents) {
            figures.labels[current(category), default: 0] += texts
        }
        guard model.taxonomy == .documentType else { return figures }
        let session = try assembly.pipeline().makeSession()
        let frozen = LabeledTextFile(BuiltIn.regressionSet()).texts
        for text in frozen {
            reader.add(text.text, to: &figures)
            if session.classify(text.text).abstention != nil { figures.abstained += 1 }
        }
        figures.judged = frozen.count
        return figures
    }

    /// Measures calibration on the audit sample if the sample is large enough, otherwise on all corrected
    /// texts.
    private func calibrate(_ words: [CorrectedText], _ figures: inout DriftFigures) {
        var latest: [RecordKey: CorrectedText] = [:]
        for word in words { latest[RecordKey(digest: word.digest, time: word.timestamp)] = word }
        let audits = latest.values.filter { $0.source == .audit }
        figures.calibration.isRandom = audits.count >= DriftTest.fewestTexts
        for word in figures.calibration.isRandom ? audits : Array(latest.values) {
            guard let probability = word.probability else { continue }
            let isRight = current(word.category) == current(word.logged)
            figures.calibration.add(stated: probability, isRight: isRight)
        }
    }

    /// Returns the label into which a label was merged, or the label.
    private func current(_ label: Category) -> Category { labels?.current(label) ?? label }

    private struct RecordKey: Hashable {
        let digest: ContentDigest
        let time: Double
    }
}

/// Measures the out-of-vocabulary rate of texts.
final class OutOfVocabularyMeter {
    private let model: (any TextModel)?
    private let analyzer: TextAnalyzer
    private var analysis = AnalyzedText()
    private var scratch = ModelScratch()

    /// - Parameter model: The model, or `nil` to measure nothing.
    init(_ model: (any TextModel)?) throws {
        self.model = model
        analyzer = try TextAnalyzer(measuring: .classification)
    }

    func add(_ text: String, to figures: inout DriftFigures) {
        guard let model else { return }
        analyzer.analyze(text, into: &analysis)
        let (known, words) = model.vocabulary(of: analysis, using: &scratch)
        if words > 0 { figures.unknownWords.add(Double(words - known) / Double(words)) }
    }
}
