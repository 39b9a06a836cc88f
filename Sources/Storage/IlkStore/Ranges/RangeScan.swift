import GRDB
import GRDBSQLite

/// The number of rows and the sum of their digests for each range of a table, from one scan of the table's
/// b-tree. Indexes are not used.
struct RangeScan {
    private(set) var sums: [Int64: RangeSum] = [:]
    /// The ranges that contain a row whose id is not greater than the id of the preceding row.
    private(set) var disordered: Set<Int64> = []
    /// The damage that ended the scan early.
    private(set) var error: DatabaseError?

    /// Scans a table.
    ///
    /// - Parameter readingValues: `true` to compute digests.
    /// - Throws: `DatabaseError`. Damage is not thrown but stored in ``error``.
    init(_ table: RangedTable, readingValues: Bool, in database: Database) throws {
        let row = table.rangeBits == nil ? "0" : "rowid"
        do {
            // Without digests only the row id is selected, so that long values are not read.
            let statement = try RawStatement(
                "SELECT \(row)\(readingValues ? ", *" : "") FROM \(table.name) NOT INDEXED", on: database)
            defer { statement.reset() }
            let columns = statement.columns - 1
            var last: Int64?
            while try statement.step() {
                let row = statement.integer(0)
                let range = table.range(of: row)
                if table.rangeBits != nil, let last, row <= last { disordered.insert(range) }
                last = row
                let digest =
                    readingValues
                    ? RangeSum.digest(row: row, columns: columns) { statement.value($0 + 1) } : 0
                guard let digest else { throw DatabaseError(resultCode: .SQLITE_NOMEM) }
                sums[range, default: RangeSum()].add(digest)
            }
        } catch let error as DatabaseError where StoreError(error, path: "").code == .damaged {
            self.error = error
        }
    }
}
