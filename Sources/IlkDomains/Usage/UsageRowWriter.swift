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
            """
            INSERT INTO usageEvent VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, on: database)
    }

    /// Inserts an event at the end of its millisecond.
    ///
    /// - Parameter payload: The bytes that it came as, where they are not those that it would be written as.
    func write(_ event: UsageEvent, payload: [UInt8]? = nil) throws {
        guard event.problems.isEmpty else {
            throw GRDB.DatabaseError(resultCode: .SQLITE_CONSTRAINT, message: "the event cannot be stored")
        }
        insert.bind(try place(event.time.milliseconds), at: 1)
        bind(event.id, at: 2)
        insert.bind(event.tap == nil ? 1 : 0 as Int64, at: 3)
        insert.bind(event.time.milliseconds, at: 4)
        insert.bind(Int64(event.time.zone), at: 5)
        insert.bind(Int64(event.time.day.number), at: 6)
        bind(event.sessionID, at: 7)
        bind(event.deviceID, at: 8)
        bind(event.caregiverProfileID, at: 9)
        insert.bind(event.language, at: 10)
        insert.bind(event.tag, at: 11)
        insert.bind(event.receivedAt?.milliseconds, at: 12)
        bind(event.tap)
        bind(event.phrase)
        if let payload { insert.bind(bytes: payload, at: 26) } else { insert.bind(nil as Int64?, at: 26) }
        try insert.run()
    }

    private func bind(_ tap: SymbolTap?) {
        insert.bind(tap?.symbolID, at: 13)
        insert.bind(tap?.label, at: 14)
        insert.bind(tap?.categoryPath, at: 15)
        insert.bind((tap?.gridPosition?.row).map(Int64.init), at: 16)
        insert.bind((tap?.gridPosition?.column).map(Int64.init), at: 17)
        insert.bind((tap?.phrasePosition).map(Int64.init), at: 18)
        insert.bind(tap?.isModeled == true ? 1 : 0 as Int64, at: 19)
    }

    private func bind(_ phrase: PhraseCompletion?) {
        insert.bind(phrase.map { UsageRow.packed($0.symbolIDs) }, at: 20)
        insert.bind(phrase?.phrase, at: 21)
        insert.bind((phrase?.constructionTime).map(Int64.init), at: 22)
        insert.bind((phrase?.edits.removed).map(Int64.init), at: 23)
        insert.bind((phrase?.edits.reordered).map(Int64.init), at: 24)
        insert.bind((phrase?.finalPhraseLength).map(Int64.init), at: 25)
    }

    private func bind(_ id: RecordID?, at index: Int32) {
        guard let id else { return insert.bind(nil as Int64?, at: index) }
        insert.bind(bytes: id.blob, at: index)
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
