import FoundationEssentials
import Ilk
import IlkDomains
import IlkPipeline
import IlkRedaction
import IlkStore
import IlkVocabulary

/// What was said of texts before: people's corrections, and the log that texts go to when they are to be remembered.
final class ClassificationMemory {
    /// The categories that people gave to texts.
    let corrections: [ContentDigest: Category]
    /// The log that is written to; nil when texts are not remembered.
    let store: ClassificationLogStore?
    /// What remembers; nil when texts are not remembered.
    let logger: ClassificationLogger?
    private var isClosed = false

    private init(
        corrections: [ContentDigest: Category], store: ClassificationLogStore?, logger: ClassificationLogger?
    ) {
        self.corrections = corrections
        self.store = store
        self.logger = logger
    }

    /// Opens a log to write to. It is made, and its folder too, where they are missing; and made anew where it is damaged.
    ///
    /// - Parameters:
    ///   - redaction: What is taken out of texts before they are stored.
    ///   - isStrict: Whether a damaged log is an error.
    ///   - settings: How it queues, and what happens at the bound.
    static func writing(
        _ path: String, taxonomy: Taxonomy, redaction: TextRedaction? = nil, isStrict: Bool = false,
        settings: JournalSettings = JournalSettings(), console: Console
    ) async throws -> ClassificationMemory {
        try IlkFolders.makeFolder(of: path)
        if !isStrict, let aside = try ClassificationLogStore.putAside(ifDamaged: path) {
            console.tell(
                VisibleText.oneLine(
                    "ilk: warning: \(path) is damaged: it is kept as \(aside), and a new log begins; "
                        + "ilk log restore brings a backup back") + "\n")
        }
        let store = try ClassificationLogStore.open(.file(path), taxonomy: taxonomy)
        return ClassificationMemory(
            corrections: try await store.correctedCategories(), store: store,
            logger: ClassificationLogger(store: store, settings: settings, redaction: redaction))
    }

    /// Reads the corrections of a log and leaves it; none when there is no such file.
    static func reading(_ path: String, taxonomy: Taxonomy) async throws -> ClassificationMemory {
        guard FileManager.default.fileExists(atPath: path) else {
            return ClassificationMemory(corrections: [:], store: nil, logger: nil)
        }
        let store = try ClassificationLogStore.open(.file(path), taxonomy: taxonomy, access: .readOnly)
        let corrections = try await store.correctedCategories()
        try store.close()
        return ClassificationMemory(corrections: corrections, store: nil, logger: nil)
    }

    /// Whether texts are remembered.
    var isWriting: Bool { logger != nil }

    /// Remembers a text and what was said of it, by a challenger too. Waits only while the queue is full.
    nonisolated(nonsending) func remember(_ text: String, _ verdict: Verdict, _ answer: ChallengerAnswer?)
        async
    {
        guard let logger else { return }
        let classification = TextClassification(
            category: verdict.category, timestamp: Date(),
            textSample: String(text.prefix(TextClassificationService.sampleLength)), verdict: verdict)
        await logger.log(classification: classification, fullText: text, features: nil, answer: answer)
    }

    /// Waits until all that was given is on disk, and closes the log.
    ///
    /// - Throws: `inputOutput` when something could not be written.
    nonisolated(nonsending) func close() async throws(CommandFailure) {
        guard !isClosed, let logger, let store else { return }
        isClosed = true
        let ledger = await logger.close()
        let lost = ledger.dropped.values.reduce(0, +)
        guard lost == 0 else {
            throw CommandFailure(
                .inputOutput, "\(lost) \(lost == 1 ? "text was" : "texts were") not logged",
                at: store.location.path,
                hint: "the log was locked, its disk full, or its file damaged: see ilk doctor")
        }
        do {
            try store.close()
        } catch {
            throw CommandFailure(error)
        }
    }
}
