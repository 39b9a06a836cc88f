public import GRDB
import GRDBSQLite

/// An SQL function that computes a checksum of a row's values. The checksum detects values that have changed
/// on the disk.
///
/// SQLite detects pages with a broken structure, but not a flipped bit inside a value. A checksum that is
/// stored with the row detects a flipped bit. The checksum depends on the types, the lengths, the bytes and
/// the order of the values. Pass the row id as one of the values, so that swapped rows are detected too.
public enum RowChecksum {
    /// The function's name in SQL: `rowChecksum(value, ...)` returns a signed 32-bit integer.
    public static let function = "rowChecksum"

    private static let multiplier: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// Adds the function to a connection. A ``Store`` does this for all of its connections.
    ///
    /// - Parameter database: The connection.
    /// - Throws: `DatabaseError` if there is not enough memory.
    public static func register(on database: Database) throws {
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY
        let code = sqlite3_create_function_v2(
            database.sqliteConnection, function, -1, flags, nil,
            { context, count, values in
                var sum = UInt64(truncatingIfNeeded: count)
                for place in 0..<Int(count) { sum = RowChecksum.adding(values?[place], to: sum) }
                sqlite3_result_int64(context, Int64(Int32(truncatingIfNeeded: sum ^ sum >> 32)))
            }, nil, nil, nil)
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }

    /// Returns the checksum extended by one value. The checksum includes the type of the value, so 1 and '1'
    /// differ.
    static func adding(_ value: OpaquePointer?, to sum: UInt64) -> UInt64 {
        let type = sqlite3_value_type(value)
        let sum = mixed(sum, UInt64(truncatingIfNeeded: type))
        switch type {
        case SQLITE_INTEGER: return mixed(sum, UInt64(bitPattern: sqlite3_value_int64(value)))
        case SQLITE_FLOAT: return mixed(sum, sqlite3_value_double(value).bitPattern)
        case SQLITE_TEXT, SQLITE_BLOB:
            // Read as a blob, because SQLite would copy a text to append a terminator.
            let start = sqlite3_value_blob(value)
            let bytes = UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
            return adding(bytes, to: sum)
        default: return sum
        }
    }

    /// Returns the checksum extended by bytes and their count.
    private static func adding(_ bytes: UnsafeRawBufferPointer, to sum: UInt64) -> UInt64 {
        var sum = mixed(sum, UInt64(bytes.count))
        var place = 0
        while place + 8 <= bytes.count {
            sum = mixed(sum, bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            place += 8
        }
        guard place < bytes.count else { return sum }
        var rest: UInt64 = 0
        while place < bytes.count {
            rest = rest << 8 | UInt64(bytes[place])
            place += 1
        }
        return mixed(sum, rest)
    }

    /// Mixes a word into a checksum: multiplies to 128 bits, XORs the two halves, and adds a constant.
    /// Without the constant, a checksum of 0 and words of 0 would give 0 again.
    static func mixed(_ sum: UInt64, _ word: UInt64) -> UInt64 {
        let product = (sum ^ word).multipliedFullWidth(by: multiplier)
        return (product.high ^ product.low) &+ 0x2545_F491_4F6C_DD1D
    }
}
