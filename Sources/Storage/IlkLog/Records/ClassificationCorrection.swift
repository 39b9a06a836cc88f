public import Foundation
import GRDB
import IlkStore
public import IlkVocabulary

/// A person's word on a logged category: that it was wrong, or that it was right.
///
/// Corrections are never changed or taken back: the latest of an entry counts, the others are its history.
public struct ClassificationCorrection: Sendable, Hashable {
    /// The key.
    public var id: RecordID
    /// The category that it gives.
    public var category: Category
    /// Where it came from.
    public var source: CorrectionSource
    /// Who gave it; nil when nobody said.
    public var author: String?
    /// When, in seconds since 1970-01-01T00:00:00Z. Of one entry's corrections a later one has a later time, whatever the
    /// clock did.
    public var seconds: Double
    /// Whether its author's or source's words are left out (`ClassificationLogStore.leaveOut(_:hearing:)`): then it is
    /// history, and counts for nothing. Exports do not have it.
    public var isLeftOut = false

    /// A correction of these parts, which counts.
    public init(
        id: RecordID, category: Category, source: CorrectionSource, author: String?, seconds: Double
    ) {
        self.id = id
        self.category = category
        self.source = source
        self.author = author
        self.seconds = seconds
    }

    /// The time as a date.
    public var timestamp: Date { Date(timeIntervalSince1970: seconds) }
}

extension ClassificationCorrection {
    /// The columns that a correction `c` is read from.
    static let columns = """
        c.id AS correction_id, c.category AS correction_category, c.source AS correction_source,
            c.author AS correction_author, c.timestamp AS correction_timestamp,
            NOT \(ClassificationLogStore.isHeard("c")) AS correction_isLeftOut,
            \(EntryChecksum.isCorrectionSound) AS is_correction_sound
        """

    /// All corrections of an entry, oldest first; the last one counts.
    ///
    /// - Parameter id: The entry's key.
    static func all(of id: String, in database: Database) throws -> [ClassificationCorrection] {
        // Rows of a cursor are read in place; copies would have an author only up to a NUL.
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT c.logId, \(columns) FROM classificationCorrection c WHERE c.logId = ? ORDER BY c.timestamp, c.id
                """, arguments: [id])
        var all: [ClassificationCorrection] = []
        while let row = try rows.next() {
            try EntryChecksum.check(row)
            if let correction = try ClassificationCorrection(row: row) { all.append(correction) }
        }
        return all
    }

    /// Reads ``columns``; nil when an entry has no correction.
    init?(row: Row) throws {
        guard let id = try row.decode(UUID?.self, forColumn: "correction_id"),
            let source = CorrectionSource(
                rawValue: try row.decode(String.self, forColumn: "correction_source"))
        else { return nil }
        self.init(
            id: RecordID(uuid: id),
            category: Category(try row.decode(String.self, forColumn: "correction_category")), source: source,
            author: try row.text("correction_author"),
            seconds: try row.decode(Double.self, forColumn: "correction_timestamp"))
        isLeftOut = try row.decode(Bool.self, forColumn: "correction_isLeftOut")
    }
}
