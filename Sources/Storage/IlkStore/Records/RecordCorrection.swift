public import FoundationEssentials
package import GRDB
import IlkVocabulary

/// A human label for a record. It overrides the label that the sender or the classifier gave to the record.
///
/// Corrections are never changed. Only the latest correction of a record in a taxonomy counts; earlier ones
/// are kept as history. A correction without a label withdraws earlier corrections. As JSON, a correction is
/// an object with `taxonomy`, `category`, `author` and `timestamp`.
public struct RecordCorrection: Sendable, Hashable {
    /// The name of the taxonomy of the label.
    public var taxonomy: String
    /// The human label, or `nil` if the correction withdraws earlier corrections.
    public var label: String?
    /// The author, or `nil` if unknown.
    public var author: String?
    /// The time of the correction.
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

extension RecordCorrection: Codable {
    private enum CodingKeys: String, CodingKey {
        case taxonomy, author
        case label = "category"
        case time = "timestamp"
    }

    /// Decodes a correction. The time must be in the format of RFC 3339.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        guard let time = ZonedTime(try fields.decode(String.self, forKey: .time)) else {
            throw DecodingError.dataCorruptedError(
                forKey: .time, in: fields, debugDescription: "not an RFC 3339 time")
        }
        self.init(
            taxonomy: try fields.decode(String.self, forKey: .taxonomy),
            label: try fields.decodeIfPresent(String.self, forKey: .label),
            author: try fields.decodeIfPresent(String.self, forKey: .author),
            time: Date(milliseconds: time.milliseconds))
    }

    /// Encodes the correction, without `category` if it withdraws earlier corrections.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(taxonomy, forKey: .taxonomy)
        try fields.encodeIfPresent(label, forKey: .label)
        try fields.encodeIfPresent(author, forKey: .author)
        try fields.encode(TimeText.text(time), forKey: .time)
    }
}

extension Sequence<RecordCorrection> {
    /// The human labels in effect, by taxonomy. The corrections must be sorted from oldest to newest.
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

    /// The table of corrections as an element of ``StoreSchema/unrangedTables``.
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

    /// The SQL condition that a correction `c` is in effect: `c` is the latest correction of its record and
    /// has a label.
    package var isCurrent: String {
        """
        c.label IS NOT NULL AND NOT EXISTS (SELECT 1 FROM \(name) n
            WHERE n.record = c.record AND n.taxonomy = c.taxonomy AND (n.time, n.id) > (c.time, c.id))
        """
    }

    /// Adds a correction as the latest correction of its record and taxonomy, even if the clock was set back.
    ///
    /// - Throws: `DatabaseError`.
    package func insert(_ correction: RecordCorrection, of record: Int64, in database: Database) throws {
        var correction = correction
        let last = try Int64.fetchOne(
            database, sql: "SELECT max(time) FROM \(name) WHERE record = ? AND taxonomy = ?",
            arguments: [record, correction.taxonomy])
        if let last, correction.time.milliseconds <= last { correction.time = Date(milliseconds: last + 1) }
        try put(correction, of: record, in: database)
    }

    /// Adds the imported corrections that the record does not have yet. The correction with the latest time
    /// takes effect, whether it was imported or not.
    ///
    /// - Returns: All corrections of the record, oldest first.
    /// - Throws: `DatabaseError`.
    @discardableResult
    package func merge(
        _ corrections: [RecordCorrection], of record: Int64, in database: Database
    ) throws -> [RecordCorrection] {
        guard !corrections.isEmpty else { return try history(of: record, in: database) }
        var known = Set(try history(of: record, in: database))
        for correction in corrections where known.insert(correction.stored).inserted {
            try put(correction, of: record, in: database)
        }
        return try history(of: record, in: database)
    }

    private func put(_ correction: RecordCorrection, of record: Int64, in database: Database) throws {
        try RawStatement(
            "INSERT INTO \(name) (record, taxonomy, label, author, time) VALUES (?, ?, ?, ?, ?)", on: database
        ).run(
            record, correction.taxonomy, correction.label, correction.author, correction.time.milliseconds)
    }

    /// Returns all corrections of a record, oldest first.
    ///
    /// - Throws: `DatabaseError`.
    package func history(of record: Int64, in database: Database) throws -> [RecordCorrection] {
        try histories(of: record...record, in: database)[record] ?? []
    }

    /// Returns all corrections of the records in a range of row numbers, oldest first.
    ///
    /// - Throws: `DatabaseError`.
    /// - Complexity: O(*n* log *n*) in the number of corrections of these records.
    package func histories(
        of records: ClosedRange<Int64>, in database: Database
    ) throws -> [Int64: [RecordCorrection]] {
        let select = try RawStatement(
            """
            SELECT record, taxonomy, label, author, time FROM \(name) WHERE record BETWEEN ? AND ?
            ORDER BY record, time, id
            """, on: database)
        select.bind(records.lowerBound, records.upperBound)
        defer { select.reset() }
        var found: [Int64: [RecordCorrection]] = [:]
        while try select.step() {
            found[select.integer(0), default: []].append(
                RecordCorrection(
                    taxonomy: try select.text(1) ?? "", label: try select.text(2),
                    author: try select.text(3), time: Date(milliseconds: select.integer(4))))
        }
        return found
    }
}

extension RecordCorrection {
    /// The correction as read back from the table, where the time has millisecond precision.
    fileprivate var stored: RecordCorrection {
        var correction = self
        correction.time = Date(milliseconds: time.milliseconds)
        return correction
    }
}
