import IlkConsole
import Foundation
import Ilk
import IlkCalls
import IlkFiles
import IlkStore
import IlkUsage
import IlkVerdictConsole

/// The retention of the user's calls and usage during one run of `ilk serve`. A store that does not exist is
/// not created.
enum RetentionServing {
    /// Applies the retention rules of both stores immediately and every hour, until the tasks are canceled.
    static func tasks(_ folders: IlkFolders) -> [Task<Void, Never>] {
        [
            Task {
                await HourlyWork.run(complaint: "expired calls were not deleted") {
                    try await apply(at: folders.calls, "call", "calls") { path in
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
                    try await apply(at: folders.usage, "usage event", "usage") { path in
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
        ]
    }

    /// Erases the expired records of a store.
    ///
    /// - Parameters:
    ///   - path: The path of the store.
    ///   - record: The noun for one record.
    ///   - command: The name of the command group.
    ///   - open: Opens the store.
    ///   - after: Deletes the models that learned from erased records. It also runs if none was erased now,
    ///     because an earlier run may have stopped before it, or found the models locked.
    private static func apply<Records: RetainingStore>(
        at path: String, _ record: String, _ command: String, open: (String) throws -> Records,
        after: (Records) async throws -> Void
    ) async throws {
        guard FileManager.default.fileExists(atPath: path) else { return }
        let store = try open(path)
        do {
            let report = try await store.applyRetention(now: .now) { _ in try Task.checkCancellation() }
            if report.records > 0 {
                let records = DecimalText.counted(report.records, "expired \(record)")
                Serving.report("Deleted \(records). Show the rules with: ilk \(command) retention")
            }
            if try await !store.retention().isEmpty { try await after(store) }
        } catch {
            try? store.close()  // The first error is reported.
            throw error
        }
        try store.close()
    }
}
