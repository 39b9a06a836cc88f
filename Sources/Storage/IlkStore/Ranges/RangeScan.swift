import GRDB
import GRDBSQLite

/// The sums of a table's rows by ranges, as one walk through the table's own tree finds them, without any index.
struct RangeScan {
    private(set) var sums: [Int64: RangeSum] = [:]
    /// Ranges with a row that is not behind the row before it.
    private(set) var disordered: Set<Int64> = []
    /// The damage at which the walk ended early.
    private(set) var error: DatabaseError?

    /// Walks through a table.
    ///
    /// - Parameter readingValues: `true` to compute digests.
    /// - Throws: `DatabaseError`, but for damage.
    init(_ table: RangedTable, readingValues: Bool, in database: Database) throws {
        let row = table.rangeBits == nil ? "0" : "rowid"
        do {
            // The last column is there so that rows are read to their ends; their values may be long.
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
