public import GRDB
import GRDBSQLite

/// A statement that is prepared once on the writing connection and run many times through SQLite's C
/// interface. Such a statement is faster than inserting a GRDB record. Text is bound with its length, so NUL
/// characters are kept.
///
/// If a binding fails (out of memory, value too large), the next run throws the error of the binding. The
/// value of an earlier run is therefore never written instead.
///
/// The statement belongs to its connection. Create, run and release it only while accessing that connection.
public final class RawStatement {
    let handle: OpaquePointer
    let sql: String
    /// The result code of the first binding that failed since the last run.
    private var bindingCode = SQLITE_OK

    /// Prepares a statement.
    ///
    /// - Parameters:
    ///   - sql: One SQL statement.
    ///   - database: The connection.
    /// - Throws: `DatabaseError` if the statement is invalid.
    public init(_ sql: String, on database: Database) throws {
        var handle: OpaquePointer?
        let code = sqlite3_prepare_v3(
            database.sqliteConnection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
        guard code == SQLITE_OK, let handle else {
            let message = sqlite3_errmsg(database.sqliteConnection).map { String(cString: $0) }
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: sql)
        }
        self.handle = handle
        self.sql = sql
    }

    deinit {
        sqlite3_finalize(handle)
    }

    /// Binds text, or NULL.
    ///
    /// - Parameters:
    ///   - text: The text, which is copied, or `nil` for NULL.
    ///   - index: The index of the parameter, from 1.
    public func bind(_ text: String?, at index: Int32) {
        guard var text else {
            note(sqlite3_bind_null(handle, index))
            return
        }
        text.withUTF8 { bind(UnsafeRawBufferPointer($0), at: index, Self.copied) }
    }

    /// Binds text without copying it while a closure runs.
    ///
    /// Run the statement inside `body`, and bind the parameter again before the next run.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - index: The index of the parameter, from 1.
    ///   - body: The closure that runs the statement.
    /// - Returns: The result of `body`.
    /// - Throws: The errors of `body`.
    public func withBound<Result>(
        _ text: String, at index: Int32, _ body: () throws -> Result
    ) rethrows -> Result {
        var text = text
        return try text.withUTF8 { bytes in
            bind(UnsafeRawBufferPointer(bytes), at: index, nil)
            return try body()
        }
    }

    /// Binds UTF-8 as text without copying it.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8 bytes. Run the statement while they are valid, and bind the parameter again before
    ///     the next run.
    ///   - index: The index of the parameter, from 1.
    public func bind(borrowing bytes: UnsafeRawBufferPointer, at index: Int32) {
        bind(bytes, at: index, nil)
    }

    /// Binds a copy of UTF-8 bytes as text.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8 bytes.
    ///   - index: The index of the parameter, from 1.
    public func bind(text bytes: UnsafeRawBufferPointer, at index: Int32) {
        bind(bytes, at: index, Self.copied)
    }

    private func bind(
        _ bytes: UnsafeRawBufferPointer, at index: Int32, _ destructor: sqlite3_destructor_type?
    ) {
        // An empty buffer may have no base address, and SQLite binds a null pointer as NULL.
        guard let start = bytes.bindMemory(to: CChar.self).baseAddress, !bytes.isEmpty else {
            note(sqlite3_bind_text(handle, index, "", 0, Self.copied))
            return
        }
        note(
            sqlite3_bind_text64(
                handle, index, start, UInt64(bytes.count), destructor, UInt8(SQLITE_UTF8)))
    }

    /// Binds a floating-point number.
    ///
    /// - Parameters:
    ///   - number: The number. NaN becomes NULL.
    ///   - index: The index of the parameter, from 1.
    public func bind(_ number: Double, at index: Int32) {
        note(sqlite3_bind_double(handle, index, number))
    }

    /// Binds an integer, or NULL.
    ///
    /// - Parameters:
    ///   - number: The number, or `nil` for NULL.
    ///   - index: The index of the parameter, from 1.
    public func bind(_ number: Int64?, at index: Int32) {
        note(number.map { sqlite3_bind_int64(handle, index, $0) } ?? sqlite3_bind_null(handle, index))
    }

    func bind(_ value: OpaquePointer?, at index: Int32) {
        note(sqlite3_bind_value(handle, index, value))
    }

    /// Binds a copy of bytes as a blob.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - index: The index of the parameter, from 1.
    public func bind(bytes: [UInt8], at index: Int32) {
        bytes.withUnsafeBytes { bind(blob: $0, at: index) }
    }

    /// Binds a copy of a buffer as a blob.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - index: The index of the parameter, from 1.
    public func bind(blob bytes: UnsafeRawBufferPointer, at index: Int32) {
        bind(blob: bytes, at: index, Self.copied)
    }

    /// Binds bytes as a blob without copying them while a closure runs.
    ///
    /// Run the statement inside `body`, and bind the parameter again before the next run.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - index: The index of the parameter, from 1.
    ///   - body: The closure that runs the statement.
    /// - Returns: The result of `body`.
    public func withBound<Result>(
        bytes: [UInt8], at index: Int32, _ body: () throws -> Result
    ) rethrows -> Result {
        try bytes.withUnsafeBytes { buffer in
            bind(blob: buffer, at: index, nil)
            return try body()
        }
    }

    private func bind(
        blob bytes: UnsafeRawBufferPointer, at index: Int32, _ destructor: sqlite3_destructor_type?
    ) {
        // SQLite binds a blob without an address as NULL.
        note(
            bytes.baseAddress.map {
                sqlite3_bind_blob64(handle, index, $0, UInt64(bytes.count), destructor)
            } ?? sqlite3_bind_zeroblob(handle, index, 0))
    }

    private func note(_ code: Int32) {
        if code != SQLITE_OK, bindingCode == SQLITE_OK { bindingCode = code }
    }

    /// Runs the statement to completion and makes it ready for new bindings.
    ///
    /// - Returns: The first column of the first row as an integer, or `nil` if there is no row.
    /// - Throws: `DatabaseError` with SQLite's extended code.
    @discardableResult
    public func run() throws -> Int64? {
        defer { sqlite3_reset(handle) }
        var first: Int64?
        while try advance() { first = first ?? sqlite3_column_int64(handle, 0) }
        return first
    }

    /// Advances to the next row.
    ///
    /// - Returns: `false` after the last row.
    func advance() throws -> Bool {
        let code = bindingCode == SQLITE_OK ? sqlite3_step(handle) : bindingCode
        bindingCode = SQLITE_OK
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default:
            let message = sqlite3_errmsg(sqlite3_db_handle(handle)).map { String(cString: $0) }
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: sql)
        }
    }

    /// SQLite's `SQLITE_TRANSIENT`, a macro that Swift does not import. The destructor -1 makes SQLite copy
    /// the bytes.
    static var copied: sqlite3_destructor_type {
        unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    }
}
