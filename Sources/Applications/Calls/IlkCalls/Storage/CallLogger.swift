import Foundation
import GRDB
public import IlkStore
import IlkVocabulary
public import Logging

/// Records calls fire and forget, as many as come: through the journal, at the speed of the log.
///
/// What a person types goes through ``CallLogStorage/saveCallLog(_:)``, which answers. Close it before its storage.
public final class CallLogger: Sendable {
    private final class Queued: Sendable {
        let draft: CallDraft
        init(_ draft: CallDraft) { self.draft = draft }
    }

    private let journal: Journal<Queued>
    private let ids: RecordIDSource

    /// A logger that writes to `storage` from now on.
    ///
    /// - Parameters:
    ///   - storage: Where to.
    ///   - settings: How it queues, commits and retries.
    ///   - logger: Where trouble is told.
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
        try CallLogStorage.setMarks(draft, of: key.description, in: database)
    }

    /// Records a call. One that is not right is refused by the database, kept in quarantine, and counted.
    public nonisolated(nonsending) func log(_ draft: CallDraft) async {
        await journal.record(Queued(draft))
    }

    /// Waits until all that was recorded before is as safe as `level` says.
    @discardableResult
    public nonisolated(nonsending) func flush(_ level: AckLevel = .committed) async -> Bool {
        await journal.flush(level)
    }

    /// Writes what is pending and ends.
    ///
    /// - Returns: The final accounts.
    @discardableResult
    public nonisolated(nonsending) func close() async -> JournalLedger { await journal.close() }

    /// What became of every call that was recorded here.
    public var ledger: JournalLedger { journal.ledger }

    /// What is kept of a call that the database refuses.
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
        let data = try? JSONEncoder().encode(refused)  // Strings and numbers encode.
        return data.map(Array.init)
    }
}
