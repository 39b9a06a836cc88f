import Foundation
import GRDB
public import IlkStore
package import IlkVocabulary

extension ClassificationLogStore {
    /// Returns a page of records in the order in which they were logged.
    ///
    /// - Parameters:
    ///   - row: The last row of the previous page, or `nil` for the first page.
    ///   - limit: The maximum number of records.
    ///   - filter: The selection of entries.
    /// - Throws: `StoreError`, and ``ClassificationLogError/damagedEntry(id:)``.
    /// - Complexity: O(*k*) in the number of scanned rows.
    public func records(
        after row: Int64?, limit: Int = 500, matching filter: LogFilter = LogFilter()
    ) async throws -> RecordPage<LogRecord, Int64> {
        let (conditions, arguments) = filter.conditions()
        return try await store.read { database in
            try Self.records(
                "l.rowid > ? \(conditions.map { "AND " + $0 }.joined(separator: " ")) ORDER BY l.rowid LIMIT ?",
                [row ?? .min] + arguments + [limit], in: database)
        }
    }

    /// Returns the records with the given ids, in the order of the ids. Ids without an entry are left out.
    ///
    /// - Parameter ids: The ids.
    /// - Throws: `StoreError`, and ``ClassificationLogError/damagedEntry(id:)``.
    package func records(of ids: [RecordID]) async throws -> [LogRecord] {
        try await store.read { database in try ids.compactMap { try Self.record($0, in: database) } }
    }

    static func record(_ id: RecordID, in database: Database) throws -> LogRecord? {
        try records("l.id = ?", [id.description], in: database).records.first
    }

    private static func records(
        _ condition: String, _ arguments: StatementArguments, in database: Database
    ) throws -> RecordPage<LogRecord, Int64> {
        let cursor = try Row.fetchCursor(
            database,
            sql: """
                SELECT l.rowid AS log_row, l.id, l.text, l.category, l.timestamp, l.extractedFeatures,
                    v.probability, v.margin, v.abstention, v.scores, v.flags,
                    p.classifier, p.modelDigest, p.ruleSetDigest, p.icuVersion, r.kinds,
                    (SELECT labels FROM classificationLabels WHERE logId = l.id) AS labels,
                    EXISTS(SELECT 1 FROM classificationCorrection c WHERE c.logId = l.id) AS isCorrected,
                    EXISTS(SELECT 1 FROM classificationAnswer a WHERE a.logId = l.id) AS isAnswered,
                    \(EntryChecksum.isSound) AS is_sound
                FROM classificationLog l \(EntryChecksum.joins)
                LEFT JOIN classificationRedaction r ON r.logId = l.id
                WHERE \(condition)
                """, arguments: arguments)
        var records: [LogRecord] = []
        var last: Int64?
        while let row = try cursor.next() {
            try EntryChecksum.check(row)
            last = try row.decode(Int64.self, forColumn: "log_row")
            records.append(try LogRecord(row: row, in: database))
        }
        return RecordPage(records, end: last)
    }

    /// Inserts records, all or none. Existing entries gain the corrections that they lack, and are otherwise
    /// unchanged.
    ///
    /// - Parameter records: The records.
    /// - Returns: The number of new entries.
    /// - Throws: ``ClassificationLogError/unknownCategory(_:known:)``;
    ///   ``RecordStoreError/conflictingEntry(id:)`` if the log has an entry with the same id and other
    ///   contents; `StoreError`.
    /// - Complexity: O(*k* log *n*) for *k* records and *n* entries.
    public func insert(_ records: [LogRecord]) async throws -> Int {
        let categories = records.flatMap {
            [$0.category] + ($0.labels ?? []) + $0.corrections.flatMap { [$0.category] + $0.categories }
        }
        let unknown = try await unknownLabels(among: categories)
        if let first = categories.first(where: unknown.contains) {
            throw ClassificationLogError.unknownCategory(first, known: taxonomy.categories)
        }
        let new = try await store.write { try Self.put(records, in: $0) }
        try await store.checkpointIfLarge()
        return new
    }

    /// Inserts records in the current transaction.
    ///
    /// - Returns: The number of new entries.
    @discardableResult
    static func put(_ records: [LogRecord], in database: Database) throws -> Int {
        let writer = try RecordWriter(database)
        return try records.reduce(0) { try $0 + (writer.insert($1, in: database) ? 1 : 0) }
    }
}

extension LogRecord {
    fileprivate init(row: Row, in database: Database) throws {
        let key = try row.decode(String.self, forColumn: "id")
        guard let id = RecordID(key) else { throw RecordStoreError.malformedReference(key) }
        self.init(
            id: id, seconds: try row.decode(Double.self, forColumn: "timestamp"),
            category: Category(try row.decode(String.self, forColumn: "category")),
            text: try row.text("text") ?? "", features: try row.text("extractedFeatures"),
            redacted: try row.text("kinds"), labels: try row.text("labels").map(LabelListText.labels))
        if let probability = try row.decode(Double?.self, forColumn: "probability") {
            verdict = StoredVerdict(
                probability: probability, margin: try row.decode(Double.self, forColumn: "margin"),
                abstention: try row.text("abstention"), scores: try row.text("scores") ?? "{}",
                flags: try row.text("flags"), provenance: try Provenance(row: row))
        }
        if try row.decode(Bool.self, forColumn: "isAnswered") {
            answers = try ChallengerAnswer.all(to: key, in: database)
        }
        if try row.decode(Bool.self, forColumn: "isCorrected") {
            corrections = try ClassificationCorrection.all(of: key, in: database)
        }
    }
}

private struct RecordWriter {
    private let find: RawStatement
    private let rows: ClassificationLogWriter

    init(_ database: Database) throws {
        find = try RawStatement(
            "SELECT text, category, timestamp FROM classificationLog WHERE id = ?", on: database)
        rows = try ClassificationLogWriter(database)
    }

    /// Inserts a record, or adds missing corrections to the existing entry.
    ///
    /// - Returns: `true` if the entry is new.
    func insert(_ record: LogRecord, in database: Database) throws -> Bool {
        let key = record.id.description
        find.bind(key, at: 1)
        defer { find.reset() }
        let isNew = try !find.step()
        if isNew {
            try rows.write(record.text, record.category, record.seconds, features: record.features, of: key)
            if let labels = record.labels { try rows.write(labels, of: key) }
            if let redacted = record.redacted { try rows.note(redacted, of: key) }
            if let verdict = record.verdict { try rows.write(verdict, record.seconds, of: key) }
        } else {
            guard try find.text(0) == record.text, try find.text(1) == record.category.rawValue,
                find.number(2) == record.seconds
            else { throw RecordStoreError.conflictingEntry(id: record.id) }
        }
        for word in record.corrections {
            try ClassificationLogStore.put(word, on: key, of: record.text, in: database)
        }
        for answer in record.answers { try rows.write(answer, of: key) }
        return isNew
    }
}
