package import FoundationEssentials

/// A point in time as people write it: a day, an ISO 8601 time or an age such as `90d`.
package struct PointInTime: Hashable, Sendable {
    private enum Kind: Hashable {
        case at(Double)
        case ago(Double)
    }

    private let kind: Kind

    /// Parses a point in time. Returns `nil` for anything else.
    package init?(_ text: String) {
        let units: [Character: Double] = [
            "s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800, "y": 31_557_600,
        ]
        if let unit = text.last.flatMap({ units[$0] }), let count = Double(text.dropLast()), count >= 0,
            text.first?.isNumber == true
        {
            kind = .ago(count * unit)
            return
        }
        let isDay = text.utf8.count == 10
        guard text.contains("-"), let seconds = RecordTime.seconds(isDay ? text + "T00:00:00Z" : text)
        else { return nil }
        kind = .at(seconds)
    }

    /// The age in seconds, or `nil` for a day or a time.
    package var age: Double? { if case .ago(let seconds) = kind { seconds } else { nil } }

    /// Returns the date. An age is subtracted from `now`.
    package func date(now: Date) -> Date {
        switch kind {
        case .at(let seconds): Date(timeIntervalSince1970: seconds)
        case .ago(let seconds): now.addingTimeInterval(-seconds)
        }
    }
}
