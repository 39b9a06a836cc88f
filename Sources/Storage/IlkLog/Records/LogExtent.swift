public import Foundation

/// The number of entries in a log, and their time span.
public struct LogExtent: Sendable, Hashable {
    /// The number of entries.
    public var entries: Int
    /// The time at which the oldest entry was classified, or `nil` if the log is empty.
    public var oldest: Date?
    /// The time at which the newest entry was classified, or `nil` if the log is empty.
    public var newest: Date?
    /// The number of quarantined entries.
    public var quarantined: Int
}
