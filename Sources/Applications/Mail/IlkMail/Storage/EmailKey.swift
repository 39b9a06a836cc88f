import FoundationEssentials
import IlkStore

/// The row number of a message: its date in whole seconds, then a 16-bit sequence number.
///
/// Dates before 1970 count as 1970, dates after 9999 as the end of 9999. If 65,536 messages share a second,
/// further messages use the numbers of the next second.
enum EmailKey {
    /// The number of bits of the sequence number within a second.
    static let sequenceBits: Int64 = 16

    private static let rows = TimeOrderedRowIDs(placeBits: sequenceBits)
    /// The end of the year 9999.
    private static let latest = 253_402_300_799.0

    static func first(of date: Date) -> Int64 {
        rows.first(of: second(of: date))
    }

    /// Returns an unused key after all keys of the same second. `last` returns the highest used key of a
    /// range.
    static func nextFree(for date: Date, last: (ClosedRange<Int64>) throws -> Int64?) rethrows -> Int64 {
        var second = second(of: date)
        while true {
            if let key = try rows.free(for: second, last: last) { return key }
            second += 1
        }
    }

    private static func second(of date: Date) -> Int64 {
        let seconds = date.timeIntervalSince1970
        // `NaN` fails the comparison and counts as 1970.
        return seconds > 0 ? Int64(min(seconds, latest)) : 0
    }
}
