import FoundationEssentials
public import GRDB
public import IlkStore
import IlkVocabulary

extension UsageStore {
    /// Returns a page of events, newest first.
    ///
    /// - Parameters:
    ///   - filter: The filter that events must pass.
    ///   - limit: The maximum number of events. With values below 1, the result is empty.
    ///   - before: The cursor of the last event on the previous page, or `nil` for the first page.
    /// - Throws: ``RecordStoreError/malformedCursor``, or `StoreError` if the database fails.
    /// - Complexity: O(*n*) in the number of events on the page, regardless of the position of the page. With
    ///   a filter that few events pass, many more events may be scanned.
    public func events(
        matching filter: UsageFilter = UsageFilter(), limit: Int = 50, before: PageCursor? = nil
    ) async throws -> [UsageEvent] {
        if filter.words != nil { try await updateIndex() }
        return try await store.read { database in
            let place = try before.map { try Self.place(of: $0, in: database) } ?? .max
            return try Self.rows(
                filter, "c.place < ? ORDER BY c.place DESC LIMIT ?", [place, max(0, limit)], in: database
            ).map(\.event)
        }
    }

    /// Returns an event.
    ///
    /// - Parameter reference: A reference to the event, such as its key.
    /// - Throws: ``RecordStoreError/noSuchEntry(reference:)``,
    ///   ``RecordStoreError/ambiguousReference(_:count:)``, or `StoreError` if the database fails.
    public func event(_ reference: RecordReference) async throws -> UsageEvent {
        let (condition, values) = reference.condition(key: "c.key", isText: false, newest: "c.place DESC")
        return try await store.read { database in
            try reference.one(of: Self.rows(UsageFilter(), condition, values, in: database)).event
        }
    }

    /// Returns the rows that pass a filter and also meet an SQL condition.
    static func rows(
        _ filter: UsageFilter, _ condition: String, _ values: StatementArguments,
        in database: Database
    ) throws -> [UsageRow] {
        let (filtered, arguments) = filter.conditions()
        let statement = try database.cachedStatement(
            sql: "SELECT c.place FROM usageEvent c WHERE \(filtered) AND \(condition)")
        let places = try Int64.fetchAll(statement, arguments: arguments + values)
        let select = try RawStatement(
            "SELECT \(UsageRow.columns) FROM usageEvent c WHERE c.place = ?", on: database)
        return try places.compactMap { place in
            select.bind(place, at: 1)
            defer { select.reset() }
            return try select.step() ? UsageRow(select) : nil
        }
    }

    /// Returns the row number of a cursor's event. If this event no longer exists, returns the first row
    /// number for the time in the cursor.
    private static func place(of cursor: PageCursor, in database: Database) throws -> Int64 {
        let place = try Int64.fetchOne(
            database, sql: "SELECT place FROM usageEvent WHERE key = ?", arguments: [Data(cursor.id.bytes)])
        let milliseconds = cursor.timestamp.milliseconds
        guard TimeOrderedRowIDs.usage.times.contains(milliseconds) else {
            throw RecordStoreError.malformedCursor
        }
        return place ?? TimeOrderedRowIDs.usage.first(of: milliseconds)
    }
}

extension UsageEvent {
    /// The cursor with which the next page begins after this event.
    public var cursor: PageCursor { PageCursor(timestamp: timestamp, id: id) }
}

extension UsageStore: IndexedStore {
    /// Returns `true` if phrases are missing from the full-text index.
    ///
    /// - Parameter database: The connection to read.
    /// - Throws: `DatabaseError` if SQLite fails.
    public static func isIndexBehind(_ database: Database) throws -> Bool {
        try UsageSchema.index.isBehind(database)
    }

    /// Adds the next batch of phrases to the full-text index.
    ///
    /// - Parameter database: The writing connection, in a transaction.
    /// - Returns: `true` if more phrases may be missing from the index.
    /// - Throws: `DatabaseError` if SQLite fails.
    public static func indexStep(_ database: Database) throws -> Bool {
        try UsageSchema.index.step(database)
    }
}
