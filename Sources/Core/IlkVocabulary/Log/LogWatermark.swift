/// How far a log was read: which row was the last, and how many there were up to it.
///
/// When a row of them is gone the numbers no longer fit, and who read it knows that something was erased.
public struct LogWatermark: Sendable, Hashable, Codable {
    /// How many rows there were.
    public var rows: Int
    /// The number of the last one in the file, 0 of an empty log.
    public var last: Int64
    /// The last one's id; empty of an empty log.
    public var lastID: String

    /// A mark of these parts.
    public init(rows: Int, last: Int64, lastID: String) {
        self.rows = rows
        self.last = last
        self.lastID = lastID
    }
}
