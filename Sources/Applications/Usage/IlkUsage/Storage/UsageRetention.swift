public import Foundation
public import IlkStore

/// A retention rule of a usage store. Events that meet all criteria are erased when the rule is applied.
public struct UsageRetention: RetentionRule {
    /// The age in seconds from which events match, or `nil` for any age.
    public var age: Double?
    /// Selects only taps, or only phrases.
    public var type: UsageFilter.EventType?

    /// Creates a rule. Without arguments it matches all events up to now.
    ///
    /// - Parameters:
    ///   - age: The age in seconds from which events match.
    ///   - type: Selects only taps, or only phrases.
    public init(age: Double? = nil, type: UsageFilter.EventType? = nil) {
        self.age = age
        self.type = type
    }

    /// The names of the fields in the database.
    private enum CodingKeys: String, CodingKey {
        case age
        case type = "kind"
    }

    /// Returns the events that the rule does not keep. The result is never a purge of everything, because
    /// such a purge would also erase devices and caregivers.
    ///
    /// - Parameter now: The time from which ages are counted.
    public func purge(now: Date) -> UsagePurge {
        UsagePurge(filter: UsageFilter(type: type, until: now.addingTimeInterval(-(age ?? 0))))
    }
}

extension UsageStore: RetainingStore {
    /// A retention rule of a usage store.
    public typealias Retention = UsageRetention

    /// The table that stores the retention rules of events.
    public static let retentionTable = "usageRetention"
}
