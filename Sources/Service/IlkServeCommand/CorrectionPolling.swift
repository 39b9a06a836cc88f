import IlkConsole
import Ilk
import IlkLog
import IlkStore
import IlkVocabulary

/// Applies corrections while `ilk serve` runs. New corrections, imports, purges and the exclusion of authors
/// take effect within a second, without interrupting the pipelines.
///
/// Not thread-safe: use it from one task at a time.
final class CorrectionPolling {
    static let interval: Duration = .seconds(1)

    private let path: String
    private let taxonomy: Taxonomy
    private let pipelines: [ReloadablePipeline]
    /// The log that this process writes to, or `nil`.
    private let own: ClassificationLogStore?
    /// Another program's log, with its inode number to detect a replaced file.
    private var store: (file: UInt64, log: ClassificationLogStore)?
    private var known: RecentCorrections?
    private var complaint: String?

    /// - Parameters:
    ///   - path: The file of the log whose corrections are applied, if `own` is `nil`. The file need not
    ///     exist.
    ///   - own: The log that this process writes to, or `nil`.
    ///   - pipelines: The pipelines that apply the corrections.
    init(
        _ path: String, taxonomy: Taxonomy, own: ClassificationLogStore?, pipelines: [ReloadablePipeline]
    ) {
        self.path = path
        self.taxonomy = taxonomy
        self.own = own
        self.pipelines = pipelines
    }

    /// Polls once. If the log cannot be read, this method warns once and keeps the known corrections.
    ///
    /// - Returns: The number of corrected texts, or `nil` if nothing changed.
    nonisolated(nonsending) func poll() async -> Int? {
        do {
            let said = try await read()
            complaint = nil
            guard let said else { return nil }
            known = said
            for pipeline in pipelines { pipeline.use(said) }
            return said.labels.count
        } catch is CancellationError {
            return nil
        } catch {
            let text = "corrections cannot be read: \(CommandError(error).what)"
            if complaint != text { Serving.report("warning: \(text)") }
            complaint = text
            return nil
        }
    }

    /// Polls every second until the task is canceled, then closes the log.
    nonisolated(nonsending) func follow() async {
        while !Task.isCancelled {
            if let count = await poll() {
                Serving.report("corrections of \(DecimalText.counted(count, "text")) are active")
            }
            try? await Task.sleep(for: Self.interval)  // The loop ends if canceled.
        }
        try? store?.log.close()  // Opened for reading only.
    }

    private nonisolated(nonsending) func read() async throws -> RecentCorrections? {
        if let own { return try await own.recentCorrections(after: known) }
        let file = LogFiles.fileNumber(path)
        if let store, store.file != file {
            self.store = nil
            try store.log.close()
        }
        guard let file else { return nil }
        if store == nil {
            store = (file, try .open(.file(path), taxonomy: taxonomy, access: .readOnly))
        }
        return try await store?.log.recentCorrections(after: known)
    }
}
