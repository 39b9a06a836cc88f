import IlkConsole
import Foundation
import Ilk
import IlkLog
import IlkStore
import IlkVocabulary

/// What people say of texts while `ilk serve` runs: `ilk log correct`, an import, a purge, whose words are left out. Taken
/// up within a second, by pipelines that go on answering.
///
/// For one task at a time.
final class CorrectionServing {
    /// How often it is looked.
    static let interval: Duration = .seconds(1)

    private let path: String
    private let taxonomy: Taxonomy
    private let pipelines: [ReloadablePipeline]
    /// The log that this process writes to; nil when it is another's, or none.
    private let own: ClassificationLogStore?
    /// The log of others, as long as the file is the one that was opened.
    private var store: (file: UInt64, log: ClassificationLogStore)?
    private var mark: ClassificationLogStore.CorrectionMark?
    private var complaint: String?

    /// - Parameters:
    ///   - own: The log that this process writes to, which is followed then; nil to follow the one at `path`, when there is one.
    ///   - pipelines: Who takes up what is said.
    init(
        _ path: String, taxonomy: Taxonomy, own: ClassificationLogStore?, pipelines: [ReloadablePipeline]
    ) {
        self.path = path
        self.taxonomy = taxonomy
        self.own = own
        self.pipelines = pipelines
    }

    /// Looks once. That it cannot be read is told once, and the words that are known stay in use.
    ///
    /// - Returns: How many texts have a person's word now; nil when nothing else was said.
    nonisolated(nonsending) func look() async -> Int? {
        do {
            let said = try await read()
            complaint = nil
            guard let said else { return nil }
            mark = said.mark
            for pipeline in pipelines { pipeline.use(corrections: said.categories) }
            return said.categories.count
        } catch is CancellationError {
            return nil
        } catch {
            let text = "corrections are not read: \(CommandFailure(error).what)"
            if complaint != text { Serving.tell("warning: \(text)") }
            complaint = text
            return nil
        }
    }

    /// Looks each second, until its task is cancelled; then the log is closed.
    nonisolated(nonsending) func follow() async {
        while !Task.isCancelled {
            if let count = await look() {
                Serving.tell("people's words on \(DecimalText.counted(count, "text")) in use now")
            }
            try? await Task.sleep(for: Self.interval)  // Cancelled: seen above.
        }
        try? store?.log.close()  // It was only read.
    }

    private nonisolated(nonsending) func read() async throws -> (
        mark: ClassificationLogStore.CorrectionMark, categories: [ContentDigest: Category]
    )? {
        if let own { return try await own.correctedCategories(unlessAt: mark) }
        let file = Self.file(path)
        if let store, store.file != file {
            self.store = nil
            try store.log.close()
        }
        guard let file else { return nil }
        if store == nil {
            store = (file, try .open(.file(path), taxonomy: taxonomy, access: .readOnly))
        }
        return try await store?.log.correctedCategories(unlessAt: mark)
    }

    /// The file's number on its disk, by which another one in its place is known; nil when there is none.
    private static func file(_ path: String) -> UInt64? {
        let facts = try? FileManager.default.attributesOfItem(atPath: path)  // Then there is none.
        return (facts?[.systemFileNumber] as? NSNumber)?.uint64Value
    }
}
