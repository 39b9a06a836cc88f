import Foundation
import Ilk
import IlkCalls
import IlkConsole
import IlkFiles
import IlkLog
import IlkStore
import IlkUsage
import IlkVerdictConsole

/// Applies the retention rules of calls, usage, logs and debug events during one run of `ilk serve`. A store
/// that does not exist is not created.
actor RetentionServing {
    private let folders: IlkFolders
    private let callsFile: String
    private let usageFile: String
    /// The logs that the server writes to and has already opened.
    private let logs: [ClassificationLogStore]
    private let debug: DebugServing?
    /// `true` if models may have learned from erased debug events. Initially `true`, because an earlier run
    /// may have stopped before unlearning, or may have found the models locked.
    private var mayBeLearned = true

    init(
        folders: IlkFolders, callsFile: String, usageFile: String, logs: [ClassificationLogStore],
        debug: DebugServing?
    ) {
        (self.folders, self.callsFile, self.usageFile) = (folders, callsFile, usageFile)
        (self.logs, self.debug) = (logs, debug)
    }

    /// Applies the retention rules of all stores. A fault in one store does not prevent the erasure in the
    /// other stores.
    ///
    /// - Returns: The number of erased records in words.
    /// - Throws: The first error, after the rules of all stores were applied.
    func apply() async throws -> String {
        var (erased, failure): ([String], (any Error)?) = ([], nil)
        for store in [RetainedStore.log, .calls, .usage, .debug] {
            do {
                let count = try await apply(to: store)
                if count > 0 { erased.append(store.words(count)) }
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                Serving.report(
                    "expired \(store.records) were not deleted: \(CommandError(error).what)")
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        return erased.isEmpty ? "nothing expired" : "erased " + erased.joined(separator: ", ")
    }

    /// Applies the rules of a store.
    ///
    /// - Returns: The number of erased records.
    private func apply(to store: RetainedStore) async throws -> Int {
        switch store.kind {
        case .log: try await applyToLogs()
        case .calls: try await applyToCalls()
        case .usage: try await applyToUsage()
        case .debug: try await applyToDebugEvents()
        }
    }

    private func applyToDebugEvents() async throws -> Int {
        guard let debug else { return 0 }
        // Runs do not overlap.
        var mayBeLearned = mayBeLearned
        defer { self.mayBeLearned = mayBeLearned }
        return try await debug.applyRetention(&mayBeLearned)
    }

    private func applyToCalls() async throws -> Int {
        try await applyToFile(callsFile, .calls) { path in
            try CallLogStorage.open(.file(path))
        } after: { [folders] store in
            let retraining = StoreRetraining(from: store, as: .calls, folders: folders, now: .now)
            let words = try await Unlearning.words(
                retraining.forgetErased(), again: "ilk retrain --from calls")
            if let words { Serving.report(words) }
        }
    }

    private func applyToUsage() async throws -> Int {
        try await applyToFile(usageFile, .usage) { path in
            try UsageStore.open(.file(path))
        } after: { [folders] store in
            let removals = try await StoreRetraining.forgetErased(
                from: store, as: StoreRetraining.RecordNames.usage, folders: folders, now: .now)
            for (taxonomy, removal) in removals {
                let again = "ilk retrain --from usage --taxonomy \(taxonomy)"
                let words = Unlearning.words(removal, again: again)
                if let words { Serving.report(words) }
            }
        }
    }

    // MARK: Logs

    /// Erases the expired entries of the logs of all taxonomies, one after another. A fault in one log does
    /// not prevent the erasure in the other logs.
    private func applyToLogs() async throws -> Int {
        var (count, failure): (Int, (any Error)?) = (0, nil)
        let own = Set(logs.map(\.location.path))
        let others = LogStoreAccess.existing(folders).filter { !own.contains($0) }
        for log in logs {
            do { count += try await apply(to: log) } catch { failure = failure ?? error }
        }
        for path in others {
            try Task.checkCancellation()
            do {
                let log = try LogStoreAccess.openOrMake(path, folders)
                do {
                    count += try await apply(to: log)
                } catch {
                    try? log.close()  // The first error is reported.
                    throw error
                }
                try log.close()
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        return count
    }

    /// Erases the expired entries of a log, after the models of its taxonomy have unlearned these entries.
    private func apply(to log: ClassificationLogStore) async throws -> Int {
        let now = Date.now
        // Unlearning locks the taxonomy, so it begins only if there is something to erase.
        let due = try await log.previewRetention(now: now)
        let isUnfinished = try await log.isPurgeUnfinished()
        guard !due.isEmpty || isUnfinished else { return 0 }
        let (report, words) = try await Unlearning.erase(from: log, folders, now: now) { before in
            try await log.applyRetention(
                now: now, progress: { _ in try Task.checkCancellation() }, before: before)
        }
        RetainedStore.log.tell(report)
        if let words { Serving.report(words) }
        return report.records
    }

    // MARK: Calls and usage

    /// Erases the expired records of a store.
    ///
    /// - Parameters:
    ///   - path: The path of the store.
    ///   - retained: The kind of the store.
    ///   - open: Opens the store.
    ///   - after: Deletes the models that learned from erased records. The deletion also runs if no record
    ///     was erased now, because an earlier run may have stopped before the deletion, or may have found the
    ///     models locked.
    private func applyToFile<Records: RetainingStore>(
        _ path: String, _ retained: RetainedStore, open: (String) throws -> Records,
        after: (Records) async throws -> Void
    ) async throws -> Int {
        guard FileManager.default.fileExists(atPath: path) else { return 0 }
        let store = try open(path)
        let report: PurgeReport
        do {
            report = try await store.applyRetention(now: .now) { _ in try Task.checkCancellation() }
            retained.tell(report)
            if try await !store.retention().isEmpty { try await after(store) }
        } catch {
            try? store.close()  // The first error is reported.
            throw error
        }
        try store.close()
        return report.records
    }
}
