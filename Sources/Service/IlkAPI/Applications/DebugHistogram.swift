import IlkDebug
import IlkVocabulary

/// The numbers of debug events by time and level.
struct DebugHistogram {
    /// The width of a bar in seconds.
    private(set) var seconds: Int64 = 1
    /// The numbers of events by level, for each second at which a bar begins. An event without a level is
    /// counted under its suggested level, or under ``noLevel``.
    private(set) var bars: [Int64: [String: Int]] = [:]

    /// The level name of events that have neither a level nor a suggested level.
    static let noLevel = "none"
    private static let maximumBars: Int64 = 60
    /// The possible widths of a bar, which people can read: seconds, minutes, hours and days.
    private static let widths: [Int64] = [
        1, 5, 15, 60, 300, 900, 3600, 10_800, 21_600, 86_400, 604_800, 2_592_000,
    ]

    /// - Parameter events: The times of the events in nanoseconds since 1970, in any order, and their levels.
    /// - Complexity: O(*n*) in the number of events.
    init(_ events: some Collection<(nanoseconds: Int64, level: LogLevel?)>) {
        let times = events.map { Self.second($0.nanoseconds) }
        guard let first = times.min(), let last = times.max() else { return }
        let span = last - first
        seconds = Self.widths.first { span / $0 < Self.maximumBars } ?? span / (Self.maximumBars - 1) + 1
        for (event, time) in zip(events, times) {
            bars[Self.begin(time, seconds), default: [:]][
                event.level?.rawValue ?? Self.noLevel, default: 0] += 1
        }
    }

    /// The bars in order of time. Bars without events are included.
    var fields: [JSONObject] {
        guard let first = bars.keys.min(), let last = bars.keys.max() else { return [] }
        return stride(from: first, through: last, by: Int(seconds)).map { start in
            let levels = bars[start] ?? [:]
            return [
                "start": DebugTime.text(start.multipliedReportingOverflow(by: 1_000_000_000).partialValue),
                "entries": levels.values.reduce(0, +), "levels": levels,
            ]
        }
    }

    private static func second(_ nanoseconds: Int64) -> Int64 {
        begin(nanoseconds, 1_000_000_000) / 1_000_000_000
    }

    /// Returns the largest multiple of a width up to a time.
    private static func begin(_ time: Int64, _ width: Int64) -> Int64 {
        time - ((time % width) + width) % width
    }
}
