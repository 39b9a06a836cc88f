import Foundation
import Ilk
import IlkFiles
import IlkLog
import IlkPipeline
import IlkStore
import IlkVocabulary
import TestSupport
import Testing

// Sample of docs/guides/embed-in-swift.md
/// Classifies texts, logs the verdicts, and learns from corrections.
final class Triage: Sendable {
    private let folders: IlkFolders
    private let store: ClassificationLogStore
    private let logger: ClassificationLogger
    private let pipeline: ReloadablePipeline
    private let service: TextClassificationService

    init(folders: IlkFolders) async throws {
        self.folders = folders
        let path = folders.log(taxonomy: Taxonomy.documentType.name)
        try IlkFolders.makeFolder(of: path)
        store = try ClassificationLogStore.open(.file(path))
        logger = ClassificationLogger(store: store)
        pipeline = try ReloadablePipeline(
            PipelineAssembly(taxonomy: .documentType, folders: folders),
            archive: VerdictArchive(folders: folders))
        pipeline.use(try await store.recentCorrections())
        service = TextClassificationService(reloadable: pipeline, logger: logger)
    }

    /// Classifies and logs a text. Writing the log does not delay the answer.
    func classify(_ text: String) async throws -> TextClassification { try await service.classify(text) }

    /// Returns the newest entries of the log, the newest first.
    func recent(_ limit: Int) async throws -> [ClassificationLog] {
        _ = await logger.flush()
        return try await store.fetchRecentLogs(limit: limit)
    }

    /// Stores a human label for an entry of the log. It applies to the same and nearly equal texts from now
    /// on, and similar ones move towards it.
    func correct(_ entry: UUID, to category: Category, by author: String) async throws {
        try await store.correct(.id(RecordID(uuid: entry)), to: category, author: author)
        pipeline.use(try await store.recentCorrections())
    }

    /// Learns from the corrections. A new model is used at once if it is not worse than the old one.
    func retrain() async throws -> [String] {
        let report = try await Retraining(store: store, folders: folders, now: Date()).run()
        pipeline.reloadModelIfChanged()
        return report.lines
    }

    /// Writes all entries to disk and closes the log.
    func close() async throws {
        _ = await logger.close()
        try store.close()
    }
}

enum Main {
    static func main() async throws {
        let triage = try await Triage(folders: IlkFolders(environment: ProcessInfo.processInfo.environment))
        let text = "want me to put the rice on?"
        let first = try await triage.classify(text)
        print(first.category, first.verdict?.abstention == nil ? "" : "(unsure)")

        let entry = try await triage.recent(1)[0]
        try await triage.correct(entry.id, to: "email", by: "ana")
        print(try await triage.classify(text).category)

        for line in try await triage.retrain() { print(line) }
        try await triage.close()
    }
}
// End of sample

/// The programs of the guide and the README. RepositoryTests compare the marked samples with these pages.
@Suite struct `Samples of embedding` {
    @Test func `the pipeline classifies without a log`() throws {
        // Sample of README.md
        let pipeline = try Pipeline.standard()  // built-in rules and model; reads no file
        let verdict = try pipeline.classify("Hey Sarah, are we still on for lunch today?", explaining: true)
        print(verdict.category, verdict.probability)
        for evidence in verdict.evidence.prefix(3) { print(evidence.phrase, evidence.spans) }
        // End of sample
        #expect(verdict.category == "message" && !verdict.evidence.isEmpty)
    }

    @Test func `the pipeline gives reasons`() throws {
        // Sample of docs/guides/embed-in-swift.md
        let pipeline = try Pipeline.standard()
        let verdict = try pipeline.classify("Hey Sarah, are we still on for lunch today?", explaining: true)

        print(verdict.category, verdict.probability)
        if let reason = verdict.abstention { print("abstains:", reason) }
        for piece in verdict.evidence.prefix(3) { print(piece.phrase, piece.spans) }
        // End of sample
        #expect(verdict.category == "message" && verdict.abstention == nil)
    }

    @Test func `a program classifies, logs, corrects and retrains`() async throws {
        let folder = try RuleTestFolder()
        let triage = try await Triage(folders: folder.folders)
        let text = "want me to put the rice on?"
        #expect(try await triage.classify(text).category == "message")
        let entry = try #require(try await triage.recent(1).first)
        try await triage.correct(entry.id, to: "email", by: "ana")
        #expect(try await triage.classify(text).category == "email")
        #expect(try await !triage.retrain().isEmpty)
        try await triage.close()
    }

    @Test func `models are watched, and a model file replaces the active one`() async throws {
        let folders = try RuleTestFolder().folders
        let reloadable = try ReloadablePipeline(
            PipelineAssembly(taxonomy: .documentType, folders: folders),
            archive: VerdictArchive(folders: folders))
        let task = Task { await Self.watch(reloadable) }
        task.cancel()
        await task.value
        // There is no file with this name.
        #expect(throws: (any Error).self) { try Self.pipeline(folders) }
    }

    private static func watch(_ pipeline: ReloadablePipeline) async {
        // Sample of docs/guides/embed-in-swift.md
        // polls every second until the task is canceled
        await pipeline.watchModel { reload in print(reload) }
        // End of sample
    }

    private static func pipeline(_ folders: IlkFolders) throws -> Pipeline {
        // Sample of docs/guides/embed-in-swift.md
        let assembly = PipelineAssembly(classifier: .bayes, model: .file("tickets.ilk"), folders: folders)
        let pipeline = try assembly.pipeline()
        // End of sample
        return pipeline
    }
}
