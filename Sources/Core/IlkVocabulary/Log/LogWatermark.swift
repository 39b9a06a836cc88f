/// The position of a reader in a log: the last row that was read, and the number of rows up to that row.
///
/// If some of these rows are erased later, the number of rows no longer matches. This is how the reader
/// detects the deletion.
public struct LogWatermark: Sendable, Hashable, Codable {
    /// The number of rows up to and including the last row that was read.
    public var rows: Int
    /// The rowid of the last row that was read; 0 for an empty log.
    public var last: Int64
    /// The id of the last row that was read; empty for an empty log.
    public var lastID: String

    package init(rows: Int, last: Int64, lastID: String) {
        self.rows = rows
        self.last = last
        self.lastID = lastID
    }
}
