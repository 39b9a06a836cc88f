/// Why a part of a full-text index was not put into a table.
public enum FullTextProblem: Error, Hashable, Sendable {
    /// The records of FTS5 are not as this program knows them.
    case unknownFormat
    /// FTS5 does not see what was put there.
    case unseen
}
