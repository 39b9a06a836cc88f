import FoundationEssentials
import GRDB
import IlkStore
import IlkVocabulary

/// Writes events with statements prepared once. Belongs to one access to the writing connection.
final class UsageRowWriter {
    private let last: RawStatement
    private let insert: RawStatement

    init(_ database: Database) throws {
        last = try RawStatement("SELECT max(place) FROM usageEvent WHERE place BETWEEN ? AND ?", on: database)
        insert = try RawStatement(
            "INSERT INTO usageEvent VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            on: database)
    }

    /// Inserts an event at the end of its millisecond.
    ///
    /// - Parameter payload: The bytes that it came as, where they are not those that it would be written as.
    func write(_ event: UsageEvent, payload: [UInt8]? = nil) throws {
        try check(event)
        bind(event, payload, place: try place(event.time.milliseconds), in: insert)
        try insert.run()
    }

    private func check(_ event: UsageEvent) throws {
        guard event.problems.isEmpty else {
            throw GRDB.DatabaseError(resultCode: .SQLITE_CONSTRAINT, message: "the event cannot be stored")
        }
    }

    private func bind(_ event: UsageEvent, _ payload: [UInt8]?, place: Int64, in row: RawStatement) {
        row.bind(place, at: 1)
        row.bind(event.id, at: 2)
        row.bind(event.tap == nil ? 1 : 0 as Int64, at: 3)
        row.bind(event.time.milliseconds, at: 4)
        row.bind(Int64(event.time.zone), at: 5)
        row.bind(Int64(event.time.day.number), at: 6)
        row.bind(event.sessionID, at: 7)
        row.bind(event.deviceID, at: 8)
        if let caregiver = event.caregiverProfileID {
            row.bind(caregiver, at: 9)
        } else {
            row.bind(nil as Int64?, at: 9)
        }
        row.bind(event.language, at: 10)
        row.bind(event.tag, at: 11)
        row.bind(event.receivedAt?.milliseconds, at: 12)
        bind(event.tap, in: row)
        bind(event.phrase, in: row)
        if let payload { row.bind(bytes: payload, at: 26) } else { row.bind(nil as Int64?, at: 26) }
    }

    private func bind(_ tap: SymbolTap?, in row: RawStatement) {
        row.bind(tap?.symbolID, at: 13)
        row.bind(tap?.label, at: 14)
        row.bind(tap?.categoryPath, at: 15)
        row.bind((tap?.gridPosition?.row).map(Int64.init), at: 16)
        row.bind((tap?.gridPosition?.column).map(Int64.init), at: 17)
        row.bind((tap?.phrasePosition).map(Int64.init), at: 18)
        row.bind(tap?.isModeled == true ? 1 : 0 as Int64, at: 19)
    }

    private func bind(_ phrase: PhraseCompletion?, in row: RawStatement) {
        row.bind(phrase.map { UsageRow.packed($0.symbolIDs) }, at: 20)
        row.bind(phrase?.phrase, at: 21)
        row.bind((phrase?.constructionTime).map(Int64.init), at: 22)
        row.bind((phrase?.edits.removed).map(Int64.init), at: 23)
        row.bind((phrase?.edits.reordered).map(Int64.init), at: 24)
        row.bind((phrase?.finalPhraseLength).map(Int64.init), at: 25)
    }

    private func place(_ milliseconds: Int64) throws -> Int64 {
        let free = try TimedRows.usage.free(for: milliseconds) { rows in
            last.bind(rows.lowerBound, at: 1)
            last.bind(rows.upperBound, at: 2)
            defer { last.reset() }
            return try last.step() && !last.isNull(0) ? last.integer(0) : nil
        }
        guard let free else {
            throw GRDB.DatabaseError(
                resultCode: .SQLITE_CONSTRAINT, message: "too many events in one millisecond")
        }
        return free
    }
}

extension RawStatement {
    /// Binds a key as its 16 bytes.
    func bind(_ id: RecordID, at index: Int32) {
        withUnsafeBytes(of: id.uuid.uuid) { bind(blob: $0, at: index) }
    }
}

extension RecordID {
    /// Its 16 bytes, as a column holds them.
    var blob: [UInt8] { withUnsafeBytes(of: uuid.uuid) { Array($0) } }

    /// The key that a column holds; nil unless there are 16 bytes.
    init?(blob bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        var words: (UInt64, UInt64) = (0, 0)
        for (place, byte) in bytes.enumerated() {
            if place < 8 {
                words.0 = words.0 << 8 | UInt64(byte)
            } else {
                words.1 = words.1 << 8 | UInt64(byte)
            }
        }
        self.init(high: words.0, low: words.1)
    }
}
