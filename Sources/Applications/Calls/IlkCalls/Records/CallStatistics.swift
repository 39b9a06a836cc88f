public import FoundationEssentials
public import IlkVocabulary

/// How many calls there are and what they came to.
public struct CallStatistics: Sendable, Hashable {
    /// All calls.
    public var total = 0
    /// Those of which more is known than when they were.
    public var withDetails = 0
    /// Those that the server has not got as they are here: pending, syncing or failed, deleted ones too.
    public var pending = 0
    /// Of ``pending``, those that the server refused.
    public var failed = 0
    /// Those with a duration.
    public var timed = 0
    /// Their minutes together.
    public var totalMinutes = 0
    /// How many calls felt how; without those of which nobody said.
    public var byEmotion: [EmotionalState: Int] = [:]
    /// When the first call was.
    public var first: Date?
    /// When the last call was.
    public var last: Date?

    /// The mean duration in minutes of the calls that have one; nil when none has.
    public var meanMinutes: Double? { timed > 0 ? Double(totalMinutes) / Double(timed) : nil }

    /// Calls a week, from the first to the last call; nil when there are fewer than two.
    public var callsAWeek: Double? {
        guard total > 1, let first, let last else { return nil }
        return Double(total) / max(1, last.timeIntervalSince(first) / 604_800)
    }

    /// Statistics of no calls.
    public init() {}
}
