import GRDB
import GRDBSQLite
import Glibc

/// The header of a database file (its first 100 bytes). The checks here are stricter than SQLite's. SQLite
/// would treat a file with some damaged fields as read-only, or read its texts in another encoding.
///
/// The format is documented in section 1.3 of sqlite.org/fileformat2.html.
struct StoreHeader: Equatable {
    private let bytes: [UInt8]
    private let fileSize: Int64

    private static let size = 100

    /// Checks the header of a connection's file. An empty file and a database in memory have no header.
    ///
    /// - Throws: ``StoreError`` with the code `damaged`, and `DatabaseError` if the file cannot be read.
    static func check(_ database: Database, path: String) throws {
        // Another process may checkpoint between two reads, so a changed header is read again.
        for _ in 0..<5 {
            guard let header = try StoreHeader(database), header.fileSize > 0 else { return }
            let logSize = Self.size(ofFile: path + "-wal")
            guard let again = try StoreHeader(database), again == header else { continue }
            guard let fault = header.fault(hasLog: logSize > 0) else { return }
            throw StoreError(
                code: .damaged, path: path, detail: "the file is damaged: its header has an invalid \(fault)")
        }
    }

    private init?(_ database: Database) throws {
        var file: UnsafeMutablePointer<sqlite3_file>?
        let code = sqlite3_file_control(
            database.sqliteConnection, "main", SQLITE_FCNTL_FILE_POINTER, &file)
        guard code == SQLITE_OK, let file, let methods = file.pointee.pMethods?.pointee else { return nil }
        var size: Int64 = 0
        var bytes = [UInt8](repeating: 0, count: Self.size)
        guard methods.xFileSize?(file, &size) == SQLITE_OK else {
            throw DatabaseError(resultCode: .SQLITE_IOERR, message: "the file's size cannot be read")
        }
        // SQLite itself reports a shorter file.
        guard size >= Self.size else { return nil }
        guard methods.xRead?(file, &bytes, Int32(Self.size), 0) == SQLITE_OK else {
            throw DatabaseError(resultCode: .SQLITE_IOERR, message: "the file's header cannot be read")
        }
        self.bytes = bytes
        fileSize = size
    }

    private static func size(ofFile path: String) -> Int64 {
        var facts = stat()
        return stat(path, &facts) == 0 ? Int64(facts.st_size) : 0
    }

    private func number(_ place: Int) -> Int64 {
        bytes[place..<place + 4].reduce(0) { $0 << 8 | Int64($1) }
    }

    /// Returns the name of the first field whose value Ilk never writes.
    ///
    /// - Parameter hasLog: `true` if there is a write-ahead log. The log may contain newer sizes than the
    ///   header.
    private func fault(hasLog: Bool) -> String? {
        let pageSize = bytes[16] == 0 && bytes[17] == 1 ? 65_536 : Int64(bytes[16]) << 8 | Int64(bytes[17])
        if !bytes.starts(with: Array("SQLite format 3\0".utf8)) { return "signature" }
        if pageSize < 512 || pageSize & (pageSize - 1) != 0 { return "page size" }
        if bytes[18] != bytes[19] || !(1...2).contains(bytes[18]) { return "format version" }
        if bytes[20] != 0 || Array(bytes[21..<24]) != [64, 32, 32] { return "reserved page space" }
        if number(44) != 0 && number(44) != 4 { return "schema format" }
        if number(52) != 0 || number(64) != 0 { return "vacuum mode" }
        if number(56) > 1 { return "text encoding" }
        if bytes[72..<92].contains(where: { $0 != 0 }) { return "reserved bytes" }
        if hasLog || number(24) != number(92) { return nil }
        if number(28) * pageSize != fileSize { return "number of pages" }
        if number(32) > number(28) || number(36) >= number(28) || (number(32) == 0) != (number(36) == 0) {
            return "free page list"
        }
        return nil
    }
}
