import Foundation
import GRDB
import IlkDebug
import IlkStore
import IlkVocabulary

/// Writes entries with prepared statements. A writer is valid only during the transaction in which it was
/// created.
final class DebugRowWriter {
    private let findKind: RawStatement
    private let insertKind: RawStatement
    private let insertEntry: RawStatement
    private let insertSuggestion: RawStatement

    init(_ database: Database) throws {
        findKind = try RawStatement(
            "SELECT id FROM debugKind WHERE event = ? AND source = ? AND level = ? AND suggested = ?",
            on: database)
        insertKind = try RawStatement(
            "INSERT INTO debugKind (event, source, level, suggested) VALUES (?, ?, ?, ?) RETURNING id",
            on: database)
        insertEntry = try RawStatement(
            """
            INSERT INTO debugEntry (id, correlation, time, received, kind, device, session, sequence, payload)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING RETURNING row
            """, on: database)
        insertSuggestion = try RawStatement("INSERT INTO debugSuggestion VALUES (?, ?, ?, ?)", on: database)
    }

    /// - Returns: `true` if the entry is new. An existing entry with the same id is unchanged.
    func write(_ record: DebugRecord) throws -> Bool {
        let entry = record.entry
        let kind = try kind(of: record)
        insertEntry.bind(
            entry.id, entry.correlationId == entry.id ? nil : entry.correlationId, entry.nanoseconds,
            record.received, kind, entry.deviceId, entry.sessionId, entry.sequence)
        let payload = entry.payload.json
        let row = try payload.withUnsafeBytes { bytes in
            insertEntry.bind(borrowing: bytes, at: 9)
            return try insertEntry.run()
        }
        guard let row else { return false }
        if entry.level == nil, let suggestion = record.suggestion {
            let (evidence, provenance) = try suggestion.columns()
            try insertSuggestion.run(row, suggestion.probability, evidence, provenance)
        }
        return true
    }

    /// Returns the row of `debugKind` for an entry, and inserts the row if necessary. Rows are not cached,
    /// because a purge, possibly by another process, may delete the rows.
    private func kind(of record: DebugRecord) throws -> Int64 {
        let entry = record.entry
        let suggested = entry.level == nil ? record.suggestion?.label.rawValue ?? "" : ""
        let parts = [entry.event, entry.source.rawValue, entry.level?.rawValue ?? "", suggested]
        for statement in [findKind, insertKind] {
            for (place, part) in parts.enumerated() { statement.bind(part, at: Int32(place + 1)) }
            if let id = try statement.run() { return id }
        }
        throw GRDB.DatabaseError(resultCode: .SQLITE_INTERNAL, message: "SQLite returned no id for a new row")
    }
}
