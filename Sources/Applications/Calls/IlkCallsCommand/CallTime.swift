import IlkConsole
import FoundationEssentials
import IlkStore

/// Times of calls as text that keeps every millisecond: ISO 8601 in UTC with three decimals; before 1970 a number of seconds.
enum CallTime {
    /// The text of a time. `RecordTime.seconds` reads it.
    static func text(_ date: Date) -> String {
        let milliseconds = date.milliseconds
        guard milliseconds >= 0 else { return RecordTime.text(Double(milliseconds) / 1000) }
        let seconds = RecordTime.text(Double(milliseconds / 1000)).dropLast()
        return "\(seconds).\(String(milliseconds % 1000 + 1000).dropFirst())Z"
    }
}
