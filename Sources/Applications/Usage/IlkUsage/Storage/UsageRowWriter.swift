import FoundationEssentials
import GRDB
import IlkStore
import IlkVocabulary

/// Writes events with prepared statements. A writer is valid only during the transaction in which it was
/// created.
final class UsageRowWriter {
    private let last: RawStatement
    private let insert: RawStatement

    init(_ database: Database) throws {
        last = try RawStatement("SELECT max(place) FROM usageEvent WHERE place BETWEEN ? AND ?", on: database)
        insert = try RawStatement(
            "INSERT INTO usageEvent VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            on: database)
    }

    /// Inserts an event after all events with the same time in milliseconds.
    ///
    /// - Parameter payload: The JSON that another device sent, or `nil` if ``UsageRecordJSON`` encodes the
    ///   event to the same bytes.
    func write(_ event: UsageEvent, payload: [UInt8]? = nil) throws {
        guard event.validationErrors.isEmpty else {
            throw GRDB.DatabaseError(resultCode: .SQLITE_CONSTRAINT, message: "the event has invalid fields")
        }
        let (tap, phrase) = (event.tap, event.phrase)
        let symbols = phrase.map { UsageRow.packed($0.symbolIDs) }
        let isModeled = tap?.isModeled ?? false
        try insert.run(
            try place(event.time.milliseconds), event.id, tap == nil, event.time.milliseconds,
            Int(event.time.utcOffset), Int(event.time.day.number), event.sessionID, event.deviceID,
            event.caregiverProfileID, event.language, event.tag, event.receivedAt?.milliseconds,
            tap?.symbolID, tap?.label, tap?.categoryPath, tap?.gridPosition?.row,
            tap?.gridPosition?.column, tap?.phrasePosition,
            isModeled, symbols, phrase?.phrase,
            phrase?.constructionTime, phrase?.edits.removed,
            phrase?.edits.reordered, phrase?.finalPhraseLength, payload)
    }

    private func place(_ milliseconds: Int64) throws -> Int64 {
        guard let free = try TimeOrderedRowIDs.usage.free(for: milliseconds, last: last) else {
            throw GRDB.DatabaseError(
                resultCode: .SQLITE_CONSTRAINT, message: "too many events have the same time")
        }
        return free
    }
}
