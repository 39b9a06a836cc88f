public import IlkLog
import IlkLearning
import IlkModels
import IlkPipeline
import IlkText
import IlkVocabulary

/// Watches whether the texts of a log move away from those that the model was made of.
public struct LogDrift: Sendable {
    /// How many texts of a stretch of time are read for words that the model does not know.
    public static let textsRead = 1_000

    private let store: ClassificationLogStore
    private let assembly: PipelineAssembly

    /// A watch over a log.
    ///
    /// - Parameters:
    ///   - store: The log.
    ///   - assembly: What decides: its model's texts are what the log is held against.
    public init(store: ClassificationLogStore, assembly: PipelineAssembly) {
        self.store = store
        self.assembly = assembly
    }

    /// Measures the log.
    ///
    /// - Parameters:
    ///   - days: How many days each stretch of time has.
    ///   - count: How many of them are looked at.
    /// - Throws: ``IlkError`` and the store's errors.
    public func report(days: Double, count: Int) async throws -> LogDriftReport {
        let (windows, words) = try await store.snapshot { snapshot in
            (
                try snapshot.windows(length: days * 86_400, count: count, texts: Self.textsRead),
                try snapshot.correctedTexts()
            )
        }
        let model = try assembly.loadModel()
        let reader = try UnknownWords(model)
        var report = LogDriftReport(training: try training(model, reader), windows: [])
        for window in windows {
            var figures = DriftFigures()
            figures.texts = window.labels.values.reduce(0, +)
            figures.labels = window.labels
            figures.judged = window.judged
            figures.abstained = window.abstained
            for text in window.texts { reader.add(text, to: &figures) }
            let inside = words.filter { $0.timestamp > window.start && $0.timestamp <= window.end }
            Self.calibrate(inside, &figures)
            report.windows.append(
                LogDriftReport.Window(start: window.start, end: window.end, figures: figures))
        }
        report.judge(store.taxonomy)
        return report
    }

    /// What the model was made of: its labels; and on the frozen texts, which no model has learned, what it does not know
    /// and what is claimed.
    private func training(_ model: (any TextModel)?, _ reader: UnknownWords) throws -> DriftFigures {
        var figures = DriftFigures()
        guard let model else { return figures }
        figures.texts = model.documents.reduce(0, +)
        for (category, texts) in zip(model.taxonomy.categories, model.documents) {
            figures.labels[category] = texts
        }
        guard model.taxonomy == .documentType else { return figures }
        let session = try assembly.pipeline().makeSession()
        let frozen = LabelledTextFile(BuiltIn.gateTexts()).texts
        for text in frozen {
            reader.add(text.text, to: &figures)
            if session.classify(text.text).abstention != nil { figures.abstained += 1 }
        }
        figures.judged = frozen.count
        return figures
    }

    /// Random audits where there are enough, else all texts that people said something of.
    private static func calibrate(_ words: [CorrectedText], _ figures: inout DriftFigures) {
        var latest: [RecordKey: CorrectedText] = [:]
        for word in words { latest[RecordKey(digest: word.digest, time: word.timestamp)] = word }
        let audits = latest.values.filter { $0.source == .audit }
        figures.calibration.isRandom = audits.count >= DriftTest.fewestTexts
        for word in figures.calibration.isRandom ? audits : Array(latest.values) {
            guard let probability = word.probability else { continue }
            figures.calibration.add(stated: probability, isRight: word.category == word.logged)
        }
    }

    private struct RecordKey: Hashable {
        let digest: ContentDigest
        let time: Double
    }
}

/// Counts the words of texts that a model does not know.
final class UnknownWords {
    private let model: (any TextModel)?
    private let analyzer: TextAnalyzer
    private var analysis = AnalyzedText()
    private var scratch = ModelScratch()

    /// - Parameter model: The model; nil knows no words.
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
