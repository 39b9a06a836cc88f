public import Foundation
import GRDB
import IlkStore
public import IlkVocabulary

/// A correction: a human label for an entry, which contradicts or confirms the logged label.
///
/// Corrections are never changed. Of the corrections of an entry that are neither ignored nor withdrawn, only
/// the latest counts. The others are kept as history.
///
/// A withdrawal of earlier corrections is stored as a correction too. Its category is the logged label,
/// because the table requires a label, and does not count as a human label. In a multi-label taxonomy, a
/// correction may say that no label applies: its ``labels`` are empty, and its category is the logged label.
public struct ClassificationCorrection: Sendable, Hashable {
    /// The id of the correction.
    public var id: RecordID
    /// The human label, or the first of several.
    public var category: Category
    /// All human labels, if the taxonomy is multi-label, otherwise `nil`. Empty if no label applies.
    public var labels: [Category]?
    /// The origin of the correction.
    public var source: CorrectionSource
    /// The author, or `nil` if unknown.
    public var author: String?
    /// The time in seconds since 1970-01-01T00:00:00Z. The times of an entry's corrections ascend, even
    /// if the clock is set back.
    public var seconds: Double
    /// `true` if the correction withdraws all earlier corrections of its entry.
    public var withdraws: Bool
    /// `true` if the author or the source is ignored (`ClassificationLogStore.ignore(_:readmitting:)`), or if
    /// the correction was withdrawn. An ignored correction does not count. Exports do not include this field.
    public var isIgnored = false

    /// Creates a correction that is not ignored.
    ///
    /// - Parameters:
    ///   - id: The id of the correction.
    ///   - category: The human label.
    ///   - source: The origin of the correction.
    ///   - author: The author, or `nil` if unknown.
    ///   - seconds: The time in seconds since 1970-01-01T00:00:00Z.
    ///   - withdraws: `true` if the correction withdraws all earlier corrections of its entry.
    ///   - labels: All human labels, if the taxonomy is multi-label, otherwise `nil`.
    public init(
        id: RecordID, category: Category, source: CorrectionSource, author: String?, seconds: Double,
        withdraws: Bool = false, labels: [Category]? = nil
    ) {
        self.id = id
        self.category = category
        self.source = source
        self.author = author
        self.seconds = seconds
        self.withdraws = withdraws
        self.labels = labels
    }

    /// The human labels: one, or any number if the taxonomy is multi-label.
    public var categories: [Category] { labels ?? [category] }

    /// The time as a date.
    public var timestamp: Date { Date(timeIntervalSince1970: seconds) }
}

extension ClassificationCorrection {
    /// The SQL columns of a correction `c`.
    static let columns = """
        c.id AS correction_id, c.category AS correction_category, c.source AS correction_source,
            c.author AS correction_author, c.timestamp AS correction_timestamp,
            EXISTS (SELECT 1 FROM classificationWithdrawal WHERE correctionId = c.id) AS correction_withdraws,
            NOT (\(ClassificationLogStore.isHeard("c"))) AS correction_isLeftOut,
            (SELECT labels FROM classificationCorrectionLabels WHERE correctionId = c.id) AS correction_labels,
            \(EntryChecksum.isCorrectionSound) AS is_correction_sound
        """

    /// Returns all corrections of an entry, oldest first.
    static func all(of id: String, in database: Database) throws -> [ClassificationCorrection] {
        // Rows are read from the cursor, because a copied row would contain an author only up to a NUL.
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

    /// Reads ``columns``. Returns `nil` if the columns are NULL because the entry has no correction.
    init?(row: Row) throws {
        guard let id = try row.decode(UUID?.self, forColumn: "correction_id"),
            let source = CorrectionSource(
                rawValue: try row.decode(String.self, forColumn: "correction_source"))
        else { return nil }
        self.init(
            id: RecordID(uuid: id),
            category: Category(try row.decode(String.self, forColumn: "correction_category")), source: source,
            author: try row.text("correction_author"),
            seconds: try row.decode(Double.self, forColumn: "correction_timestamp"),
            withdraws: try row.decode(Bool.self, forColumn: "correction_withdraws"),
            labels: try row.text("correction_labels").map(LabelListText.labels))
        isIgnored = try row.decode(Bool.self, forColumn: "correction_isLeftOut")
    }
}
