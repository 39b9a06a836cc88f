import FoundationEssentials
public import GRDB
public import IlkStore
import IlkVocabulary

extension UsageStore {
    /// A page of events, newest first. It costs what it holds, but for filters that few events pass.
    ///
    /// - Parameters:
    ///   - filter: Which events.
    ///   - limit: How many at most; 0 and less give none.
    ///   - before: The cursor of the last event of the page before; nil for the newest.
    /// - Throws: `StoreError`.
    public func events(
        matching filter: UsageFilter = UsageFilter(), limit: Int = 50, before: PageCursor? = nil
    ) async throws -> [UsageEvent] {
        if filter.words != nil { try await catchUp() }
        return try await store.read { database in
            let place = try before.map { try Self.place(of: $0, in: database) } ?? .max
            return try Self.rows(
                filter, "c.place < ? ORDER BY c.place DESC LIMIT ?", [place, max(0, limit)], in: database
            ).map(\.event)
        }
    }

    /// The rows that pass a filter and a condition.
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

    /// Where a cursor points: the event may be gone since.
    private static func place(of cursor: PageCursor, in database: Database) throws -> Int64 {
        let place = try Int64.fetchOne(
            database, sql: "SELECT place FROM usageEvent WHERE key = ?", arguments: [Data(cursor.id.bytes)])
        let milliseconds = cursor.timestamp.milliseconds
        guard TimedRows.usage.times.contains(milliseconds) else { throw RecordStoreError.malformedCursor }
        return place ?? TimedRows.usage.first(of: milliseconds)
    }
}

extension UsageEvent {
    /// The place behind it, where pages go on.
    public var cursor: PageCursor { PageCursor(timestamp: timestamp, id: id) }
}

extension UsageStore: IndexedStore {
    /// `true` if there are rows that the index does not have.
    public static func isIndexBehind(_ database: Database) throws -> Bool {
        try UsageSchema.index.isBehind(database)
    }

    /// Adds the next rows to the index.
    public static func indexStep(_ database: Database) throws -> Bool {
        try UsageSchema.index.step(database)
    }
}
