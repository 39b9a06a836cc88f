import ArgumentParser
package import FoundationEssentials
import IlkVocabulary

/// A point in time on the command line: a day, an ISO 8601 time or an age.
package struct LogTimeArgument: Hashable, Sendable, ArgumentWithForm, CustomStringConvertible {
    package static let argumentForm = "a time, such as 7d (ago), 2026-11-21 or 2026-11-21T08:00:00Z"
    /// The form for options that accept only an age.
    package static let ageForm = "an age, such as 90d"

    /// The argument as the user wrote it.
    package let description: String
    private let point: PointInTime

    /// Parses a point in time. Returns `nil` if the argument is not a point in time.
    package init?(argument: String) {
        guard let point = PointInTime(argument) else { return nil }
        description = argument
        self.point = point
    }

    /// The age in seconds, or `nil` for a day or a time.
    package var age: Double? { point.age }

    /// Checks that the argument is an age, not a date.
    ///
    /// - Throws: `ValidationError` for a day or a time.
    package func checkAge() throws {
        if age == nil {
            throw ValidationError.invalid("--older-than", self, expected: Self.ageForm)
        }
    }

    /// Returns the point in time as a date. An age is subtracted from `now`.
    package func date(now: Date) -> Date { point.date(now: now) }
}
