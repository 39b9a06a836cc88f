public import IlkVocabulary
import FoundationEssentials
public import GRDB

/// An error that occurred while opening, reading or writing a store.
///
/// The error names files, tables and codes, never a stored text.
public struct StoreError: Error, Sendable {
    /// The cause of an error. The number in parentheses is the exit status, as defined by `sysexits`.
    public enum Code: String, Sendable, CaseIterable {
        /// The file or its folder cannot be created (73).
        case cannotCreate
        /// The file does not exist (66).
        case missing
        /// The process lacks the permission to read or write the file (77).
        case noPermission
        /// Another process holds the write lock of the file. Retrying later may help (75).
        case busy
        /// The disk is full, or the file has reached its size limit (74).
        case full
        /// Reading or writing failed (74).
        case io
        /// The file is not a database, or is damaged (65).
        case damaged
        /// The file is a database of another application (65).
        case foreign
        /// The file was written by a newer version of Ilk (78).
        case newerSchema
        /// The file was written by an older version of Ilk and is open for reading only (78).
        case olderSchema
        /// The database rejected a row because it violates a constraint (65).
        case constraintViolation
        /// The store is closed (70).
        case closed
        /// A statement was invalid, or an unexpected error occurred (70).
        case unexpected
    }

    /// The cause of the error.
    public let code: Code
    /// The path of the database file, or `:memory:`.
    public let path: String
    /// One sentence for the user: the attempted operation and the reason of the failure.
    public let detail: String
    /// SQLite's extended result code, or 0 if SQLite was not called.
    public let sqliteCode: Int32
    /// Advice for the user, or `nil` if there is none.
    public var hint: String?

    package init(code: Code, path: String, detail: String, sqliteCode: Int32 = 0, hint: String? = nil) {
        self.code = code
        self.path = path
        self.detail = detail
        self.sqliteCode = sqliteCode
        self.hint = hint
    }

    /// The exit status of a command that fails with this error, as defined by `sysexits`.
    public var exitStatus: Int32 {
        switch code {
        case .cannotCreate: 73
        case .missing: 66
        case .noPermission: 77
        case .busy: 75
        case .full, .io: 74
        case .damaged, .foreign, .constraintViolation: 65
        case .newerSchema, .olderSchema: 78
        case .closed, .unexpected: 70
        }
    }
}

extension StoreError {
    /// `true` if data was written but not synced to the disk.
    var isFailedSync: Bool {
        [ResultCode.SQLITE_IOERR_FSYNC, .SQLITE_IOERR_DIR_FSYNC].contains { $0.rawValue == sqliteCode }
    }
}

extension StoreError: ReportedError {
    /// The file, the cause, and SQLite's code if there is one.
    public var description: String {
        let code = sqliteCode == 0 ? "" : " (SQLite code \(sqliteCode))"
        return (path.isEmpty ? "" : "\(path): ") + detail + code
    }
}

extension StoreError {
    /// Translates an error of GRDB or SQLite. Statements and their arguments are omitted.
    ///
    /// - Parameters:
    ///   - error: The database error.
    ///   - path: The file, or `:memory:`.
    public init(_ error: DatabaseError, path: String) {
        self.init(
            code: Self.code(of: error), path: path,
            detail: error.resultCode == .SQLITE_CONSTRAINT
                ? "the record violates a constraint of the database"
                : error.message ?? "the database failed",
            sqliteCode: error.extendedResultCode.rawValue)
    }

    /// Translates an error of SQLite, GRDB or decoding. Other errors are returned unchanged.
    ///
    /// - Parameter schema: The file's schema, for the hint about damage, or `nil` if it is unknown.
    static func translating(_ error: any Error, path: String, schema: StoreSchema? = nil) -> any Error {
        guard var error = named(error, path: path) as? StoreError else { return error }
        error.hint = error.hint ?? schema?.hint(for: error.code)
        return error
    }

    private static func named(_ error: any Error, path: String) -> any Error {
        // The error's own description contains the whole row.
        if error is RowDecodingError || error is DecodingError {
            return StoreError(
                code: .damaged, path: path,
                detail: "the file is damaged: a row has an invalid value")
        }
        guard let error = error as? DatabaseError else { return error }
        let translated = StoreError(error, path: path)
        guard translated.code == .busy, let holder = LockTable.writer(of: path) else { return translated }
        return StoreError(
            code: .busy, path: path,
            detail: "\(holder) is writing to the file; try again later",
            sqliteCode: translated.sqliteCode)
    }

    private static func code(of error: DatabaseError) -> Code {
        if isDamage(error) { return .damaged }
        return switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL: .busy
        case .SQLITE_FULL: .full
        case .SQLITE_IOERR, .SQLITE_NOMEM, .SQLITE_INTERRUPT: .io
        case .SQLITE_CANTOPEN: .cannotCreate
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: .noPermission
        case .SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_TOOBIG, .SQLITE_RANGE: .constraintViolation
        case .SQLITE_MISUSE: .closed
        default: .unexpected
        }
    }

    /// `true` if the file's format, or the tables that its schema lists, are damaged.
    private static func isDamage(_ error: DatabaseError) -> Bool {
        switch error.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT: return true
        case .SQLITE_IOERR:
            return [ResultCode.SQLITE_IOERR_CORRUPTFS, .SQLITE_IOERR_DATA].contains(error.extendedResultCode)
        case .SQLITE_ERROR:
            // SQLite has no code for missing or changed tables. Ilk's statements match its own tables, and a
            // test runs each statement.
            let message = error.message ?? ""
            return message.hasSuffix("already exists")
                || otherTables.contains { message.hasPrefix($0) }
        default: return false
        }
    }

    /// The prefixes of SQLite's messages about missing or changed tables.
    private static let otherTables = [
        "no such table", "no such column", "no such index", "unsupported file format", "malformed", "table ",
        "vtable constructor failed", "foreign key mismatch", "invalid fts5 file format",
        "duplicate column name",
        "ON CONFLICT clause does not match",
    ]
}
