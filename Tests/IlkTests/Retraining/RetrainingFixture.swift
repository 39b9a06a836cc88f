import IlkFiles
import Foundation
import Ilk
import IlkLog
import IlkLearning
import IlkPipeline
import IlkStore
import IlkVocabulary

/// A temporary log and model registry for a test.
final class RetrainingFixture: Sendable {
    let desk: RuleTestFolder
    let store: ClassificationLogStore

    init() throws {
        desk = try RuleTestFolder()
        store = try ClassificationLogStore.open(.file(desk.root.appending(path: "log.sqlite").path))
    }

    var folders: IlkFolders { desk.folders }
    var registry: ModelRegistry { ModelRegistry(folder: folders.models, taxonomy: "doctype") }
    var pipeline: Pipeline { get throws { try PipelineAssembly(folders: folders).pipeline() } }

    /// Logs texts with the verdicts of the active pipeline, and returns the predicted labels.
    @discardableResult
    func log(_ texts: [String], at seconds: Double = 1_800_000_000) async throws -> [IlkVocabulary.Category] {
        let session = try pipeline.makeSession()
        let logger = ClassificationLogger(store: store)
        var said: [IlkVocabulary.Category] = []
        for (index, text) in texts.enumerated() {
            let verdict = session.classify(text)
            said.append(verdict.category)
            let time = Date(timeIntervalSince1970: seconds + Double(index))
            await logger.log(
                classification: TextClassification(
                    category: verdict.category, timestamp: time, textSample: "", verdict: verdict),
                fullText: text, features: nil)
        }
        _ = await logger.flush()
        await logger.close()
        return said
    }

    /// Corrects the labels of logged texts.
    func correct(
        _ words: [LabeledText], source: CorrectionSource = .human, author: String? = "Ida"
    ) async throws {
        let entries = try await store.entries(newest: 100_000)
        var ids: [String: RecordID] = [:]
        for entry in entries { ids[entry.log.text] = entry.id }
        for word in words {
            guard let id = ids[word.text] else { continue }
            try await store.correct(.id(id), to: word.category, source: source, author: author)
        }
    }

    func erase(_ text: String) async throws {
        let ids = try await store.entries(newest: 100_000).filter { $0.log.text == text }.map(\.id)
        try await store.purge(LogPurge(ids: ids))
    }

    @discardableResult
    func retrain(_ change: (inout RetrainingOptions) -> Void = { _ in }) async throws -> RetrainingReport {
        var options = RetrainingOptions()
        change(&options)
        return try await Retraining(store: store, folders: folders, now: Date(timeIntervalSince1970: 0)).run(
            options)
    }
}
