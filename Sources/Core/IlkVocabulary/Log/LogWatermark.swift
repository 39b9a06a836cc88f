/// The position up to which a reader has read a log: its last row and the number of rows up to it.
///
/// If rows are erased later, the numbers no longer match, and the reader detects the deletion.
public struct LogWatermark: Sendable, Hashable, Codable {
    /// The number of rows up to and including the last one read.
    public var rows: Int
    /// The row number of the last row; 0 for an empty log.
    public var last: Int64
    /// The id of the last row; empty for an empty log.
    public var lastID: String

    package init(rows: Int, last: Int64, lastID: String) {
        self.rows = rows
        self.last = last
        self.lastID = lastID
    }
}
