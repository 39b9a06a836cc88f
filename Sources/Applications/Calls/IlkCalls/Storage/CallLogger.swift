import Foundation
import GRDB
public import IlkStore
public import IlkVocabulary
public import Logging

/// Records calls without waiting for the database. A journal queues the calls and writes them in the
/// background.
///
/// For calls that a user enters, use ``CallLogStorage/saveCallLog(_:)``, which reports errors. Close the
/// logger before its storage.
public final class CallLogger: Sendable {
    private final class Queued: Sendable {
        let draft: CallDraft
        init(_ draft: CallDraft) { self.draft = draft }
    }

    private let journal: Journal<Queued>
    private let ids: RecordIDSource

    /// Creates a logger that writes to a store.
    ///
    /// - Parameters:
    ///   - storage: The store.
    ///   - settings: The settings of the journal for its queue, commits and retries.
    ///   - logger: The logger that receives warnings and errors of the journal.
    public init(
        storage: CallLogStorage, settings: JournalSettings = JournalSettings(),
        logger: Logger = Logger(label: "ilk.calls")
    ) {
        let ids = storage.ids
        self.ids = ids
        journal = Journal(
            name: "calls", store: storage.store, tables: ["callLog"], ids: ids, settings: settings,
            logger: logger, size: { 256 + ($0.draft.notes?.utf8.count ?? 0) },
            quarantine: { Self.json($0.draft) },
            prepare: { database in
                let writer = try CallRowWriter(database)
                return { queued, key in
                    try writer.write(queued.draft.call(key, now: ids.now))
                    try Self.setMarks(queued.draft, key, database)
                }
            }, upkeep: { try CallLogIndex.index.step($0) })
    }

    private static func isMarked(_ draft: CallDraft) -> Bool {
        !draft.tags.isEmpty || !draft.attachments.isEmpty
    }

    private static func setMarks(_ draft: CallDraft, _ key: RecordID, _ database: Database) throws {
        guard isMarked(draft) else { return }
        try CallLogStorage.setTagsAndAttachments(draft, of: key.description, in: database)
    }

    /// Records a call. A call that the database rejects is counted, and stored in the quarantine table.
    ///
    /// - Parameter draft: The call.
    public nonisolated(nonsending) func log(_ draft: CallDraft) async {
        await journal.record(Queued(draft))
    }

    /// Waits until all calls recorded so far have reached a level of durability.
    ///
    /// - Parameters:
    ///   - level: The level of durability.
    ///   - timeout: The maximum time to wait. With `nil`, the function waits without a limit, even while the
    ///     database cannot be written.
    /// - Returns: The outcome of the wait.
    @discardableResult
    public nonisolated(nonsending) func flush(
        _ level: AckLevel = .committed, timeout: Duration? = nil
    ) async -> FlushOutcome {
        await journal.flush(level, timeout: timeout)
    }

    /// Writes all queued calls and closes the journal.
    ///
    /// - Returns: The counts of recorded, written, quarantined and lost calls.
    @discardableResult
    public nonisolated(nonsending) func close() async -> JournalLedger { await journal.close() }

    /// The counts of recorded, written, quarantined and lost calls.
    public var ledger: JournalLedger { journal.ledger }

    /// The JSON that the quarantine stores for a rejected call.
    private static func json(_ draft: CallDraft) -> [UInt8]? {
        struct Refused: Encodable {
            var contactId: Int32
            var calledAt: Int64
            var duration: Int?
            var emotionalState: String?
            var notes: String?
        }
        let refused = Refused(
            contactId: draft.contactId, calledAt: draft.calledAt.milliseconds, duration: draft.duration,
            emotionalState: draft.emotionalState?.rawValue, notes: draft.notes)
        let data = try? JSONEncoder().encode(refused)  // Strings and integers always encode.
        return data.map(Array.init)
    }
}
