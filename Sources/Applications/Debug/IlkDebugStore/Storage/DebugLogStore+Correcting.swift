public import FoundationEssentials
import GRDB
import IlkDebug
public import IlkStore
public import IlkVocabulary

extension DebugLogStore {
    /// Corrects the level of an entry. The correction overrides the sent and the suggested level in lists,
    /// searches, counts, purges and training. All corrections of an entry are kept until the entry is
    /// deleted.
    ///
    /// - Parameters:
    ///   - reference: The entry: an id, the end of an id, or the *n*-th newest entry.
    ///   - level: The correct level, or `nil` to withdraw all corrections.
    ///   - author: The author of the correction, or `nil` if the author is unknown.
    ///   - time: The time of the correction.
    /// - Returns: The entry before and after the correction.
    /// - Throws: ``RecordStoreError`` for an unknown entry, or `StoreError`.
    @discardableResult
    public func correct(
        _ reference: RecordReference, to level: LogLevel?, author: String? = nil, time: Date = Date()
    ) async throws -> (before: DebugRecord, after: DebugRecord) {
        let correction = RecordCorrection(
            taxonomy: Taxonomy.severity.name, label: level?.rawValue, author: author, time: time)
        return try await store.write { database in
            let before = try Self.record(reference, in: database)
            try DebugLogSchema.corrections.insert(correction, of: before.row, in: database)
            try Self.apply(level, to: before, in: database)
            return (before, try Self.record(.id(before.entry.id), in: database))
        }
    }

    /// Returns all corrections of an entry, oldest first.
    ///
    /// - Parameter record: The entry.
    /// - Throws: `StoreError`.
    public func corrections(of record: DebugRecord) async throws -> [RecordCorrection] {
        try await store.read { try DebugLogSchema.corrections.history(of: record.row, in: $0) }
    }

    /// Adds those imported corrections that an entry does not have yet.
    static func merge(
        _ corrections: [RecordCorrection], of record: DebugRecord, in database: Database
    ) throws {
        guard !corrections.isEmpty else { return }
        let all = try DebugLogSchema.corrections.merge(corrections, of: record.row, in: database)
        try apply(
            all.labels[Taxonomy.severity.name].flatMap { LogLevel(rawValue: $0) }, to: record, in: database)
    }

    /// Sets the level of an entry to the corrected level or, if the corrections were withdrawn, to the sent
    /// level.
    private static func apply(_ level: LogLevel?, to record: DebugRecord, in database: Database) throws {
        try keepSentLevel(of: record, isCorrected: level != nil, in: database)
        try setLevel((level ?? record.entry.level)?.rawValue ?? "", of: record.row, in: database)
    }

    /// Stores the sent level of a corrected entry in `debugSentLevel`, because the corrected level replaces
    /// it in the kind of the entry. Deletes the stored level if the corrections were withdrawn.
    private static func keepSentLevel(
        of record: DebugRecord, isCorrected: Bool, in database: Database
    ) throws {
        try database.execute(
            sql: isCorrected
                ? "INSERT OR IGNORE INTO debugSentLevel SELECT ?1, ?2"
                : "DELETE FROM debugSentLevel WHERE row = ?1 AND level = ?2",
            arguments: [record.row, record.entry.level?.rawValue ?? ""])
    }

    /// Assigns the kind with another level to an entry, and updates the full-text index and the counts.
    private static func setLevel(_ level: String, of row: Int64, in database: Database) throws {
        try database.execute(
            sql: """
                INSERT OR IGNORE INTO debugKind (event, source, level, suggested)
                SELECT k.event, k.source, ?2, k.suggested FROM debugEntry e JOIN debugKind k ON k.id = e.kind
                WHERE e.row = ?1
                """, arguments: [row, level])
        let isIndexed = try row <= DebugLogIndex.rows.lastRow(database)
        if isIndexed { try index(row, isAdding: false, in: database) }
        try database.execute(
            sql: """
                UPDATE debugEntry SET kind = (SELECT n.id FROM debugKind k JOIN debugKind n ON n.event = k.event
                    AND n.source = k.source AND n.suggested = k.suggested WHERE k.id = debugEntry.kind AND n.level = ?2)
                WHERE row = ?1
                """, arguments: [row, level])
        if isIndexed { try index(row, isAdding: true, in: database) }
        try database.execute(
            sql: """
                DELETE FROM debugKind WHERE id NOT IN (SELECT kind FROM debugFacet)
                    AND id NOT IN (SELECT kind FROM debugEntry
                        WHERE row > (SELECT lastRow FROM debugIndexed) OR row = ?)
                """, arguments: [row])
    }

    private static func index(_ row: Int64, isAdding: Bool, in database: Database) throws {
        let select = try RawStatement(
            "SELECT \(DebugLogIndex.columns) FROM debugEntry e JOIN debugKind k ON k.id = e.kind WHERE e.row = ?",
            on: database)
        select.bind(row, at: 1)
        defer { select.reset() }
        guard try select.step() else { return }
        let work = try DebugIndexer(database, isAdding: isAdding)
        _ = try work.process(select)
        try work.finish(keepingKinds: true)
    }
}
