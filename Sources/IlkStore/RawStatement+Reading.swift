import GRDB
import GRDBSQLite

// Reading rows as they are: text by its length, so NUL characters stay, and without a copy where none is needed.
extension RawStatement {
    /// Goes to the next row.
    ///
    /// - Returns: False when there is none; then ``reset()`` it.
    /// - Throws: `DatabaseError` with SQLite's extended code.
    public func step() throws -> Bool {
        let code = sqlite3_step(handle)
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default:
            let message = sqlite3_errmsg(sqlite3_db_handle(handle)).map { String(cString: $0) }
            sqlite3_reset(handle)
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: sql)
        }
    }

    /// Makes the statement ready for the next binding.
    public func reset() {
        sqlite3_reset(handle)
    }

    /// A column of the row as a whole number; 0 where it is NULL.
    public func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    /// A column of the row as a number; 0 where it is NULL.
    public func number(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

    /// Whether a column of the row is NULL.
    public func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

    /// A column of the row as text, or nil where it is NULL.
    public func text(_ column: Int32) -> String? {
        isNull(column) ? nil : withBytes(column) { String(decoding: $0, as: UTF8.self) }
    }

    /// A column's bytes, UTF-8 where it is text: good only inside `body`.
    public func withBytes<Result>(
        _ column: Int32, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        let start = sqlite3_column_text(handle, column)
        return try body(
            UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
    }

    /// Binds UTF-8 as text. It is not copied: run the statement before the bytes are gone, and bind the parameter anew
    /// before it is run again.
    public func bind(borrowing bytes: UnsafeRawBufferPointer, at index: Int32) {
        guard let start = bytes.bindMemory(to: CChar.self).baseAddress, !bytes.isEmpty else {
            _ = sqlite3_bind_text(handle, index, "", 0, Self.copied)
            return
        }
        _ = sqlite3_bind_text64(handle, index, start, UInt64(bytes.count), nil, UInt8(SQLITE_UTF8))
    }
}
