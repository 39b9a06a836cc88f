public import Foundation
public import GRDB
public import IlkStore

/// A retention rule of a usage store. When the rule is applied, it erases the events that meet all criteria.
public struct UsageRetention: RetentionRule {
    /// The minimum age of the events to erase, in seconds; `nil` for any age.
    public var age: Double?
    /// The type of the events to erase, or `nil` for both taps and phrases.
    public var type: UsageFilter.EventType?

    /// Creates a rule. A rule without criteria erases all events up to the present.
    ///
    /// - Parameters:
    ///   - age: The minimum age of the events to erase, in seconds; `nil` for any age.
    ///   - type: The type of the events to erase, or `nil` for both taps and phrases.
    public init(age: Double? = nil, type: UsageFilter.EventType? = nil) {
        self.age = age
        self.type = type
    }

    /// The field names of the JSON that the database stores for a rule.
    private enum CodingKeys: String, CodingKey {
        case age
        case type = "kind"
    }

    /// Returns the purge that applies the rule. The purge always has a filter, because a purge without a
    /// filter would also erase devices and caregivers.
    ///
    /// - Parameter now: The current time, from which ages are measured.
    public func purge(now: Date) -> UsagePurge {
        UsagePurge(filter: UsageFilter(type: type, until: now.addingTimeInterval(-(age ?? 0))))
    }
}

extension UsageStore: RetainingStore {
    /// A retention rule of a usage store.
    public typealias Retention = UsageRetention

    /// The table that stores the retention rules of events.
    public static let retentionTable = "usageRetention"

    /// Counts the events that at least one of several purges would erase.
    ///
    /// - Parameters:
    ///   - purges: The selections of events, at least one. None selects everything.
    ///   - database: The connection to read.
    /// - Throws: `DatabaseError` if SQLite fails.
    /// - Complexity: O(*n* log *n*) in the number of selected events.
    public static func preview(ofUnion purges: [UsagePurge], in database: Database) throws -> PurgeReport {
        try countRows(
            purges.map { purge in
                let (condition, arguments) = purge.filter.conditions()
                return ("SELECT c.place AS row, 0 AS bytes FROM usageEvent c WHERE \(condition)", arguments)
            }, in: database)
    }
}
