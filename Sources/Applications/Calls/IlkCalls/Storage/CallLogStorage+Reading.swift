import FoundationEssentials
import GRDB
public import IlkStore
public import IlkVocabulary

extension CallLogStorage {
    /// Returns a page of calls, newest first.
    ///
    /// - Parameters:
    ///   - filter: The filter that calls must pass.
    ///   - limit: The maximum number of calls. With values below 1, the result is empty.
    ///   - before: The cursor of the last call on the previous page; `nil` for the first page.
    /// - Throws: ``RecordStoreError/malformedCursor``, or `StoreError` if the database fails.
    /// - Complexity: O(*n*) in the number of calls on the page, regardless of the position of the page. With
    ///   a filter that few calls pass, many more calls may be scanned.
    public func fetchCallLogs(
        matching filter: CallFilter = CallFilter(), limit: Int = 50, before: PageCursor? = nil
    ) async throws -> [CallLogEntity] {
        let (conditions, arguments) = filter.sourceConditions()
        return try await store.read { database in
            let place = try before.map { try Self.place(of: $0, in: database) } ?? .max
            return try CallLogEntity.fetchAll(
                database,
                sql: """
                    SELECT c.* FROM \(filter.source)
                    WHERE \(conditions.joined(separator: " AND ")) AND \(filter.rowColumn) < ?
                    ORDER BY \(filter.rowColumn) DESC LIMIT ?
                    """, arguments: arguments + [place, max(0, limit)])
        }
    }

    /// Returns the call for a reference.
    ///
    /// - Parameter reference: The key of the call, the last characters of the key, or the rank of the call by
    ///   age (1 is the newest).
    /// - Throws: ``CallError/noSuchCall(reference:)``, ``RecordStoreError/ambiguousReference(_:count:)``, or
    ///   `StoreError` if the database fails.
    public func fetchCallLog(_ reference: RecordReference) async throws -> CallLogEntity {
        try await store.read { try Self.entity(reference, in: $0) }
    }

    /// Returns the tags and attachments of a call, each sorted.
    ///
    /// - Parameter key: The key of the call.
    /// - Throws: `StoreError` if the database fails.
    public func tagsAndAttachments(of key: RecordID) async throws -> (tags: [String], attachments: [String]) {
        try await store.read { try Self.tagsAndAttachments(of: key.description, in: $0) }
    }

    /// Returns the tags of several calls, by key.
    ///
    /// - Parameter keys: The keys of the calls.
    /// - Throws: `StoreError` if the database fails.
    public func tags(of keys: [RecordID]) async throws -> [RecordID: [String]] {
        try await store.read { database in
            var tags: [RecordID: [String]] = [:]
            for key in keys {
                tags[key] = try Self.tagsAndAttachments(of: key.description, in: database).tags
            }
            return tags
        }
    }

    /// Returns the row number of the call in a cursor. If the call no longer exists, returns the first row
    /// number for the time in the cursor.
    static func place(of cursor: PageCursor, in database: Database) throws -> Int64 {
        let place = try Int64.fetchOne(
            database, sql: "SELECT place FROM callLog WHERE key = ?", arguments: [cursor.id.description])
        let milliseconds = cursor.timestamp.milliseconds
        guard TimeOrderedRowIDs.calls.times.contains(milliseconds) else {
            throw RecordStoreError.malformedCursor
        }
        return place ?? TimeOrderedRowIDs.calls.first(of: milliseconds)
    }
}

// MARK: - Inside a transaction

extension CallLogStorage {
    static func entity(_ key: RecordID, in database: Database) throws -> CallLogEntity {
        let call = try CallLogEntity.fetchOne(
            database, sql: "SELECT * FROM callLog WHERE key = ?", arguments: [key.description])
        guard let call else { throw CallError.noSuchCall(reference: key.description) }
        return call
    }

    static func entity(_ reference: RecordReference, in database: Database) throws -> CallLogEntity {
        let (condition, arguments) = reference.condition(key: "key", isText: true, newest: "place DESC")
        let calls = try CallLogEntity.fetchAll(
            database, sql: "SELECT * FROM callLog WHERE isMarkedDeleted = 0 AND \(condition)",
            arguments: arguments)
        guard !calls.isEmpty else { throw CallError.noSuchCall(reference: reference.description) }
        return try reference.one(of: calls)
    }

    static func tagsAndAttachments(of key: String, in database: Database) throws -> (
        tags: [String], attachments: [String]
    ) {
        let tags = try String.fetchAll(
            database, sql: "SELECT tag FROM callTag WHERE callKey = ? ORDER BY tag", arguments: [key])
        let attachments = try String.fetchAll(
            database, sql: "SELECT reference FROM callAttachment WHERE callKey = ? ORDER BY reference",
            arguments: [key])
        return (tags, attachments)
    }

    static func setTagsAndAttachments(_ draft: CallDraft, of key: String, in database: Database) throws {
        try database.execute(sql: "DELETE FROM callTag WHERE callKey = ?", arguments: [key])
        try database.execute(sql: "DELETE FROM callAttachment WHERE callKey = ?", arguments: [key])
        for tag in draft.tags {
            try database.execute(sql: "INSERT OR IGNORE INTO callTag VALUES (?, ?)", arguments: [key, tag])
        }
        for reference in draft.attachments {
            try database.execute(
                sql: "INSERT OR IGNORE INTO callAttachment VALUES (?, ?)", arguments: [key, reference])
        }
    }
}
