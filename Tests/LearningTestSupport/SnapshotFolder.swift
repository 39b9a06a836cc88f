import IlkFiles
import IlkStore
import IlkLog
import Foundation
import Ilk
import IlkLearning
import IlkPipeline
import IlkVocabulary

/// A log and a registry in a folder that can be restored to a saved state.
struct SnapshotFolder {
    let folder: String

    private var inside: String { folder + "/room" }
    private var kept: String { folder + "/kept" }

    var folders: IlkFolders {
        IlkFolders(environment: [
            "XDG_DATA_HOME": inside + "/data", "XDG_CONFIG_HOME": inside + "/config",
            "XDG_CACHE_HOME": inside + "/cache", "CONFIGURATION_DIRECTORY": inside + "/etc",
        ])
    }

    var registry: ModelRegistry { ModelRegistry(folder: folders.models, taxonomy: "doctype") }

    func store() throws -> ClassificationLogStore {
        try FileManager.default.createDirectory(atPath: inside, withIntermediateDirectories: true)
        return try ClassificationLogStore.open(.file(inside + "/log.sqlite"))
    }

    func retraining(_ store: ClassificationLogStore) -> Retraining {
        Retraining(store: store, folders: folders, now: Date(timeIntervalSince1970: 0))
    }

    func digest() throws -> String {
        let verdict = try PipelineAssembly(folders: folders).pipeline().classify("x")
        return verdict.provenance.modelDigest ?? ""
    }

    /// Classifies texts with the active pipeline and logs them in order.
    func log(_ texts: [LabeledText], to store: ClassificationLogStore) async throws {
        let pipeline = try PipelineAssembly(folders: folders).pipeline()
        let logger = ClassificationLogger(store: store)
        for (place, text) in texts.enumerated() {
            let verdict = try pipeline.classify(text.text)
            let time = Date(timeIntervalSince1970: 1_800_000_000 + Double(place))
            await logger.log(
                classification: TextClassification(
                    category: verdict.category, timestamp: time, textSample: "", verdict: verdict),
                fullText: text.text, features: nil)
        }
        await logger.close()
    }

    func id(of text: LabeledText, _ store: ClassificationLogStore) async throws -> RecordID {
        let entries = try await store.entries(newest: 1000)
        guard let entry = entries.first(where: { $0.log.text == text.text }) else {
            throw UnlearnKills.GuaranteeViolation(description: "a text is not in the log")
        }
        return entry.id
    }

    // MARK: Selection

    func choose(_ ids: [RecordID]) throws {
        let lines = ids.map(\.description).joined(separator: "\n")
        try Data(lines.utf8).write(to: URL(filePath: folder + "/going"))
    }

    func chosen() throws -> [RecordID] {
        let lines = try Data(contentsOf: URL(filePath: folder + "/going"))
        return String(decoding: lines, as: UTF8.self).split(separator: "\n").compactMap {
            RecordID(String($0))
        }
    }

    /// Checks that no file contains one of these texts.
    func checkGone(_ texts: [String]) throws {
        let files = FileManager.default.enumerator(atPath: inside)
        while let name = files?.nextObject() as? String {
            guard let bytes = FileManager.default.contents(atPath: inside + "/" + name) else { continue }
            for text in texts where bytes.range(of: Data(text.utf8)) != nil {
                throw UnlearnKills.GuaranteeViolation(description: "a text that went is still in \(name)")
            }
        }
    }

    // MARK: Restoring

    /// Saves the state for ``subtractText()``.
    func keep() throws { try FileManager.default.copyItem(atPath: inside, toPath: kept) }

    /// Restores the saved state.
    func restoreSnapshot() throws {
        try FileManager.default.removeItem(atPath: inside)
        try FileManager.default.copyItem(atPath: kept, toPath: inside)
    }
}
