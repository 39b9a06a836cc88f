public import Foundation
import GRDB
public import IlkVocabulary

/// A person's word on a logged category: that it was wrong, or that it was right.
///
/// Corrections are never changed or taken back: the latest of an entry counts, the others are its history.
public struct ClassificationCorrection: Sendable, Hashable {
    /// The key.
    public var id: RecordID
    /// The entry that it is about.
    public var logID: RecordID
    /// The category that it gives.
    public var category: Category
    /// Where it came from.
    public var source: CorrectionSource
    /// Who gave it; nil when nobody said.
    public var author: String?
    /// When. Of one entry's corrections a later one has a later timestamp, whatever the clock did.
    public var timestamp: Date
    /// Whether its author's or source's words are left out (`ClassificationLogStore.leaveOut(_:hearing:)`): then it is
    /// history, and counts for nothing.
    public var isLeftOut = false
}

extension ClassificationCorrection {
    /// Reads the `correction_` columns of an entry's row; nil when the entry has no correction.
    init?(row: Row, logID: RecordID) throws {
        guard let id = try row.decode(UUID?.self, forColumn: "correction_id"),
            let source = CorrectionSource(
                rawValue: try row.decode(String.self, forColumn: "correction_source"))
        else { return nil }
        self.init(
            id: RecordID(uuid: id), logID: logID,
            category: Category(try row.decode(String.self, forColumn: "correction_category")),
            source: source,
            author: try row.decode(String?.self, forColumn: "correction_author"),
            timestamp: Date(
                timeIntervalSince1970: try row.decode(Double.self, forColumn: "correction_timestamp")),
            isLeftOut: try row.decode(Bool.self, forColumn: "correction_isLeftOut"))
    }
}
