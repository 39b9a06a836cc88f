import FoundationEssentials
import GRDB
public import IlkStore
import IlkVocabulary

extension CallLogStorage {
    /// Returns a page of records in the order of start times, without deleted calls.
    ///
    /// - Parameters:
    ///   - place: The `end` of the previous page; `nil` for the first page.
    ///   - limit: The maximum number of records.
    ///   - filter: The filter that calls must pass.
    /// - Throws: `StoreError` if the database fails.
    public func records(
        after place: Int64?, limit: Int = 500, matching filter: CallFilter = CallFilter()
    ) async throws -> RecordPage<CallRecord, Int64> {
        let (conditions, arguments) = filter.sourceConditions()
        return try await store.read { database in
            let calls = try CallLogEntity.fetchAll(
                database,
                sql: """
                    SELECT c.* FROM \(filter.source)
                    WHERE \(conditions.joined(separator: " AND ")) AND \(filter.rowColumn) > ?
                    ORDER BY \(filter.rowColumn) LIMIT ?
                    """, arguments: arguments + [place ?? .min, limit])
            let records = try calls.map { try Self.record($0, in: database) }
            return RecordPage(records, end: calls.last?.rowNumber)
        }
    }

    /// Returns the records of the given calls, in the given order.
    ///
    /// - Parameter references: The calls.
    /// - Throws: ``CallError``, or `StoreError` if the database fails.
    public func records(_ references: [RecordReference]) async throws -> [CallRecord] {
        try await store.read { database in
            try references.map { try Self.record(Self.entity($0, in: database), in: database) }
        }
    }

    /// Returns the records of calls that were read before, in the given order.
    ///
    /// - Parameter calls: The calls. Their fields are not read again.
    /// - Throws: `StoreError` if the database fails.
    package func records(of calls: [CallLogEntity]) async throws -> [CallRecord] {
        try await store.read { database in try calls.map { try Self.record($0, in: database) } }
    }

    private static func record(_ call: CallLogEntity, in database: Database) throws -> CallRecord {
        var call = call
        if call.syncStatus == .syncing { call.syncStatus = .pending }
        let marks = try tagsAndAttachments(of: call.key.description, in: database)
        let name = try String.fetchOne(
            database, sql: "SELECT name FROM callContact WHERE id = ?", arguments: [call.contactId])
        return CallRecord(
            call: call, contact: name ?? "", tags: marks.tags, attachments: marks.attachments,
            corrections: try CallLogSchema.corrections.history(of: call.rowNumber, in: database),
            givenEmotionalState: try givenEmotion(of: call, in: database) ?? nil)
    }

    /// Inserts records in one transaction. If a call is already stored, only the corrections that the stored
    /// call lacks are added.
    ///
    /// A new contact keeps the id from the record if no stored contact has this id. If the contact of a
    /// record is local, or a stored contact with another name has its id, the call gets the stored contact
    /// with the same name. If there is no such contact, the call gets a new local contact.
    ///
    /// - Parameter records: The records.
    /// - Returns: The number of new calls.
    /// - Throws: ``CallError/conflictingCall(reference:)`` if a call with the same key is stored with
    ///   different content, ``CallError/serverIDInUse(_:reference:)`` if another call has the same server id,
    ///   ``CallError/invalid(_:)``, or `StoreError` if the database fails. After an error, no record is
    ///   inserted.
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
        // The number of a contact at the server identifies the contact even after it was renamed here.
        if call.contactId < 0 || call.contactId != known?.contactId {
            call.contactId = try contactNumber(of: record, in: database)
        }
        if let known {
            guard known.key == call.key else {
                throw CallError.serverIDInUse(call.id, reference: known.shortID)
            }
            guard CallVersion(known).hasSameContent(with: CallVersion(call)) else {
                throw CallError.conflictingCall(reference: String(key.suffix(8)))
            }
            try merge(record, into: known, in: database)
            return false
        }
        try writer.write(call)
        try setTagsAndAttachments(
            CallDraft(
                contactId: call.contactId, calledAt: call.calledAt, tags: record.tags,
                attachments: record.attachments), of: key, in: database)
        if call.syncStatus == .failed {
            try Outbox(database).enqueue(key)
            try Outbox(database).reject(key)
        }
        if !record.corrections.isEmpty {
            try merge(record, into: entity(call.key, in: database), in: database)
        }
        return true
    }

    /// Stores the corrections of a record. The emotion of the call is not changed, because records contain
    /// the corrected emotion.
    private static func merge(
        _ record: CallRecord, into call: CallLogEntity, in database: Database
    ) throws {
        guard !record.corrections.isEmpty else { return }
        let corrections = try CallLogSchema.corrections.merge(
            record.corrections, of: call.rowNumber, in: database)
        guard corrections.labels[Taxonomy.emotion.name] != nil else { return }
        try database.execute(
            sql: "INSERT OR IGNORE INTO callGivenEmotion VALUES (?, ?)",
            arguments: [call.rowNumber, record.givenEmotionalState])
    }

    /// Returns the validation errors of a record. Unlike the start time of a draft, the start time of a
    /// record may be more than one day in the future.
    private static func problems(of record: CallRecord) -> [CallFieldError] {
        let call = record.call
        var problems = CallDraft(
            contactId: call.contactId, calledAt: call.calledAt,
            duration: call.duration == 0 ? nil : Int(call.duration), notes: call.notes, tags: record.tags,
            attachments: record.attachments
        ).validationErrors(now: call.calledAt)
        problems += problemsWithNumbersAndTimes(of: call)
        if record.contact.isEmpty { problems.append(.init(field: .contact, message: "must not be empty")) }
        let emotions =
            [call.emotionalState, record.givenEmotionalState].compactMap(\.self)
            + record.corrections.compactMap(\.label)
        if emotions.contains(where: { EmotionalState(rawValue: $0) == nil })
            || record.corrections.contains(where: { $0.taxonomy != Taxonomy.emotion.name })
        {
            problems.append(.unknownEmotion)
        }
        return problems
    }

    private static func problemsWithNumbersAndTimes(of call: CallLogEntity) -> [CallFieldError] {
        var problems: [CallFieldError] = []
        if call.id < 0 { problems.append(.init(field: .id, message: "must not be negative")) }
        if call.contactId == .min {
            problems.append(.init(field: .contactId, message: "must be greater than \(Int32.min)"))
        }
        let times: [(field: CallFieldError.Field, time: Date?)] = [
            (.createdAt, call.createdAt), (.updatedAt, call.updatedAt),
            (.lastSyncAttempt, call.lastSyncAttempt), (.serverUpdatedAt, call.serverUpdatedAt),
        ]
        for (field, time) in times {
            guard let time, !TimeOrderedRowIDs.calls.times.contains(time.milliseconds) else { continue }
            problems.append(.impossibleTime(field))
        }
        return problems
    }

    /// Returns the id of the contact of a record. If there is no such contact, inserts it.
    private static func contactNumber(of record: CallRecord, in database: Database) throws -> Int32 {
        let id = record.call.contactId
        let form = folded(record.contact)
        let there = try String.fetchOne(
            database, sql: "SELECT foldedName FROM callContact WHERE id = ?", arguments: [id])
        if there == form { return id }
        if there == nil, id > 0 {
            try insertContact(id: id, name: record.contact, in: database)
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
