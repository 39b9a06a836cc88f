import FoundationEssentials
import IlkStore

/// The row number of a message: its date in whole seconds, followed by a 16-bit sequence number.
///
/// Dates before 1970 are treated as the start of 1970, and dates after 9999 as the end of 9999. If 65,536
/// messages have the same second, further messages use row numbers of the next second.
enum EmailKey {
    /// The number of bits of the sequence number within a second.
    static let sequenceBits: Int64 = 16

    private static let rows = TimeOrderedRowIDs(placeBits: sequenceBits)
    /// The end of the year 9999.
    private static let latest = 253_402_300_799.0

    static func first(of date: Date) -> Int64 {
        rows.first(of: second(of: date))
    }

    /// Returns an unused row number after all row numbers of the same second. `last` returns the highest used
    /// row number in a range.
    static func nextFree(for date: Date, last: (ClosedRange<Int64>) throws -> Int64?) rethrows -> Int64 {
        var second = second(of: date)
        while true {
            if let key = try rows.free(for: second, last: last) { return key }
            second += 1
        }
    }

    private static func second(of date: Date) -> Int64 {
        let seconds = date.timeIntervalSince1970
        // `NaN` fails the comparison and is treated as 1970.
        return seconds > 0 ? Int64(min(seconds, latest)) : 0
    }
}
