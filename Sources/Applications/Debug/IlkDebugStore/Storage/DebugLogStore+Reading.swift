import FoundationEssentials
import GRDB
import IlkDebug
public import IlkStore
import IlkVocabulary

extension DebugLogStore {
    /// The columns of a record. `e` is the table of entries, `k` of kinds, and `g` of suggestions.
    static let columns = """
        SELECT e.row, e.id, e.correlation, e.time, e.received, k.source, k.level, k.suggested, k.event, e.device,
            e.session, e.sequence, e.payload, g.probability, g.evidence, g.provenance,
            (SELECT level FROM debugSentLevel WHERE row = e.row)
        """
    static let tables = """
        FROM debugEntry e JOIN debugKind k ON k.id = e.kind LEFT JOIN debugSuggestion g ON g.row = e.row
        """

    /// Decodes a row with ``columns``. Returns `nil` if a value is invalid, which is possible only if another
    /// program wrote the row.
    static func record(_ row: Row) throws -> DebugRecord? {
        func id(_ column: Int) throws -> RecordID? {
            try row.decode(Data?.self, atIndex: column).flatMap { RecordID(bytes: $0) }
        }
        guard let own = try id(1), let source = LogSource(rawValue: row[5]),
            let json = try row.decode(Data?.self, atIndex: 12),
            let payload = try? DebugPayload(json: json)  // Invalid JSON: no record.
        else { return nil }
        let sent: String? = row[16]
        let entry = DebugLogEntry(
            id: own, correlationId: try id(2), nanoseconds: row[3], source: source,
            level: LogLevel(rawValue: sent ?? row[6]), event: row[8], payload: payload, deviceId: try id(9),
            sessionId: try id(10), sequence: row[11])
        var suggestion: DebugSuggestedLevel?
        if let level = LogLevel(rawValue: row[7]), let probability: Double = row[13] {
            suggestion = try DebugSuggestedLevel(
                label: level, probability: probability, evidence: row.decode(Data.self, atIndex: 14),
                provenance: row.decode(Data.self, atIndex: 15))
        }
        return DebugRecord(
            row: row[0], entry: entry, received: row[4], suggestion: suggestion,
            correction: sent == nil ? nil : LogLevel(rawValue: row[6]))
    }

    static func records(
        _ sql: String, _ arguments: StatementArguments, in database: Database
    ) throws -> [DebugRecord] {
        try Row.fetchAll(database, sql: sql, arguments: arguments).compactMap { try record($0) }
    }

    /// Returns the entry that a reference identifies.
    ///
    /// - Parameter reference: The entry: an id, the end of an id, or the *n*-th newest entry.
    /// - Throws: ``RecordStoreError/noSuchEntry(reference:)``,
    ///   ``RecordStoreError/ambiguousReference(_:count:)`` or `StoreError`.
    /// - Complexity: With *m* stored entries, O(log *m*) for an id, O(*m*) for the end of an id, and O(*n*)
    ///   for the *n*-th newest entry.
    public func entry(_ reference: RecordReference) async throws -> DebugRecord {
        try await store.read { try Self.record(reference, in: $0) }
    }

    static func record(_ reference: RecordReference, in database: Database) throws -> DebugRecord {
        let row = try row(of: reference, in: database)
        let found = try records("\(columns) \(tables) WHERE e.row = ?", [row], in: database)
        guard let record = found.first else {
            throw RecordStoreError.noSuchEntry(reference: reference.description)
        }
        return record
    }

    static func row(of reference: RecordReference, in database: Database) throws -> Int64 {
        let (condition, arguments) = reference.condition(
            key: "id", isText: false, newest: "row DESC", limit: 100)
        return try reference.one(
            of: Int64.fetchAll(
                database, sql: "SELECT row FROM debugEntry WHERE \(condition)", arguments: arguments))
    }

    /// Returns the number of entries: the stored counts plus the rows that are not counted yet.
    ///
    /// - Throws: `StoreError`.
    /// - Complexity: O(*n*) in the number of stored counts and of rows that are not counted yet.
    public func count() async throws -> Int {
        try await store.read { database in
            try Int.fetchOne(
                database,
                sql: """
                    SELECT (SELECT ifnull(sum(entries), 0) FROM debugFacet) + (SELECT count(*) FROM debugEntry
                        WHERE row > (SELECT lastRow FROM debugIndexed))
                    """) ?? 0
        }
    }

    /// Returns the entries after a row, in ascending order of row. Call the method repeatedly to follow the
    /// log.
    ///
    /// - Parameters:
    ///   - row: The last row that was read, or `nil` to return only the newest row number.
    ///   - limit: The maximum number of rows to read.
    ///   - filter: The filter that entries must match.
    /// - Returns: The matching entries, and the last row that was read.
    /// - Throws: `StoreError`.
    /// - Complexity: O(*n*) in the limit.
    public func entries(
        after row: Int64?, limit: Int, matching filter: DebugFilter = DebugFilter()
    ) async throws -> (entries: [DebugRecord], row: Int64) {
        try await store.read { database in
            guard let row else {
                return ([], try Int64.fetchOne(database, sql: "SELECT max(row) FROM debugEntry") ?? 0)
            }
            let found = try Self.records(
                "\(Self.columns) \(Self.tables) WHERE e.row > ? ORDER BY e.row LIMIT ?", [row, limit],
                in: database)
            return (found.filter { filter.means($0) }, found.last?.row ?? row)
        }
    }
}

extension DebugFilter {
    /// Returns `true` if a record matches this filter.
    ///
    /// - Parameter record: The record.
    public func means(_ record: DebugRecord) -> Bool {
        let entry = record.entry
        let kind = DebugKind(id: 0, source: entry.source, level: record.level, event: entry.event)
        return matches(kind)
            && since.map { entry.nanoseconds >= DebugLogEntry.nanoseconds($0) } ?? true
            && until.map { entry.nanoseconds < DebugLogEntry.nanoseconds($0) } ?? true
            && correlationId.map { entry.correlationId == $0 || entry.id == $0 } ?? true
    }
}

extension DebugLogStore {
    /// Returns the newest entries, in descending order of row. Entries that are not indexed yet are included.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of entries.
    ///   - row: The highest row to return.
    ///   - filter: The filter that entries must match.
    /// - Throws: `StoreError`.
    /// - Complexity: O(*n*) in the number of rows read. If few rows match, all rows are read.
    public func newest(
        _ limit: Int, upTo row: Int64 = .max, matching filter: DebugFilter = DebugFilter()
    ) async throws -> [DebugRecord] {
        guard limit > 0 else { return [] }
        return try await store.read { database in
            let rows = try Row.fetchCursor(
                database, sql: "\(Self.columns) \(Self.tables) WHERE e.row <= ? ORDER BY e.row DESC",
                arguments: [row])
            var found: [DebugRecord] = []
            while found.count < limit, let row = try rows.next() {
                if let record = try Self.record(row), filter.means(record) { found.append(record) }
            }
            return found
        }
    }
}
