public import FoundationEssentials
package import GRDB

/// A correction: a human label for a record, which overrides the label of its sender or of the classifier.
///
/// Corrections are never changed. The latest one of a record and a taxonomy counts, and the others are its
/// history. One without a label withdraws the earlier ones.
public struct RecordCorrection: Sendable, Hashable {
    /// The name of the taxonomy of the label.
    public var taxonomy: String
    /// The human label, or `nil` if the correction withdraws the earlier ones.
    public var label: String?
    /// The author, or `nil` if unknown.
    public var author: String?
    /// The time.
    public var time: Date

    /// Creates a correction.
    ///
    /// - Parameters:
    ///   - taxonomy: The name of the taxonomy of the label.
    ///   - label: The human label, or `nil` to withdraw earlier corrections.
    ///   - author: The author, or `nil` if unknown.
    ///   - time: The time.
    public init(taxonomy: String, label: String?, author: String? = nil, time: Date = Date()) {
        self.taxonomy = taxonomy
        self.label = label
        self.author = author
        self.time = time
    }
}

extension Sequence<RecordCorrection> {
    /// The labels that count, by taxonomy, of the corrections of one record in the order of their storage.
    public var labels: [String: String] {
        var labels: [String: String] = [:]
        for correction in self { labels[correction.taxonomy] = correction.label }
        return labels
    }
}

/// The table of corrections of a store. Each record has a history of corrections for each taxonomy.
package struct CorrectionTable: Sendable {
    package let name: String
    private let record: String

    /// - Parameters:
    ///   - name: The name of the table.
    ///   - record: The table and the column of the records' row numbers, such as `email(row)`.
    package init(_ name: String, of record: String) {
        (self.name, self.record) = (name, record)
    }

    /// The table, for ``StoreSchema/unrangedTables``.
    package var copied: RangedTable { .rows(name, "corrections") }

    /// The statements that create the table. Released schema steps contain them, so they never change.
    package var tableSQL: String {
        """
        CREATE TABLE \(name) (
            id INTEGER PRIMARY KEY,
            record INTEGER NOT NULL REFERENCES \(record) ON DELETE CASCADE ON UPDATE CASCADE,
            taxonomy TEXT NOT NULL,
            label TEXT,
            author TEXT,
            time INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX idx_\(name)_record ON \(name)(record, taxonomy);
        """
    }

    /// The SQL condition that a correction `c` counts: it is the latest one, and has a label.
    package var isCurrent: String {
        """
        c.label IS NOT NULL AND c.id = (SELECT max(id) FROM \(name) WHERE record = c.record AND taxonomy = c.taxonomy)
        """
    }

    /// - Throws: `DatabaseError`.
    package func insert(_ correction: RecordCorrection, of record: Int64, in database: Database) throws {
        try RawStatement(
            "INSERT INTO \(name) (record, taxonomy, label, author, time) VALUES (?, ?, ?, ?, ?)", on: database
        ).run(
            record, correction.taxonomy, correction.label, correction.author, correction.time.milliseconds)
    }

    /// Returns all corrections of a record, oldest first.
    ///
    /// - Throws: `DatabaseError`.
    package func history(of record: Int64, in database: Database) throws -> [RecordCorrection] {
        let select = try RawStatement(
            "SELECT taxonomy, label, author, time FROM \(name) WHERE record = ? ORDER BY id", on: database)
        select.bind(record, at: 1)
        defer { select.reset() }
        var found: [RecordCorrection] = []
        while try select.step() {
            found.append(
                RecordCorrection(
                    taxonomy: try select.text(0) ?? "", label: try select.text(1),
                    author: try select.text(2), time: Date(milliseconds: select.integer(3))))
        }
        return found
    }
}
