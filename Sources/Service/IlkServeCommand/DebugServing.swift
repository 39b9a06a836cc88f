import IlkVerdictConsole
import IlkFiles
import IlkConsole
import IlkDebugCommand
import FoundationEssentials
import Ilk
import IlkDebug
import IlkDebugStore
import IlkStore

/// The debug events of one run of `ilk serve`: intake, retention and a clean close.
struct DebugServing {
    let intake: DebugIntake
    /// Suggests levels for events that have none.
    let levels: ReloadablePipeline
    private let store: DebugLogStore
    private let receiver: DebugReceiver
    private let folders: IlkFolders

    /// Opens the file. Creates the file and its folder if necessary.
    ///
    /// - Throws: `CommandError`, `StoreError` or `IlkError`.
    init(_ path: String, _ console: Console) throws {
        let levels = try ReloadablePipeline(DebugLevelSuggester.assembly(folders: console.folders))
        try IlkFolders.makeFolder(of: path)
        store = try DebugLogStore.open(.file(path))
        receiver = DebugReceiver(store: store)
        self.levels = levels
        folders = console.folders
        let annotation = DebugLevelSuggester(levels)
        intake = DebugIntake(into: receiver, now: { DebugLogEntry.nanoseconds(.now) }) { entries in
            do {
                return try annotation.suggestions(for: entries)
            } catch {
                Serving.report("cannot suggest levels for debug events: \(CommandError(error).what)")
                return entries.map { _ in nil }
            }
        }
    }

    /// Returns the reason why events cannot be accepted, or `nil` if they can.
    var problem: @Sendable () async -> String? {
        let read = Serving.check { [store] in _ = try await store.ledger() }
        return { [receiver] in
            if let problem = await read() { return problem }
            return receiver.isStalled
                ? "received events are not stored yet: the file of debug events cannot be written" : nil
        }
    }

    var oldestUncommittedAge: @Sendable () -> Duration {
        { [receiver] in receiver.oldestUncommittedAge }
    }

    var ledger: @Sendable () async throws -> JournalLedger {
        { [store] in try await store.ledger() }
    }

    /// Erases the events that have expired under the file's retention rules.
    ///
    /// - Parameter mayBeLearned: `true` if models may have learned from erased events. Set to `false` when
    ///   the models have unlearned these events.
    /// - Returns: The number of erased events.
    nonisolated(nonsending) func applyRetention(_ mayBeLearned: inout Bool) async throws -> Int {
        let report = try await store.applyRetention(now: .now) { _ in try Task.checkCancellation() }
        RetainedStore.debug.tell(report)
        if report.records > 0 { mayBeLearned = true }
        guard mayBeLearned else { return 0 }
        let retraining = StoreRetraining(from: store, as: .debug, folders: folders, now: .now)
        let words = try await Unlearning.words(
            retraining.forgetErased(), again: "ilk retrain --from debug")
        if let words { Serving.report(words) }
        mayBeLearned = false
        return report.records
    }

    /// Writes pending events and closes the file.
    ///
    /// - Throws: `StoreError`.
    func close() async throws {
        await receiver.close()
        try store.close()
    }
}
