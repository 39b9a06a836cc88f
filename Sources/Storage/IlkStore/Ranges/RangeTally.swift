import CSQLite
import GRDB
import GRDBSQLite
import Glibc
import Synchronization

/// Collects the changes that the current transaction makes to the counts and digests of row ranges. SQLite's
/// pre-update hook calls the tally before each change to a row by a statement, a trigger or a foreign key, so
/// code that writes rows need not call it. ``flush(in:)`` writes the collected changes before the transaction
/// commits.
///
/// SQLite does not tell the hook about the rollback of a savepoint. Use `Database.inRangedSavepoint(_:)`,
/// which also rolls back the tally.
final class RangeTally: @unchecked Sendable {  // Used only inside the access to its connection.
    private struct Place: Hashable {
        var table: Int
        var range: Int64
    }

    private let tables: [RangedTable]
    private let names: [[CChar]]
    private var sums: [Place: RangeSum] = [:]
    /// The sum of the most recently changed range. It is kept outside `sums` for speed: consecutive rows
    /// usually share a range.
    private var latest: (place: Place, sum: RangeSum)?
    /// `true` if a row could not be read because memory ran out.
    private var isBroken = false

    /// The tallies of all open connections, by the connections' addresses.
    private static let attached = Mutex<[Int: RangeTally]>([:])

    private init(_ tables: [RangedTable]) {
        self.tables = tables
        names = tables.map { Array($0.name.utf8CString) }
    }

    /// Returns the tally of a connection, or `nil` if none is attached to it.
    static func of(_ database: Database) -> RangeTally? {
        let address = Int(bitPattern: database.sqliteConnection)
        return attached.withLock { $0[address] }
    }

    /// Attaches a tally to a connection, for as long as the connection is open.
    ///
    /// - Throws: `DatabaseError` if memory runs out.
    static func attach(to database: Database, _ tables: [RangedTable]) throws {
        guard !tables.isEmpty, let connection = database.sqliteConnection else { return }
        let tally = RangeTally(tables)
        let address = Int(bitPattern: connection)
        attached.withLock { $0[address] = tally }
        // A function whose context is the connection: SQLite calls its destructor when the connection is
        // closed.
        let code = sqlite3_create_function_v2(
            connection, "ilkRangeTally", 0, SQLITE_UTF8 | SQLITE_DIRECTONLY,
            UnsafeMutableRawPointer(connection), { context, _, _ in sqlite3_result_null(context) }, nil, nil,
            { connection in
                let address = Int(bitPattern: connection)
                _ = RangeTally.attached.withLock { $0.removeValue(forKey: address) }
            })
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
        ilk_sqlite_watch_rows(
            connection,
            { context, connection, operation, _, table, before, after in
                guard let context, let connection, let table else { return }
                Unmanaged<RangeTally>.fromOpaque(context).takeUnretainedValue()
                    .note(operation, of: table, before: before, after: after, on: connection)
            }, Unmanaged.passUnretained(tally).toOpaque())
    }

    private func note(
        _ operation: Int32, of name: UnsafePointer<CChar>, before: Int64, after: Int64,
        on connection: OpaquePointer
    ) {
        guard let table = names.firstIndex(where: { strcmp($0, name) == 0 }) else { return }
        if operation != SQLITE_INSERT {
            guard let digest = digest(of: before, in: table, isAfter: false, on: connection) else { return }
            open(table, before)
            latest?.sum.subtract(digest)
        }
        if operation != SQLITE_DELETE {
            guard let digest = digest(of: after, in: table, isAfter: true, on: connection) else { return }
            open(table, after)
            latest?.sum.add(digest)
        }
    }

    /// Returns the digest of a row before or after its change. If memory runs out, it returns `nil` and marks
    /// the tally as incomplete.
    private func digest(
        of row: Int64, in table: Int, isAfter: Bool, on connection: OpaquePointer
    ) -> UInt64? {
        // SQLite leaves the row id of tables without row ids undefined.
        let row = tables[table].rangeBits == nil ? 0 : row
        let digest = RangeSum.digest(row: row, columns: ilk_sqlite_changed_columns(connection)) {
            ilk_sqlite_changed_value(connection, isAfter, $0)
        }
        if digest == nil { isBroken = true }
        return digest
    }

    /// Makes the range of a row the latest one.
    private func open(_ table: Int, _ row: Int64) {
        let place = Place(table: table, range: tables[table].range(of: row))
        guard latest?.place != place else { return }
        settle()
        latest = (place, sums[place] ?? RangeSum())
    }

    /// Stores the sum of the latest range.
    private func settle() {
        if let latest { sums[latest.place] = latest.sum }
        latest = nil
    }

    /// Forgets all changes. Called at the beginning of a transaction.
    func clear() {
        sums.removeAll(keepingCapacity: true)
        latest = nil
        isBroken = false
    }

    /// Returns a copy of the changes so far, for ``restore(_:)``.
    func mark() -> [(Int, Int64, RangeSum)] {
        settle()
        return sums.map { ($0.key.table, $0.key.range, $0.value) }
    }

    /// Restores the changes that ``mark()`` returned, and drops later ones.
    func restore(_ mark: [(Int, Int64, RangeSum)]) {
        sums.removeAll(keepingCapacity: true)
        latest = nil
        for (table, range, sum) in mark { sums[Place(table: table, range: range)] = sum }
    }

    /// Writes the changes to the table `rowRange`, in the transaction that made them, and clears the tally.
    ///
    /// - Throws: `DatabaseError`; the transaction must then be rolled back.
    func flush(in database: Database) throws {
        guard !isBroken else { throw DatabaseError(resultCode: .SQLITE_NOMEM) }
        settle()
        let changes = sums.filter { $0.value != RangeSum() }
        clear()
        // A new file has no ledger until the migration that creates it, which reads the existing rows.
        guard !changes.isEmpty, try RangeLedger.isKept(in: database) else { return }
        for (place, sum) in changes {
            try RangeLedger.add(sum, to: place.range, of: tables[place.table], in: database)
        }
    }
}

extension Database {
    /// Runs a part of a transaction in a savepoint. If `body` throws, its changes and their tally are rolled
    /// back.
    ///
    /// - Throws: `DatabaseError`, and errors of `body`.
    func inRangedSavepoint(_ body: () throws -> Void) throws {
        let tally = RangeTally.of(self)
        let mark = tally?.mark()
        do {
            try inSavepoint {
                try body()
                return .commit
            }
        } catch {
            if let mark { tally?.restore(mark) }
            throw error
        }
    }
}
