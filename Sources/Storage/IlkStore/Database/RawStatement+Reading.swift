import GRDB
import GRDBSQLite

// Reading rows as they are: text by its length, so NUL characters stay, and without a copy where none is needed.
extension RawStatement {
    /// Goes to the next row.
    ///
    /// - Returns: False when there is none; then ``reset()`` it.
    /// - Throws: `DatabaseError` with SQLite's extended code.
    public func step() throws -> Bool {
        do {
            return try advance()
        } catch {
            sqlite3_reset(handle)
            throw error
        }
    }

    /// The number of columns of a row.
    var columns: Int32 { sqlite3_column_count(handle) }

    /// A column of the row as SQLite has it: good only until the next step, on the thread that has the connection.
    func value(_ column: Int32) -> OpaquePointer? { sqlite3_column_value(handle, column) }

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
    ///
    /// - Throws: As ``withBytes(_:_:)``.
    public func text(_ column: Int32) throws -> String? {
        isNull(column) ? nil : try withBytes(column) { String(decoding: $0, as: UTF8.self) }
    }

    /// A column's bytes, UTF-8 where it is text: good only inside `body`.
    ///
    /// - Throws: What `body` throws, and `DatabaseError` when there is no memory for them: SQLite copies a text to put an
    ///   end behind it, and would give none for one that it could not copy.
    public func withBytes<Result>(
        _ column: Int32, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) throws -> Result {
        let start = sqlite3_column_text(handle, column)
        if start == nil, sqlite3_errcode(sqlite3_db_handle(handle)) == SQLITE_NOMEM {
            throw DatabaseError(resultCode: .SQLITE_NOMEM, sql: sql)
        }
        return try body(
            UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
    }
}

extension RawStatement {
    /// A column's bytes as they are: good only inside `body`.
    public func withBlob<Result>(
        _ column: Int32, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        let start = sqlite3_column_blob(handle, column)
        return try body(
            UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
    }
}
