public import Foundation
public import IlkStore
public import IlkVocabulary

/// A retention rule of a call store. Calls that meet all criteria are erased when the rule is applied.
public struct CallRetention: RetentionRule {
    /// The minimum age in seconds, counted from the start of the call; `nil` for any age.
    public var age: Double?
    /// The emotion that a call must have, or `nil` for all calls.
    public var emotion: EmotionalState?
    /// The tag that a call must have, or `nil` for all calls.
    public var tag: String?

    /// Creates a rule. A rule without arguments matches all calls that have begun.
    ///
    /// - Parameters:
    ///   - age: The minimum age in seconds, counted from the start of the call.
    ///   - emotion: The emotion that a call must have, or `nil` for all calls.
    ///   - tag: The tag that a call must have, or `nil` for all calls.
    public init(age: Double? = nil, emotion: EmotionalState? = nil, tag: String? = nil) {
        self.age = age
        self.emotion = emotion
        self.tag = tag
    }

    /// Returns a purge of the calls that the rule expires. The purge always has a filter, because a purge
    /// without one would also erase contacts and reminders.
    ///
    /// - Parameter now: The time from which ages are counted.
    public func purge(now: Date) -> CallPurge {
        CallPurge(
            filter: CallFilter(emotion: emotion, until: now.addingTimeInterval(-(age ?? 0)), tag: tag))
    }
}

extension CallLogStorage: RetainingStore {
    /// A retention rule of a call store.
    public typealias Retention = CallRetention

    /// The table that stores the retention rules of calls.
    public static let retentionTable = "callRetention"
}
