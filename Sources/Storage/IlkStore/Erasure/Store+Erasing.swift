import FoundationEssentials
public import GRDB
import GRDBSQLite
import Synchronization

extension Store {
    /// What came of ``erase(pages:marking:)``.
    public enum Erasing: Sendable, Hashable {
        /// The pages are clean, and there are more.
        case more
        /// The last page is clean.
        case done
        /// A reader still needs what is in the write-ahead log: nothing was done.
        case heldUp
    }

    /// Takes out of pages of the file what SQLite left there although it is deleted.
    ///
    /// SQLite overwrites what is deleted (`secure_delete`). But when it moves rows between pages, because others were
    /// deleted, the old place keeps a copy in the page's unused middle, and nothing overwrites that when the row itself
    /// is deleted. So: the write-ahead log is moved into the file and cut to nothing, and the unused middles of the
    /// pages are filled with zeros. All connections forget what they remember of the pages, because of the commit that
    /// ends this in the same hold of the lock; so none brings the old bytes back.
    ///
    /// - Parameters:
    ///   - pages: Which pages, counted from 0.
    ///   - mark: What is written in the commit that ends it. It must change something.
    /// - Throws: ``StoreError``.
    public func erase(
        pages: Range<Int>, patience: Duration = .seconds(5),
        marking mark: @escaping @Sendable (Database) throws -> Void
    ) async throws -> Erasing {
        try await onWriter { database in
            try self.holdingLock(patience: patience) {
                guard try self.emptyLog(of: database, patience: patience) else { return .heldUp }
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

    /// - Returns: False when a reader still needs what is in it.
    private func emptyLog(of database: Database, patience: Duration) throws -> Bool {
        guard lock != nil else { return true }
        sqlite3_busy_timeout(database.sqliteConnection, patience.wholeMilliseconds)
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

/// Fills the unused middles of b-tree pages with zeros, through SQLite's own file: closing one of our own would let go of
/// SQLite's locks. The format is documented: sqlite.org/fileformat2.html, 1.6.
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
        // In larger files the first byte of other pages could look like a b-tree page's.
        guard pageCount < 0x0200_0000 else {
            throw DatabaseError(resultCode: .SQLITE_TOOBIG, message: "the file is too large to be cleaned")
        }
    }

    /// - Returns: Whether the last page is clean.
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

    /// Between the pointers to a b-tree page's cells and the cells themselves; nil for pages of other kinds.
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
                resultCode: ResultCode(rawValue: code ?? SQLITE_IOERR), message: "a page could not be cleaned"
            )
        }
    }
}
