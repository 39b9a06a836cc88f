import FoundationEssentials
public import GRDB
import GRDBSQLite
import Synchronization

extension Store {
    /// The result of ``erase(pages:timeout:marking:)``.
    public enum EraseResult: Sendable, Hashable {
        /// The pages are clean, and more pages follow.
        case more
        /// The last page is clean.
        case done
        /// A reader still needs the write-ahead log, so no page was cleaned.
        case heldUp
    }

    /// Overwrites copies of deleted content that SQLite has left in pages of the file.
    ///
    /// SQLite overwrites deleted content (`secure_delete`). But if a deletion makes SQLite move other rows
    /// between pages, the old page keeps copies of the moved rows in its unallocated space. Deleting the
    /// moved rows later does not overwrite these copies. Therefore this function truncates the write-ahead
    /// log after a checkpoint, and fills the unallocated space of the pages with zeros. A commit under the
    /// same lock makes all connections discard their cached pages, so that none writes the old bytes back.
    ///
    /// - Parameters:
    ///   - pages: The pages, counted from 0.
    ///   - timeout: The maximum time to wait for another writer or a reader.
    ///   - mark: Writes to the database in the commit that ends the step. The closure must change the
    ///     database.
    /// - Returns: The result of the step.
    /// - Throws: ``StoreError``.
    public func erase(
        pages: Range<Int>, timeout: Duration = .seconds(5),
        marking mark: @escaping @Sendable (Database) throws -> Void
    ) async throws -> EraseResult {
        try await onWriter { database in
            try self.holdingLock(timeout: timeout) {
                guard try self.emptyLog(of: database, timeout: timeout) else { return .heldUp }
                let isDone = try self.lock.map { _ in try PageEraser(database).erase(pages) } ?? true
                sqlite3_db_release_memory(database.sqliteConnection)
                try database.inTransaction(.immediate) {
                    try mark(database)
                    return .commit
                }
                return isDone ? .done : .more
            }
        }
    }

    /// Checkpoints and truncates the write-ahead log.
    ///
    /// - Returns: `false` if a reader still needs the log.
    private func emptyLog(of database: Database, timeout: Duration) throws -> Bool {
        guard lock != nil else { return true }
        sqlite3_busy_timeout(database.sqliteConnection, timeout.wholeMilliseconds)
        do {
            _ = try database.checkpoint(.truncate)
        } catch let error as DatabaseError
            where [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode)
        {
            return false
        }
        gauge.pages.store(0, ordering: .relaxed)
        return true
    }
}

/// Fills the unallocated space of b-tree pages with zeros, through SQLite's own file handle: closing another
/// descriptor would release SQLite's locks. The format is documented in section 1.6 of
/// sqlite.org/fileformat2.html.
private struct PageEraser {
    private let file: UnsafeMutablePointer<sqlite3_file>
    private let methods: sqlite3_io_methods
    private let pageSize: Int
    private let pageCount: Int

    init(_ database: Database) throws {
        var file: UnsafeMutablePointer<sqlite3_file>?
        let code = sqlite3_file_control(
            database.sqliteConnection, "main", SQLITE_FCNTL_FILE_POINTER, &file)
        guard code == SQLITE_OK, let file, let methods = file.pointee.pMethods else {
            throw DatabaseError(resultCode: .SQLITE_IOERR, message: "SQLite has no file")
        }
        self.file = file
        self.methods = methods.pointee
        pageSize = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 4096
        pageCount = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
        // In larger files the first byte of another type of page could look like that of a b-tree page.
        guard pageCount < 0x0200_0000 else {
            throw DatabaseError(resultCode: .SQLITE_TOOBIG, message: "the file is too large to be erased")
        }
    }

    /// Fills the unallocated space of pages with zeros.
    ///
    /// - Returns: `true` if the last page is clean.
    func erase(_ pages: Range<Int>) throws -> Bool {
        var page = [UInt8](repeating: 0, count: pageSize)
        let zeros = [UInt8](repeating: 0, count: pageSize)
        var didWrite = false
        guard pages.lowerBound < pageCount else { return true }
        for number in pages.lowerBound..<min(pages.upperBound, pageCount) {
            let offset = Int64(number) * Int64(pageSize)
            try check(methods.xRead?(file, &page, Int32(pageSize), offset))
            guard let gap = Self.gap(in: page, isFirst: number == 0),
                page[gap].contains(where: { $0 != 0 })
            else { continue }
            try check(methods.xWrite?(file, zeros, Int32(gap.count), offset + Int64(gap.lowerBound)))
            didWrite = true
        }
        if didWrite { try check(methods.xSync?(file, SQLITE_SYNC_NORMAL)) }
        return pages.upperBound >= pageCount
    }

    /// Returns the bytes between the cell pointers and the cells of a b-tree page, or `nil` for other types
    /// of pages.
    static func gap(in page: [UInt8], isFirst: Bool) -> Range<Int>? {
        let header = isFirst ? 100 : 0
        let size: Int
        switch page[header] {
        case 2, 5: size = 12
        case 10, 13: size = 8
        default: return nil
        }
        func number(_ offset: Int) -> Int { Int(page[header + offset]) << 8 | Int(page[header + offset + 1]) }
        let start = header + size + 2 * number(3)
        let cells = number(5) == 0 ? 65_536 : number(5)
        return start < cells && cells <= page.count ? start..<cells : nil
    }

    private func check(_ code: Int32?) throws {
        guard let code, code == SQLITE_OK else {
            throw DatabaseError(
                resultCode: ResultCode(rawValue: code ?? SQLITE_IOERR), message: "a page could not be erased"
            )
        }
    }
}
