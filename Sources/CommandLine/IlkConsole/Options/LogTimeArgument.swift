import ArgumentParser
package import FoundationEssentials
import IlkVocabulary

/// A point in time on the command line: a day, an ISO 8601 time or an age.
package struct LogTimeArgument: Hashable, Sendable, ExpressibleByArgument {
    private enum Kind: Hashable {
        case at(Double)
        case ago(Double)
    }

    private let kind: Kind

    /// Parses a point in time. Returns `nil` for anything else.
    package init?(argument: String) {
        let units: [Character: Double] = [
            "s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800, "y": 31_557_600,
        ]
        if let unit = argument.last.flatMap({ units[$0] }), let count = Double(argument.dropLast()),
            count >= 0,
            argument.first?.isNumber == true
        {
            kind = .ago(count * unit)
            return
        }
        let isDay = argument.utf8.count == 10
        guard argument.contains("-"),
            let seconds = RecordTime.seconds(isDay ? argument + "T00:00:00Z" : argument)
        else { return nil }
        kind = .at(seconds)
    }

    /// The age in seconds, or `nil` for a day or a time.
    package var age: Double? { if case .ago(let seconds) = kind { seconds } else { nil } }

    /// Checks that it is an age.
    ///
    /// - Throws: `ValidationError` for a day or a time.
    package func checkAge() throws {
        if age == nil {
            throw ValidationError("--older-than takes an age here, such as 90d, not a date.")
        }
    }

    /// Returns the date, where an age is relative to `now`.
    package func date(now: Date) -> Date {
        switch kind {
        case .at(let seconds): Date(timeIntervalSince1970: seconds)
        case .ago(let seconds): now.addingTimeInterval(-seconds)
        }
    }
}
