import IlkDebug
import IlkVocabulary

/// Counts of debug events by time and level.
struct DebugHistogram {
    /// The width of a bar in seconds.
    private(set) var seconds: Int64 = 1
    /// The counts by level for each bar with events. The key is the beginning of the bar, in seconds since
    /// 1970. An event without a level is counted under its suggested level, or under ``noLevel``.
    private(set) var bars: [Int64: [String: Int]] = [:]

    /// The level name of events that have neither a level nor a suggested level.
    static let noLevel = "none"
    private static let maximumBars: Int64 = 60
    /// The preferred widths of a bar in seconds: round numbers of seconds, minutes, hours and days.
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

    /// The bars as JSON objects, oldest first. Bars without events are included.
    var fields: [JSONObject] {
        guard let first = bars.keys.min(), let last = bars.keys.max() else { return [] }
        return stride(from: first, through: last, by: Int(seconds)).map { start in
            let levels = bars[start] ?? [:]
            return [
                "start": DebugTime.text(Self.nanoseconds(start)),
                "entries": levels.values.reduce(0, +), "levels": levels,
            ]
        }
    }

    private static func second(_ nanoseconds: Int64) -> Int64 {
        nanoseconds / 1_000_000_000 - (nanoseconds % 1_000_000_000 < 0 ? 1 : 0)
    }

    /// Returns the beginning of a bar in nanoseconds. The first bar may begin before the earliest time.
    private static func nanoseconds(_ seconds: Int64) -> Int64 {
        let (nanoseconds, isOutOfRange) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return isOutOfRange ? .min : nanoseconds
    }

    /// Returns a time, rounded down to a multiple of a width.
    private static func begin(_ time: Int64, _ width: Int64) -> Int64 {
        time - ((time % width) + width) % width
    }
}
