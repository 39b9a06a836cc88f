public import IlkVocabulary
import FoundationEssentials
public import GRDB

/// Why a store could not be opened, read or written.
///
/// It names files, tables and codes, never a stored text.
public struct StoreError: Error, Sendable {
    /// What went wrong. The exit statuses are those of `sysexits`.
    public enum Code: String, Sendable, CaseIterable {
        /// The file or its folder cannot be made (73).
        case cannotCreate
        /// There is no such file (66).
        case missing
        /// The process may not read or write the file (77).
        case noPermission
        /// Somebody else holds the file for writing; trying later may help (75).
        case busy
        /// The disk or the file's allowance is full (74).
        case full
        /// Reading or writing failed (74).
        case io
        /// The file is not a database, or is damaged (65).
        case damaged
        /// The file is a database, but not one of this kind (65).
        case foreign
        /// The file was written by a newer program (78).
        case newerSchema
        /// The file was written by an older program and is open for reading only (78).
        case olderSchema
        /// The database refused one row: a constraint does not hold (65).
        case refused
        /// The store is closed (70).
        case closed
        /// A statement was wrong, or something unforeseen happened (70).
        case unforeseen
    }

    /// What went wrong.
    public let code: Code
    /// The file, or `:memory:`.
    public let path: String
    /// One sentence for people: what was tried, what stood in the way.
    public let detail: String
    /// SQLite's extended result code, or 0 when SQLite was not asked.
    public let sqliteCode: Int32
    /// Advice for the user, or `nil` if the detail says it or there is none.
    public var hint: String?

    /// An error of these parts.
    public init(code: Code, path: String, detail: String, sqliteCode: Int32 = 0, hint: String? = nil) {
        self.code = code
        self.path = path
        self.detail = detail
        self.sqliteCode = sqliteCode
        self.hint = hint
    }

    /// The status that a command ends with, of `sysexits`.
    public var exitStatus: Int32 {
        switch code {
        case .cannotCreate: 73
        case .missing: 66
        case .noPermission: 77
        case .busy: 75
        case .full, .io: 74
        case .damaged, .foreign, .refused: 65
        case .newerSchema, .olderSchema: 78
        case .closed, .unforeseen: 70
        }
    }
}

extension StoreError {
    /// Whether something was written and then did not get to the disk.
    var isFailedSync: Bool {
        [ResultCode.SQLITE_IOERR_FSYNC, .SQLITE_IOERR_DIR_FSYNC].contains { $0.rawValue == sqliteCode }
    }
}

extension StoreError: ReportedError {
    /// The file, what happened, and SQLite's code where there is one.
    public var description: String {
        let code = sqliteCode == 0 ? "" : " (SQLite code \(sqliteCode))"
        return "\(path): \(detail)\(code)"
    }
}

extension StoreError {
    /// What GRDB or SQLite reported, in this vocabulary. Statements and their arguments are left out.
    public init(_ error: DatabaseError, path: String) {
        self.init(
            code: Self.code(of: error), path: path,
            detail: error.resultCode == .SQLITE_CONSTRAINT
                ? "a constraint does not hold" : error.message ?? "the database failed",
            sqliteCode: error.extendedResultCode.rawValue)
    }

    /// Any error of a store's work in this vocabulary; those that belong to a caller come back unchanged.
    ///
    /// - Parameter schema: The file's schema, for the hint of an error about damage; `nil` when it is not known.
    static func translating(_ error: any Error, path: String, schema: StoreSchema? = nil) -> any Error {
        guard var error = named(error, path: path) as? StoreError else { return error }
        error.hint = error.hint ?? schema?.hint(for: error.code)
        return error
    }

    private static func named(_ error: any Error, path: String) -> any Error {
        // Its own words hold the whole row.
        if error is RowDecodingError || error is DecodingError {
            return StoreError(
                code: .damaged, path: path,
                detail: "a row is not what this program writes: the file is damaged")
        }
        guard let error = error as? DatabaseError else { return error }
        let translated = StoreError(error, path: path)
        guard translated.code == .busy, let holder = LockTable.writer(of: path) else { return translated }
        return StoreError(
            code: .busy, path: path,
            detail: "\(holder) holds the file for writing; try again when it is done",
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
        case .SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_TOOBIG, .SQLITE_RANGE: .refused
        case .SQLITE_MISUSE: .closed
        default: .unforeseen
        }
    }

    /// Returns `true` if the file is not what was written: its format, or the tables that its schema says it has.
    private static func isDamage(_ error: DatabaseError) -> Bool {
        switch error.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT: return true
        case .SQLITE_IOERR:
            return [ResultCode.SQLITE_IOERR_CORRUPTFS, .SQLITE_IOERR_DATA].contains(error.extendedResultCode)
        case .SQLITE_ERROR:
            // SQLite has no code for it. The program's statements fit its own tables: a test runs each of them.
            let message = error.message ?? ""
            return message.hasSuffix("already exists")
                || otherTables.contains { message.hasPrefix($0) }
        default: return false
        }
    }

    /// The beginnings of SQLite's messages about tables that are missing or of another form.
    private static let otherTables = [
        "no such table", "no such column", "no such index", "unsupported file format", "malformed", "table ",
        "vtable constructor failed", "foreign key mismatch", "invalid fts5 file format",
        "duplicate column name",
        "ON CONFLICT clause does not match",
    ]
}
