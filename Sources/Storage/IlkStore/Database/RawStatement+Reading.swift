import GRDB
import GRDBSQLite

// Reading of rows without conversion. Text is read by its length, so NUL characters are kept, and it is
// copied only where necessary.
extension RawStatement {
    /// Advances to the next row.
    ///
    /// - Returns: `false` after the last row. Then call ``reset()``.
    /// - Throws: `DatabaseError` with SQLite's extended code.
    public func step() throws -> Bool {
        do {
            return try advance()
        } catch {
            sqlite3_reset(handle)
            throw error
        }
    }

    var columns: Int32 { sqlite3_column_count(handle) }

    /// A column of the row as SQLite's value object. It is valid until the next step, on the thread that has
    /// the connection.
    func value(_ column: Int32) -> OpaquePointer? { sqlite3_column_value(handle, column) }

    /// Makes the statement ready for new bindings.
    public func reset() {
        sqlite3_reset(handle)
    }

    /// Returns a column of the row as an integer, or 0 if it is NULL.
    ///
    /// - Parameter column: The index of the column, from 0.
    public func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    /// Returns a column of the row as a floating-point number, or 0 if it is NULL.
    ///
    /// - Parameter column: The index of the column, from 0.
    public func number(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

    /// `true` if a column of the row is NULL.
    ///
    /// - Parameter column: The index of the column, from 0.
    public func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

    /// Returns a column of the row as text, or `nil` if it is NULL.
    ///
    /// - Parameter column: The index of the column, from 0.
    /// - Throws: `DatabaseError` if memory runs out.
    public func text(_ column: Int32) throws -> String? {
        isNull(column) ? nil : try withBytes(column) { String(decoding: $0, as: UTF8.self) }
    }

    /// Calls a closure with the bytes of a column: UTF-8 if the column is text.
    ///
    /// - Parameters:
    ///   - column: The index of the column, from 0.
    ///   - body: The closure. The bytes are valid only until it returns.
    /// - Returns: The result of `body`.
    /// - Throws: Errors of `body`, and `DatabaseError` if memory runs out. SQLite copies text to append a NUL
    ///   byte, and returns no bytes if the copy fails.
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
    /// Calls a closure with the bytes of a column, without conversion to text.
    ///
    /// - Parameters:
    ///   - column: The index of the column, from 0.
    ///   - body: The closure. The bytes are valid only until it returns.
    /// - Returns: The result of `body`.
    /// - Throws: The errors of `body`.
    public func withBlob<Result>(
        _ column: Int32, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        let start = sqlite3_column_blob(handle, column)
        return try body(
            UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
    }
}
