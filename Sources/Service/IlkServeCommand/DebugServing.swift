import IlkVerdictConsole
import IlkFiles
import IlkConsole
import IlkDebugCommand
import FoundationEssentials
import Ilk
import IlkDebug
import IlkDebugStore
import IlkStore

/// The debug events of one run of `ilk serve`: taken in, looked after by the file's own rules, and on disk at the end.
struct DebugServing {
    /// What takes them in.
    let intake: DebugIntake
    /// What suggests levels for events of which nobody said.
    let levels: ReloadablePipeline
    private let store: DebugLogStore
    private let receiver: DebugReceiver
    private let folders: IlkFolders

    /// Opens the file; it is made, and its folder too, where they are missing.
    ///
    /// - Throws: `CommandFailure`, `StoreError`, `IlkError`.
    init(_ path: String, _ console: Console) throws {
        let levels = try ReloadablePipeline(DebugAnnotation.assembly(folders: console.folders))
        try IlkFolders.makeFolder(of: path)
        store = try DebugLogStore.open(.file(path))
        receiver = DebugReceiver(store: store)
        self.levels = levels
        folders = console.folders
        let annotation = DebugAnnotation(levels)
        intake = DebugIntake(into: receiver, now: { DebugLogEntry.nanoseconds(.now) }) { entries in
            do {
                return try annotation.suggestions(for: entries)
            } catch {
                Serving.tell("no levels are suggested: \(error)")
                return entries.map { _ in nil }
            }
        }
    }

    /// What is wrong; nil when events can be taken in.
    var problem: @Sendable () async -> String? {
        let read = Serving.check { [store] in _ = try await store.ledger() }
        return { [receiver] in
            if let problem = await read() { return problem }
            return receiver.isHeldUp ? "events wait: the file cannot be written" : nil
        }
    }

    /// The age of the oldest event that is not committed.
    var oldestUncommittedAge: @Sendable () -> Duration {
        { [receiver] in receiver.oldestUncommittedAge }
    }

    /// Reads the file's ledger.
    var ledger: @Sendable () async throws -> JournalLedger {
        { [store] in try await store.ledger() }
    }

    /// Takes out what `ilk debug retention` does not keep, at once and every hour, until it is cancelled.
    func keepRetention() -> Task<Void, Never> {
        Task { [store, folders] in
            // A program before this one may have ended between the two, or found the models held by another.
            var mayBeLearned = true
            await HourlyWork.run(complaint: "what is not kept of debug events did not go") {
                let report = try await store.applyRetention(now: .now) { _ in
                    try Task.checkCancellation()
                }
                if report.records > 0 {
                    mayBeLearned = true
                    Serving.tell("\(report.records) debug events went: ilk debug retention says why")
                }
                guard mayBeLearned else { return }
                let retraining = StoreRetraining(from: store, as: .debug, folders: folders, now: .now)
                let words = try await Unlearning.words(
                    retraining.forgetErased(), again: "ilk retrain --from debug")
                if let words { Serving.tell(words) }
                mayBeLearned = false
            }
        }
    }

    /// Writes what is pending, and closes the file.
    ///
    /// - Throws: `StoreError`.
    func close() async throws {
        await receiver.close()
        try store.close()
    }
}
