package import FoundationEssentials
import IlkStore
import IlkVocabulary

/// Times of calls as text with millisecond precision. Times from 1970 on are ISO 8601 in UTC with three
/// decimals. Earlier times are a negative number of seconds.
package enum CallTime {
    /// Formats a time so that `RecordTime.seconds` can parse it.
    package static func text(_ date: Date) -> String {
        let milliseconds = date.milliseconds
        guard milliseconds >= 0 else { return RecordTime.text(Double(milliseconds) / 1000) }
        return ZonedTime(milliseconds: milliseconds, zone: 0).description
    }
}
