public import Foundation
public import IlkStore

/// A retention rule of a usage store. Events that meet all criteria are erased when the rule is applied.
public struct UsageRetention: RetentionRule {
    /// The minimum age in seconds, or `nil` for any age.
    public var age: Double?
    /// The type of event, or `nil` for both taps and phrases.
    public var type: UsageFilter.EventType?

    /// Creates a rule. A rule without arguments matches all events up to the present.
    ///
    /// - Parameters:
    ///   - age: The minimum age in seconds.
    ///   - type: The type of event, or `nil` for both taps and phrases.
    public init(age: Double? = nil, type: UsageFilter.EventType? = nil) {
        self.age = age
        self.type = type
    }

    /// The field names of the JSON that the database stores for a rule.
    private enum CodingKeys: String, CodingKey {
        case age
        case type = "kind"
    }

    /// Returns a purge of the events that the rule expires. The purge always has a filter, because a purge
    /// without one would also erase devices and caregivers.
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
