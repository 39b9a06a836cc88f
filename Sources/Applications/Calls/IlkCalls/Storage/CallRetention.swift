public import Foundation
public import IlkStore
public import IlkVocabulary

/// A retention rule of a call store. Calls that meet all criteria are erased when the rule is applied.
public struct CallRetention: RetentionRule {
    /// The age in seconds from which calls match, counted from their start; `nil` for any age.
    public var age: Double?
    /// Selects only calls with this emotion.
    public var emotion: EmotionalState?
    /// Selects only calls with this tag.
    public var tag: String?

    /// Creates a rule. Without arguments it matches all calls that have begun.
    ///
    /// - Parameters:
    ///   - age: The age in seconds from which calls match.
    ///   - emotion: Selects only calls with this emotion.
    ///   - tag: Selects only calls with this tag.
    public init(age: Double? = nil, emotion: EmotionalState? = nil, tag: String? = nil) {
        self.age = age
        self.emotion = emotion
        self.tag = tag
    }

    /// Returns the calls that the rule does not keep. The result is never a purge of everything, because such
    /// a purge would also erase contacts and reminders.
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
