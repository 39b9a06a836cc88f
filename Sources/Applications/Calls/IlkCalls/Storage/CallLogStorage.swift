public import FoundationEssentials
import GRDB
public import IlkStore
import IlkVocabulary

/// The store of the calls application: contacts, calls with durations, emotions and notes, and the sync
/// status of each call.
///
/// Several processes may open the file at once. Each change is one transaction, which also updates the counts
/// for statistics.
public final class CallLogStorage: JournaledStore {
    /// The schema of the file.
    public static let schema = CallLogSchema.schema
    /// The consistency checks of `ilk doctor --thorough`, which compare the stored counts with the calls.
    public static let checks = StoreChecks(
        counts: StoreChecks.recounts(
            of: "calls",
            [
                (
                    kept: "SELECT * FROM callTally",
                    counted: """
                    SELECT contactId, ifnull(emotionalState, ''), syncStatus, count(*),
                        sum(duration > 0 OR emotionalState IS NOT NULL OR ifnull(notes, '') <> ''), sum(duration > 0),
                        sum(duration)
                    FROM callLog WHERE isMarkedDeleted = 0 GROUP BY 1, 2, 3
                    """
                )
            ]))

    /// The open database.
    public let store: Store

    /// Creates a call store from an open database.
    ///
    /// - Parameter store: The open database.
    public init(_ store: Store) { self.store = store }
}

// MARK: - Recording and changing

extension CallLogStorage {
    /// Saves a new call and adds it to the outbox, the list of changes to send to the server.
    ///
    /// - Parameter draft: The fields of the call.
    /// - Returns: The saved call.
    /// - Throws: ``CallError/invalid(_:)`` with all validation errors,
    ///   ``CallError/noSuchContact(reference:)``, or `StoreError` if the database fails.
    @discardableResult
    public func saveCallLog(_ draft: CallDraft) async throws -> CallLogEntity {
        let key = ids.next()
        let now = ids.now
        try draft.check(now: now)
        return try await store.write { database in
            try Self.insert(draft, key: key, now: now, in: database)
        }
    }

    static func insert(
        _ draft: CallDraft, key: RecordID, now: Date, in database: Database
    ) throws -> CallLogEntity {
        try checkContact(draft.contactId, in: database)
        try CallRowWriter(database).write(draft.call(key, now: now))
        try setTagsAndAttachments(draft, of: key.description, in: database)
        return try entity(key, in: database)
    }

    /// Changes several calls in one transaction and adds the changed calls to the outbox.
    ///
    /// If a call is changed while it is being sent, the new version is sent again.
    ///
    /// - Parameters:
    ///   - references: The calls.
    ///   - version: The `updatedAt` that each call must still have, or `nil` to change any version.
    ///   - body: A function that modifies the fields of a call. The function is called once for each call.
    /// - Returns: The calls after the change, in the order of `references`.
    /// - Throws: ``CallError``, or `StoreError` if the database fails. After an error, no call is changed.
    @discardableResult
    public func updateCallLogs(
        _ references: [RecordReference], ifUpdated version: Date? = nil,
        _ body: @escaping @Sendable (inout CallDraft) -> Void
    ) async throws -> [CallLogEntity] {
        let now = ids.now
        return try await store.write { database in
            let calls = try references.map { try Self.entity($0, updated: version, in: database) }
            return try calls.map { call in
                let before = try Self.draft(of: call, in: database)
                var draft = before
                body(&draft)
                guard draft != before else { return call }
                try draft.check(now: now)
                return try Self.change(call, to: draft, now: now, in: database)
            }
        }
    }

    private static func change(
        _ old: CallLogEntity, to draft: CallDraft, now: Date, in database: Database
    ) throws -> CallLogEntity {
        try checkContact(draft.contactId, in: database)
        var new = old
        new.contactId = draft.contactId
        new.calledAt = draft.calledAt
        new.duration = Int32(draft.duration ?? 0)
        new.emotionalState = draft.emotionalState?.rawValue
        new.notes = draft.nonEmptyNotes
        try rewrite(old, as: new, now: now, in: database)
        try setTagsAndAttachments(draft, of: old.key.description, in: database)
        return try entity(old.key, in: database)
    }

    /// Writes a user's change of a call: sets a later `updatedAt`, resets the status to pending, and stores
    /// the base version, which is the last known version of the server.
    static func rewrite(
        _ old: CallLogEntity, as changed: CallLogEntity, now: Date, in database: Database
    ) throws {
        var new = changed
        new.updatedAt = max(now, old.updatedAt.addingTimeInterval(0.001))
        new.syncStatus = .pending
        new.syncError = nil
        try CallSyncTransaction.storeBase(of: old, in: database)
        try CallRowWriter(database).rewrite(old, as: new)
        try Outbox(database).enqueue(old.key.description)
    }

    static func draft(of call: CallLogEntity, in database: Database) throws -> CallDraft {
        let marks = try tagsAndAttachments(of: call.key.description, in: database)
        return CallDraft(
            contactId: call.contactId, calledAt: call.calledAt,
            duration: call.duration > 0 ? Int(call.duration) : nil, emotionalState: call.emotion,
            notes: call.notes, tags: marks.tags, attachments: marks.attachments)
    }
}

// MARK: - Deleting

extension CallLogStorage {
    /// Deletes several calls in one transaction. A call that may exist on the server is marked as deleted and
    /// added to the outbox. Any other call is removed at once.
    ///
    /// - Parameters:
    ///   - references: The calls.
    ///   - version: The `updatedAt` that each call must still have, or `nil` to delete any version.
    /// - Returns: The number of deleted calls.
    /// - Throws: ``CallError``, or `StoreError` if the database fails. After an error, no call is deleted.
    @discardableResult
    public func deleteCallLogs(
        _ references: [RecordReference], ifUpdated version: Date? = nil
    ) async throws -> Int {
        let now = ids.now
        return try await store.write { database in
            let calls = try Set(references.map { try Self.entity($0, updated: version, in: database) })
            for call in calls { try Self.delete(call, now: now, in: database) }
            return calls.count
        }
    }

    /// Returns a call.
    ///
    /// - Throws: ``CallError/changed(reference:)`` if the call was updated at another time than given.
    private static func entity(
        _ reference: RecordReference, updated version: Date?, in database: Database
    ) throws -> CallLogEntity {
        let call = try entity(reference, in: database)
        guard version == nil || call.updatedAt == version else {
            throw CallError.changed(reference: call.key.description)
        }
        return call
    }

    static func delete(_ call: CallLogEntity, now: Date, in database: Database) throws {
        let isUnknown = try Outbox(database).entry(of: call.key.description)?.isOutcomeUnknown ?? false
        guard call.id == 0, call.syncStatus != .syncing, !isUnknown else {
            var new = call
            new.isMarkedDeleted = true
            return try rewrite(call, as: new, now: now, in: database)
        }
        try erase(call, in: database)
    }

    static func erase(_ call: CallLogEntity, in database: Database) throws {
        try CallLogIndex.remove(call, in: database)
        try database.execute(sql: "DELETE FROM callLog WHERE place = ?", arguments: [call.rowNumber])
    }
}
