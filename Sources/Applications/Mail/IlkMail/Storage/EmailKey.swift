import FoundationEssentials
import IlkStore

/// The row number of a message: its date in whole seconds, then its place within that second.
///
/// What is dated before 1970 stands with what is dated 1970, and what is dated after 9999 with that. More than 65,536
/// messages of one second go on in the next one's numbers.
enum EmailKey {
    /// The number of bits that tell messages of one second apart.
    static let placeBits: Int64 = 16

    private static let rows = TimedRows(placeBits: placeBits)
    /// The end of the year 9999.
    private static let latest = 253_402_300_799.0

    /// The first key of a date's second.
    static func first(of date: Date) -> Int64 {
        rows.first(of: second(of: date))
    }

    /// A key that no message has, behind all of the same second.
    ///
    /// - Parameter last: Says which is the last key taken of these, or nil.
    static func free(for date: Date, last: (ClosedRange<Int64>) throws -> Int64?) rethrows -> Int64 {
        var second = second(of: date)
        while true {
            if let key = try rows.free(for: second, last: last) { return key }
            second += 1
        }
    }

    private static func second(of date: Date) -> Int64 {
        let seconds = date.timeIntervalSince1970
        // One that is no number is dated 1970, too.
        return seconds > 0 ? Int64(min(seconds, latest)) : 0
    }
}
