public import FoundationEssentials
public import IlkVocabulary

/// Counts and totals of calls.
public struct CallStatistics: Sendable, Hashable {
    /// The number of counted calls.
    public var total = 0
    /// The number of calls that have a duration, an emotion or notes.
    public var withDetails = 0
    /// The number of calls whose current version is not on the server: calls with the status pending, syncing
    /// or failed. Without a filter, deleted calls are counted too until the server confirms the deletion.
    public var pending = 0
    /// The number of calls that the server rejected. These calls are included in ``pending``.
    public var failed = 0
    /// The number of calls with a duration.
    public var timed = 0
    /// The total duration of the counted calls, in minutes.
    public var totalMinutes = 0
    /// The number of calls for each emotion. Calls without an emotion are not counted.
    public var byEmotion: [EmotionalState: Int] = [:]
    /// The start time of the first counted call, or `nil` if no call was counted.
    public var first: Date?
    /// The start time of the last counted call, or `nil` if no call was counted.
    public var last: Date?

    /// The mean duration in minutes of the calls with a duration; `nil` if no call has a duration.
    public var meanMinutes: Double? { timed > 0 ? Double(totalMinutes) / Double(timed) : nil }

    /// The mean number of calls per week between the first and the last call. A period of less than a week
    /// counts as one week. `nil` for fewer than two calls.
    public var callsPerWeek: Double? {
        guard total > 1, let first, let last else { return nil }
        return Double(total) / max(1, last.timeIntervalSince(first) / 604_800)
    }

    /// Creates empty statistics.
    public init() {}
}

extension CallStatistics {
    /// The statistics as a JSON object.
    package var fields: JSONObject {
        [
            "schema": "ilk.call.stats/1", "calls": total, "withDetails": withDetails, "pending": pending,
            "failed": failed, "timed": timed, "totalMinutes": totalMinutes, "meanMinutes": meanMinutes,
            "callsPerWeek": callsPerWeek,
            "byEmotion": Dictionary(uniqueKeysWithValues: byEmotion.map { ($0.key.rawValue, $0.value) }),
        ]
    }
}
