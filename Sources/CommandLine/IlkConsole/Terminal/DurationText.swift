import IlkVocabulary

/// A duration as human-readable text.
package enum DurationText {
    /// Returns the duration in the largest unit that gives an integer: `90 minutes` for 5400 seconds. A
    /// duration of at least two days is always given in days, if necessary with decimals: `2.50 days`.
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
        return DecimalText.counted(Int(saturating: seconds), "second")
    }
}
