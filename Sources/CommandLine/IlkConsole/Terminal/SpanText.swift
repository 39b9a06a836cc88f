import IlkVocabulary

/// A length of time as people write it.
package enum SpanText {
    /// The length in the largest unit of which it is a whole number; from two days on always in days.
    package static func text(_ seconds: Double) -> String {
        let days = seconds / 86_400
        if days >= 2 {
            return (days == days.rounded() ? "\(Int(saturating: days))" : DecimalText.fixed(days, 2))
                + " days"
        }
        for (name, length) in [("day", 86_400.0), ("hour", 3600), ("minute", 60)]
        where seconds >= length && seconds.truncatingRemainder(dividingBy: length) == 0 {
            return DecimalText.counted(Int(saturating: seconds / length), name)
        }
        return "\(Int(saturating: seconds)) seconds"
    }
}
