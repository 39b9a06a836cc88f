public import Foundation

/// How much a log holds, and of which time.
public struct LogExtent: Sendable, Hashable {
    /// How many entries there are.
    public var entries: Int
    /// When the oldest of them was classified; nil when there is none.
    public var oldest: Date?
    /// When the newest of them was classified.
    public var newest: Date?
    /// How many entries the database refused, and are kept aside.
    public var quarantined: Int
}
