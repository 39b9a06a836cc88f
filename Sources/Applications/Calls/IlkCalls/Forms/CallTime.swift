package import FoundationEssentials
import IlkStore
import IlkVocabulary

/// The text form of call times, with millisecond precision. A time from 1970 on is written as an ISO 8601
/// time in UTC with three decimals. An earlier time is written as a negative number of seconds.
package enum CallTime {
    /// Formats a time so that `RecordTime.seconds` can parse it.
    package static func text(_ date: Date) -> String {
        let milliseconds = date.milliseconds
        guard milliseconds >= 0 else { return RecordTime.text(Double(milliseconds) / 1000) }
        return ZonedTime(milliseconds: milliseconds, zone: 0).description
    }
}
