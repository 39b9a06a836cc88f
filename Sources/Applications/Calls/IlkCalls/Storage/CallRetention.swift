public import Foundation
public import GRDB
public import IlkStore
public import IlkVocabulary

/// A retention rule of a call store. When the rule is applied, it erases the calls that meet all criteria.
public struct CallRetention: RetentionRule {
    /// The minimum age of the calls to erase, in seconds since the start of the call; `nil` for any age.
    public var age: Double?
    /// The emotion of the calls to erase, or `nil` for all calls.
    public var emotion: EmotionalState?
    /// The tag of the calls to erase, or `nil` for all calls.
    public var tag: String?

    /// Creates a rule. A rule without criteria erases all calls that have begun.
    ///
    /// - Parameters:
    ///   - age: The minimum age of the calls to erase, in seconds since the start of the call.
    ///   - emotion: The emotion of the calls to erase.
    ///   - tag: The tag of the calls to erase.
    public init(age: Double? = nil, emotion: EmotionalState? = nil, tag: String? = nil) {
        self.age = age
        self.emotion = emotion
        self.tag = tag
    }

    /// Returns the purge that applies the rule. The purge always has a filter, because a purge without a
    /// filter would also erase contacts and reminders.
    ///
    /// - Parameter now: The current time, from which ages are measured.
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

    /// Counts the calls that at least one of several purges would erase.
    ///
    /// - Parameters:
    ///   - purges: The selections of calls, at least one. None selects everything.
    ///   - database: The connection to read.
    /// - Throws: `DatabaseError` if SQLite fails.
    /// - Complexity: O(*n* log *n*) in the number of selected calls.
    public static func preview(ofUnion purges: [CallPurge], in database: Database) throws -> PurgeReport {
        try countRows(
            purges.map { purge in
                let (condition, arguments) = purge.condition()
                let bytes = "ifnull(length(CAST(c.notes AS BLOB)), 0)"
                return (
                    "SELECT c.rowid AS row, \(bytes) AS bytes FROM callLog c WHERE \(condition)", arguments
                )
            }, in: database)
    }
}
