import Foundation
import Ilk
import IlkFiles
import IlkLearning
import IlkLog
import IlkPipeline
import IlkVocabulary
import Synchronization
import Testing

/// Training and retraining that are canceled leave nothing behind.
@Suite("canceled learning") struct CanceledLearningTests {
    private typealias Category = IlkVocabulary.Category

    private struct Canceled: Error {}

    /// The files of a folder with their contents, without locks.
    private func files(_ folder: String) throws -> [String: Data] {
        let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        var contents: [String: Data] = [:]
        for name in names where !name.hasSuffix(".lock") {
            // Folders have no content.
            contents[name] = FileManager.default.contents(atPath: folder + "/" + name)
        }
        return contents
    }

    @Test(arguments: RetrainingStep.allCases)
    func `a retraining that is canceled at a step stores nothing`(step: RetrainingStep) async throws {
        let fixture = try RetrainingFixture()
        let said = try await fixture.log(["see you at 8 then", "x = 1;"])
        try await fixture.correct([
            LabeledText(text: "x = 1;", category: said[1] == "document" ? "email" : "document")
        ])
        let before = try files(fixture.folders.data)
        let reached = Mutex(false)
        var retraining = Retraining(
            store: fixture.store, folders: fixture.folders, now: Date(timeIntervalSince1970: 0))
        retraining.willRun = { now in
            guard now == step else { return }
            reached.withLock { $0 = true }
            throw Canceled()
        }
        let canceled = retraining
        await #expect(throws: Canceled.self) { try await canceled.run() }
        #expect(reached.withLock { $0 })
        #expect(try files(fixture.folders.data) == before)
        #expect(try await fixture.retrain().version != nil)
    }

    @Test(arguments: ["training", "measuring"])
    func `a training that is canceled registers nothing`(step: String) async throws {
        let fixture = try RetrainingFixture()
        let texts = ["hose", "pump"].flatMap { word in
            (0..<30).map { LabeledText(text: "the \(word) number \($0)", category: Category(word)) }
        }
        let training = ModelTraining(taxonomyName: "tools", folders: fixture.folders)
        let registration = ModelRegistration(
            name: "tools", signature: ChangeAuthor(who: "tester", when: Date(timeIntervalSince1970: 0)),
            folders: fixture.folders
        ) { if step == "measuring" { throw Canceled() } }
        let before = try files(fixture.folders.data)
        #expect(throws: Canceled.self) {
            try registration.run(texts, files: ["list"], training) { texts, taxonomy, _ in
                try training.train(texts, taxonomy) { _ in if step == "training" { throw Canceled() } }
            }
        }
        #expect(try files(fixture.folders.data) == before)
        #expect(try LabelSetCatalog(folders: fixture.folders).existing("tools") == nil)
    }
}
