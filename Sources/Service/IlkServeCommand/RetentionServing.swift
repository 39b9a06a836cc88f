import Foundation
import Ilk
import IlkCalls
import IlkConsole
import IlkFiles
import IlkLog
import IlkStore
import IlkUsage
import IlkVerdictConsole

/// The retention of the user's calls, usage and logs during one run of `ilk serve`. A store that does not
/// exist is not created.
struct RetentionServing {
    let folders: IlkFolders
    let callsFile: String
    let usageFile: String
    /// The logs that the server writes to. They are not opened a second time.
    let logs: [ClassificationLogStore]

    /// Applies the retention rules of the stores immediately and every hour, until the tasks are canceled.
    func tasks() -> [Task<Void, Never>] {
        [
            Task {
                await HourlyWork.run(complaint: "expired calls were not deleted") {
                    try await applyToFile(callsFile, .calls) { path in
                        try CallLogStorage.open(.file(path))
                    } after: { store in
                        let retraining = StoreRetraining(from: store, as: .calls, folders: folders, now: .now)
                        let words = try await Unlearning.words(
                            retraining.forgetErased(), again: "ilk retrain --from calls")
                        if let words { Serving.report(words) }
                    }
                }
            },
            Task {
                await HourlyWork.run(complaint: "expired usage was not deleted") {
                    try await applyToFile(usageFile, .usage) { path in
                        try UsageStore.open(.file(path))
                    } after: { store in
                        let removals = try await StoreRetraining.forgetErased(
                            from: store, as: StoreRetraining.RecordNames.usage, folders: folders, now: .now)
                        for (taxonomy, removal) in removals {
                            let again = "ilk retrain --from usage --taxonomy \(taxonomy)"
                            let words = Unlearning.words(removal, again: again)
                            if let words { Serving.report(words) }
                        }
                    }
                }
            },
            Task { await HourlyWork.run(complaint: "expired log entries were not deleted", applyToLogs) },
        ]
    }

    // MARK: Logs

    /// Erases the expired entries of the logs of all taxonomies, one after another. A fault in one log does
    /// not prevent the erasure in the others.
    private func applyToLogs() async throws {
        var failure: (any Error)?
        let own = Set(logs.map(\.location.path))
        let others = LogStoreAccess.existing(folders).filter { !own.contains($0) }
        for log in logs {
            do { try await apply(to: log) } catch { failure = failure ?? error }
        }
        for path in others {
            try Task.checkCancellation()
            do {
                let log = try LogStoreAccess.openOrMake(path, folders)
                do {
                    try await apply(to: log)
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
    }

    /// Erases the expired entries of a log. Its models unlearn them first.
    private func apply(to log: ClassificationLogStore) async throws {
        let now = Date.now
        // Unlearning locks the taxonomy, so it begins only if there is something to erase.
        let due = try await log.previewRetention(now: now)
        let isUnfinished = try await log.isPurgeUnfinished()
        guard !due.isEmpty || isUnfinished else { return }
        let (report, words) = try await Unlearning.erase(from: log, folders, now: now) { before in
            try await log.applyRetention(
                now: now, progress: { _ in try Task.checkCancellation() }, before: before)
        }
        RetainedStore.log.tell(report)
        if let words { Serving.report(words) }
    }

    // MARK: Calls and usage

    /// Erases the expired records of a store.
    ///
    /// - Parameters:
    ///   - path: The path of the store.
    ///   - retained: The kind of the store.
    ///   - open: Opens the store.
    ///   - after: Deletes the models that learned from erased records. It also runs if no record was erased
    ///     now, because an earlier run may have stopped before it, or found the models locked.
    private func applyToFile<Records: RetainingStore>(
        _ path: String, _ retained: RetainedStore, open: (String) throws -> Records,
        after: (Records) async throws -> Void
    ) async throws {
        guard FileManager.default.fileExists(atPath: path) else { return }
        let store = try open(path)
        do {
            retained.tell(try await store.applyRetention(now: .now) { _ in try Task.checkCancellation() })
            if try await !store.retention().isEmpty { try await after(store) }
        } catch {
            try? store.close()  // The first error is reported.
            throw error
        }
        try store.close()
    }
}
