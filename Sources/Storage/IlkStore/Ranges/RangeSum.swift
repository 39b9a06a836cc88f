import GRDBSQLite

/// The number of rows in a range of row ids, and the sum of the digests of these rows, modulo 2⁶².
///
/// After an insert, an update or a delete, the sum is updated from the digests of the changed row. No other
/// row of the range is read. A sum has 62 bits, because SQLite converts an integer that exceeds 63 bits to a
/// floating-point number.
struct RangeSum: Hashable {
    var rows: Int64 = 0
    var digest: UInt64 = 0

    static let mask: UInt64 = 1 << 62 - 1

    mutating func add(_ row: UInt64) {
        rows &+= 1
        digest = (digest &+ row) & Self.mask
    }

    mutating func subtract(_ row: UInt64) {
        rows &-= 1
        digest = (digest &- row) & Self.mask
    }

    /// Returns the digest of a row: a checksum of its id and of all its values, in column order.
    ///
    /// - Parameters:
    ///   - row: The row id; 0 in tables without row ids.
    ///   - columns: The number of columns.
    ///   - value: Returns the value of a column, or `nil` if memory runs out.
    /// - Returns: The digest, or `nil` if `value` returned `nil`.
    static func digest(row: Int64, columns: Int32, _ value: (Int32) -> OpaquePointer?) -> UInt64? {
        var sum = RowChecksum.mixed(UInt64(bitPattern: row), UInt64(truncatingIfNeeded: columns))
        for column in 0..<columns {
            guard let value = value(column) else { return nil }
            // SQLite stores 5.0 in a REAL column as the integer 5, so both count as the same value here.
            let number = sqlite3_value_type(value) == SQLITE_FLOAT ? sqlite3_value_double(value) : 0.5
            if let whole = Int64(exactly: number) {
                sum = RowChecksum.mixed(sum, UInt64(truncatingIfNeeded: SQLITE_INTEGER))
                sum = RowChecksum.mixed(sum, UInt64(bitPattern: whole))
            } else {
                sum = RowChecksum.adding(value, to: sum)
            }
        }
        return sum & mask
    }
}
