import FoundationEssentials
import GRDB
import IlkStore
public import IlkVocabulary

/// Functions that anticipate the state of a log after its unfinished purge.
extension LogSnapshot {
    /// Returns the rows that an unfinished purge will erase, or an empty set if there is no purge or its rows
    /// are already erased.
    ///
    /// - Throws: `DatabaseError`, and errors of decoding.
    /// - Complexity: O(*n*) in the number of rows that the purge selects or scans.
    public func rowsToErase() throws -> RowIDSet {
        var erased = RowIDSet()
        guard let purge: LogPurge = try ClassificationLogSchema.erasure.criteria(database) else {
            return erased
        }
        let (sql, arguments) = purge.source()
        let rows = try Int64.fetchCursor(
            database, sql: "SELECT l.rowid \(sql) ORDER BY l.rowid", arguments: arguments)
        while let row = try rows.next() { erased.append(row) }
        return erased
    }

    /// Returns `true` if the log still matches a watermark: the watermark's last row has the same id, and the
    /// number of rows up to it is the same. The given rows are treated as already erased.
    ///
    /// - Parameters:
    ///   - mark: The watermark.
    ///   - erased: The rows that a purge will erase.
    /// - Throws: `DatabaseError`.
    /// - Complexity: O(*n*) in the number of rows, which SQLite counts without reading the texts.
    public func holds(_ mark: LogWatermark, without erased: RowIDSet = RowIDSet()) throws -> Bool {
        guard mark.rows > 0 else { return true }
        guard !erased.contains(mark.last), try id(of: mark.last) == mark.lastID else { return false }
        return try count(upTo: mark.last) - erased.count(upTo: mark) == mark.rows
    }

    /// Returns a watermark adjusted for a purge: the number of rows without the erased ones, and the last row
    /// that stays.
    ///
    /// - Parameters:
    ///   - mark: A watermark that matches the log.
    ///   - erased: The rows that will be erased.
    /// - Throws: `DatabaseError`.
    public func mark(_ mark: LogWatermark, without erased: RowIDSet) throws -> LogWatermark {
        let rows = mark.rows - erased.count(upTo: mark)
        guard rows > 0 else { return LogWatermark(rows: 0, last: 0, lastID: "") }
        var last = mark.last
        // Each iteration skips one range of erased rows.
        while erased.contains(last) {
            let range = erased.ranges.last { $0.lowerBound <= last }
            let next = try Int64.fetchOne(
                database, sql: "SELECT max(rowid) FROM classificationLog WHERE rowid < ?",
                arguments: [range?.lowerBound ?? last])
            guard let next else { return LogWatermark(rows: 0, last: 0, lastID: "") }
            last = next
        }
        return LogWatermark(rows: rows, last: last, lastID: try id(of: last) ?? "")
    }

    /// Calls a closure with the text of each given row up to a watermark.
    ///
    /// - Parameters:
    ///   - erased: The rows that a purge will erase.
    ///   - mark: The watermark.
    ///   - body: Receives the bytes of a text, which are valid only until it returns, and its length in
    ///     Unicode scalars as stored in the row.
    /// - Throws: ``ClassificationLogError/damagedEntry(id:)``, `DatabaseError`, and errors of `body`.
    public func texts(
        of erased: RowIDSet, upTo mark: LogWatermark,
        _ body: (UnsafeBufferPointer<UInt8>, Int) throws -> Void
    ) throws {
        for range in erased.ranges where range.lowerBound <= mark.last {
            try texts(
                where: "l.rowid BETWEEN ? AND ?",
                [range.lowerBound, min(range.upperBound, mark.last)]
            ) { try body($1, $2) }
        }
    }

    /// Calls a closure with the text of each row up to a watermark, except the rows that a purge erases.
    /// Texts whose length is not in the given set are skipped too.
    ///
    /// - Parameters:
    ///   - erased: The rows to skip.
    ///   - mark: The watermark.
    ///   - lengths: The lengths in Unicode scalars, as stored in the rows.
    ///   - body: Receives the bytes of a text, which are valid only until it returns.
    /// - Throws: ``ClassificationLogError/damagedEntry(id:)``, `DatabaseError`, and errors of `body`.
    /// - Complexity: A pass over the log's rows up to the watermark.
    public func texts(
        stayingBeside erased: RowIDSet, upTo mark: LogWatermark, lengths: Set<Int>,
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
