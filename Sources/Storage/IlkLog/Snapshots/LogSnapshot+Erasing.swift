import FoundationEssentials
import GRDB
import IlkStore
public import IlkVocabulary

/// A log as it will be when the purge has ended that stands in it.
extension LogSnapshot {
    /// The rows that the purge takes out which has begun and not ended; none when there is no such purge, or when they are
    /// gone already.
    ///
    /// - Throws: What SQLite throws.
    public func rowsToErase() throws -> ErasedRows {
        var erased = ErasedRows()
        guard let purge: LogPurge = try ClassificationLogSchema.erasure.criteria(database) else {
            return erased
        }
        let (sql, arguments) = purge.source()
        let rows = try Int64.fetchCursor(
            database, sql: "SELECT l.rowid \(sql) ORDER BY l.rowid", arguments: arguments)
        while let row = try rows.next() { erased.append(row) }
        return erased
    }

    /// Whether all rows up to a mark are there, and none else, when these are gone.
    ///
    /// - Throws: What SQLite throws.
    /// - Complexity: Linear in the number of keys, which is quick, and in the rows behind the mark.
    public func holds(_ mark: LogWatermark, without erased: ErasedRows = ErasedRows()) throws -> Bool {
        guard mark.rows > 0 else { return true }
        guard !erased.contains(mark.last), try id(of: mark.last) == mark.lastID else { return false }
        return try count(upTo: mark.last) - erased.count(upTo: mark) == mark.rows
    }

    /// A mark that holds now, as it is when these rows are gone.
    ///
    /// - Throws: What SQLite throws.
    public func mark(_ mark: LogWatermark, without erased: ErasedRows) throws -> LogWatermark {
        let rows = mark.rows - erased.count(upTo: mark)
        guard rows > 0 else { return LogWatermark(rows: 0, last: 0, lastID: "") }
        var last = mark.last
        // Each turn goes down over one stretch that goes.
        while erased.contains(last) {
            let stretch = erased.stretches.last { $0.lowerBound <= last }
            let next = try Int64.fetchOne(
                database, sql: "SELECT max(rowid) FROM classificationLog WHERE rowid < ?",
                arguments: [stretch?.lowerBound ?? last])
            guard let next else { return LogWatermark(rows: 0, last: 0, lastID: "") }
            last = next
        }
        return LogWatermark(rows: rows, last: last, lastID: try id(of: last) ?? "")
    }

    /// The texts of rows that go, up to a mark.
    ///
    /// - Parameter body: Takes each text's bytes, which are there only until it returns, and how long the row says it is.
    /// - Throws: ``ClassificationLogError/damagedEntry(id:)``, and what SQLite or `body` throws.
    public func texts(
        of erased: ErasedRows, upTo mark: LogWatermark,
        _ body: (UnsafeBufferPointer<UInt8>, Int) throws -> Void
    ) throws {
        for stretch in erased.stretches where stretch.lowerBound <= mark.last {
            try texts(
                where: "l.rowid BETWEEN ? AND ?",
                [stretch.lowerBound, min(stretch.upperBound, mark.last)]
            ) { try body($1, $2) }
        }
    }

    /// The texts up to a mark that stay, of these lengths.
    ///
    /// - Parameters:
    ///   - lengths: As the rows say them.
    ///   - body: As above.
    /// - Throws: As above.
    /// - Complexity: A pass over the log's rows up to the mark.
    public func texts(
        stayingBeside erased: ErasedRows, upTo mark: LogWatermark, lengths: Set<Int>,
        _ body: (UnsafeBufferPointer<UInt8>) throws -> Void
    ) throws {
        let list = "[" + lengths.sorted().map(String.init).joined(separator: ",") + "]"
        try texts(
            where: "l.rowid <= ? AND l.textLength IN (SELECT value FROM json_each(?))", [mark.last, list]
        ) { row, bytes, _ in
            if !erased.contains(row) { try body(bytes) }
        }
    }

    func texts(
        where condition: String, _ arguments: StatementArguments,
        _ body: (Int64, UnsafeBufferPointer<UInt8>, Int) throws -> Void
    ) throws {
        let statement = try database.cachedStatement(
            sql: """
                SELECT CAST(l.text AS BLOB), l.id, \(EntryChecksum.isSound) AS is_sound, l.rowid, l.textLength
                FROM classificationLog l \(EntryChecksum.joins) WHERE \(condition) ORDER BY l.rowid
                """)
        let rows = try Row.fetchCursor(statement, arguments: arguments)
        while let row = try rows.next() {
            try EntryChecksum.check(row)
            let (number, length) = (row[3] as Int64, row[4] as Int)
            try row.withUnsafeData(atIndex: 0) { data in
                guard let data else { return }
                try data.withUnsafeBytes { try body(number, $0.bindMemory(to: UInt8.self), length) }
            }
        }
    }

    private func id(of row: Int64) throws -> String? {
        try String.fetchOne(
            database, sql: "SELECT id FROM classificationLog WHERE rowid = ?", arguments: [row])
    }

    private func count(upTo last: Int64) throws -> Int {
        try count()
            - (Int.fetchOne(
                database, sql: "SELECT count(*) FROM classificationLog WHERE rowid > ?", arguments: [last])
                ?? 0)
    }
}
