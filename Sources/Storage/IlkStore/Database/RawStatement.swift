public import GRDB
import GRDBSQLite

/// A statement prepared once on the writing connection and run many times, straight through SQLite's C interface:
/// three times as fast as a record's insert, and it binds text by length, so NUL characters stay.
///
/// A binding that fails, for want of memory or because the value is too big, is told by the run that follows: what was
/// bound before must never stand in its place.
///
/// Belongs to the connection that it was prepared on: make, run and release it inside that connection's access.
public final class RawStatement {
    let handle: OpaquePointer
    let sql: String
    /// What the first binding that failed since the last run came back with.
    private var bindingCode = SQLITE_OK

    /// Prepares a statement.
    ///
    /// - Throws: `DatabaseError` when the statement is wrong.
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

    /// Binds text, or NULL; the first parameter has index 1.
    public func bind(_ text: String?, at index: Int32) {
        guard var text else {
            note(sqlite3_bind_null(handle, index))
            return
        }
        text.withUTF8 { bind(UnsafeRawBufferPointer($0), at: index, Self.copied) }
    }

    /// Binds text that is not copied: run the statement before `body` is left, and bind the parameter anew before it is
    /// run again.
    public func withBound<Result>(
        _ text: String, at index: Int32, _ body: () throws -> Result
    ) rethrows -> Result {
        var text = text
        return try text.withUTF8 { bytes in
            bind(UnsafeRawBufferPointer(bytes), at: index, nil)
            return try body()
        }
    }

    /// Binds UTF-8 as text. It is not copied: run the statement before the bytes are gone, and bind the parameter anew
    /// before it is run again.
    public func bind(borrowing bytes: UnsafeRawBufferPointer, at index: Int32) {
        bind(bytes, at: index, nil)
    }

    /// Binds UTF-8 as text.
    public func bind(text bytes: UnsafeRawBufferPointer, at index: Int32) {
        bind(bytes, at: index, Self.copied)
    }

    private func bind(
        _ bytes: UnsafeRawBufferPointer, at index: Int32, _ destructor: sqlite3_destructor_type?
    ) {
        // An empty buffer may have no address, and SQLite would take none for NULL.
        guard let start = bytes.bindMemory(to: CChar.self).baseAddress, !bytes.isEmpty else {
            note(sqlite3_bind_text(handle, index, "", 0, Self.copied))
            return
        }
        note(
            sqlite3_bind_text64(
                handle, index, start, UInt64(bytes.count), destructor, UInt8(SQLITE_UTF8)))
    }

    /// Binds a number with a fraction; not-a-number becomes NULL.
    public func bind(_ number: Double, at index: Int32) {
        note(sqlite3_bind_double(handle, index, number))
    }

    /// Binds a whole number, or NULL.
    public func bind(_ number: Int64?, at index: Int32) {
        note(number.map { sqlite3_bind_int64(handle, index, $0) } ?? sqlite3_bind_null(handle, index))
    }

    /// Binds a copy of a value of another statement.
    func bind(_ value: OpaquePointer?, at index: Int32) {
        note(sqlite3_bind_value(handle, index, value))
    }

    /// Binds bytes.
    public func bind(bytes: [UInt8], at index: Int32) {
        bytes.withUnsafeBytes { bind(blob: $0, at: index) }
    }

    /// Binds bytes.
    public func bind(blob bytes: UnsafeRawBufferPointer, at index: Int32) {
        bind(blob: bytes, at: index, Self.copied)
    }

    /// Binds bytes that are not copied: run the statement before `body` is left, and bind the parameter anew before it is
    /// run again.
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
        // SQLite would take a blob without an address for NULL.
        note(
            bytes.baseAddress.map {
                sqlite3_bind_blob64(handle, index, $0, UInt64(bytes.count), destructor)
            } ?? sqlite3_bind_zeroblob(handle, index, 0))
    }

    private func note(_ code: Int32) {
        if code != SQLITE_OK, bindingCode == SQLITE_OK { bindingCode = code }
    }

    /// Runs the statement to its end and makes it ready for the next binding.
    ///
    /// - Returns: The first column of its first row as a whole number, or nil when it has no row.
    /// - Throws: `DatabaseError` with SQLite's extended code.
    @discardableResult
    public func run() throws -> Int64? {
        defer { sqlite3_reset(handle) }
        var first: Int64?
        while try advance() { first = first ?? sqlite3_column_int64(handle, 0) }
        return first
    }

    /// Goes to the next row.
    ///
    /// - Returns: False when there is none.
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

    /// SQLite's `SQLITE_TRANSIENT`, a macro that Swift does not see: -1 in the place of a destructor says 'copy'.
    static var copied: sqlite3_destructor_type {
        unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    }
}
