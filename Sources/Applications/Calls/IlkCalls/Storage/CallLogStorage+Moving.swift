import FoundationEssentials
import GRDB
public import IlkStore
import IlkVocabulary

extension CallLogStorage {
    /// Records in the order of the calls, a page at a time. Deleted calls are not among them.
    ///
    /// - Parameters:
    ///   - place: The last place of the page before; nil at the beginning.
    ///   - limit: How many at most.
    ///   - filter: Which calls.
    /// - Throws: `StoreError`.
    public func records(
        after place: Int64?, limit: Int = 500, matching filter: CallFilter = CallFilter()
    ) async throws -> RecordPage<CallRecord, Int64> {
        let (conditions, arguments) = filter.sourceConditions()
        return try await store.read { database in
            let calls = try CallLogEntity.fetchAll(
                database,
                sql: """
                    SELECT c.* FROM \(filter.source)
                    WHERE \(conditions.joined(separator: " AND ")) AND \(filter.place) > ?
                    ORDER BY \(filter.place) LIMIT ?
                    """, arguments: arguments + [place ?? .min, limit])
            let records = try calls.map { try Self.record($0, in: database) }
            return RecordPage(records, end: calls.last?.place)
        }
    }

    /// The records of calls, in this order.
    ///
    /// - Throws: ``CallError``, `StoreError`.
    public func records(_ references: [RecordReference]) async throws -> [CallRecord] {
        try await store.read { database in
            try references.map { try Self.record(Self.entity($0, in: database), in: database) }
        }
    }

    private static func record(_ call: CallLogEntity, in database: Database) throws -> CallRecord {
        var call = call
        if call.syncStatus == .syncing { call.syncStatus = .pending }
        let marks = try marks(of: call.key.description, in: database)
        let name = try String.fetchOne(
            database, sql: "SELECT name FROM callContact WHERE id = ?", arguments: [call.contactId])
        return CallRecord(call: call, contact: name ?? "", tags: marks.tags, attachments: marks.attachments)
    }

    /// Inserts records, all or none. Calls that are there already are unchanged.
    ///
    /// Contacts keep their numbers where those are free; one whose name is known is the one that is known.
    ///
    /// - Returns: The number of new calls.
    /// - Throws: ``CallError/conflictingCall(reference:)`` when a call of the same key, or server number, says something
    ///   else, ``CallError/invalid(_:)``, `StoreError`.
    public func insert(_ records: [CallRecord]) async throws -> Int {
        try await store.write { database in
            let writer = try CallRowWriter(database)
            return try records.reduce(0) {
                try $0 + (Self.insert($1, with: writer, in: database) ? 1 : 0)
            }
        }
    }

    private static func insert(
        _ record: CallRecord, with writer: CallRowWriter, in database: Database
    ) throws -> Bool {
        var call = record.call
        let key = call.key.description
        let problems = problems(of: record)
        guard problems.isEmpty else { throw CallError.invalid(problems) }
        let known = try CallLogEntity.fetchOne(
            database, sql: "SELECT * FROM callLog WHERE key = ?1 OR (id <> 0 AND id = ?2)",
            arguments: [key, call.id])
        call.contactId = try contactNumber(of: record, in: database)
        if let known {
            guard known.key == call.key, CallVersion(known).agrees(with: CallVersion(call)) else {
                throw CallError.conflictingCall(reference: String(key.suffix(8)))
            }
            return false
        }
        try writer.write(call)
        try setMarks(
            CallDraft(
                contactId: call.contactId, calledAt: call.calledAt, tags: record.tags,
                attachments: record.attachments), of: key, in: database)
        if call.syncStatus == .failed {
            try Outbox(database).note(key)
            try Outbox(database).refuse(key)
        }
        return true
    }

    /// A record may lie as far ahead as it likes: it says what somebody recorded.
    private static func problems(of record: CallRecord) -> [CallFieldProblem] {
        let call = record.call
        var problems = CallDraft(
            contactId: call.contactId, calledAt: call.calledAt,
            duration: call.duration == 0 ? nil : Int(call.duration), notes: call.notes, tags: record.tags,
            attachments: record.attachments
        ).problems(now: call.calledAt)
        if record.contact.isEmpty { problems.append(.init(field: .contact, says: "a contact has a name")) }
        if let emotion = call.emotionalState, EmotionalState(rawValue: emotion) == nil {
            problems.append(.init(field: .emotionalState, says: "there is no such emotion"))
        }
        return problems
    }

    private static func contactNumber(of record: CallRecord, in database: Database) throws -> Int32 {
        let id = record.call.contactId
        let form = folded(record.contact)
        let there = try String.fetchOne(
            database, sql: "SELECT foldedName FROM callContact WHERE id = ?", arguments: [id])
        if id > 0 || there == form {
            if there == nil { try insertContact(id: id, name: record.contact, in: database) }
            return id
        }
        let named = try Int32.fetchOne(
            database, sql: "SELECT id FROM callContact WHERE foldedName = ?", arguments: [form])
        if let named { return named }
        let free = there == nil ? id : try freeContactID(in: database)
        try insertContact(id: free, name: record.contact, in: database)
        return free
    }
}
