import Foundation
import GRDB
public import IlkStore
import IlkVocabulary

extension ClassificationLogStore: ImportingStore {
    /// Records in the order in which they were logged, a page at a time.
    ///
    /// - Parameters:
    ///   - row: The last row of the page before; nil at the beginning.
    ///   - limit: How many rows a page takes at most.
    ///   - filter: Which entries.
    /// - Throws: `StoreError`.
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

    /// The record of an id; nil when there is none.
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

    /// Inserts records, all or none. Entries that are there already are unchanged; corrections that are new are added to them.
    ///
    /// - Returns: The number of new entries.
    /// - Throws: ``ClassificationLogError/unknownCategory(_:known:)``, ``RecordStoreError/conflictingEntry(id:)`` when an entry of the
    ///   same id says something else, `StoreError`.
    public func insert(_ records: [LogRecord]) async throws -> Int {
        let taxonomy = taxonomy
        for category in records.flatMap({ [$0.category] + $0.corrections.map(\.category) })
        where taxonomy.index(of: category) == nil {
            throw ClassificationLogError.unknownCategory(category, known: taxonomy.categories)
        }
        let new = try await store.write { try Self.put(records, in: $0) }
        try await store.checkpointIfLarge()
        return new
    }

    /// - Returns: How many entries are new.
    @discardableResult
    static func put(_ records: [LogRecord], in database: Database) throws -> Int {
        let writer = try RecordWriter(database)
        return try records.reduce(0) { try $0 + (writer.take($1, in: database) ? 1 : 0) }
    }
}

extension LogRecord {
    fileprivate init(row: Row, in database: Database) throws {
        func text(_ column: String) throws -> String? {
            try row.decode(Data?.self, forColumn: column).map { String(decoding: $0, as: UTF8.self) }
        }
        let key = try row.decode(String.self, forColumn: "id")
        guard let id = RecordID(key) else { throw RecordStoreError.malformedReference }
        self.init(
            id: id, seconds: try row.decode(Double.self, forColumn: "timestamp"),
            category: Category(try row.decode(String.self, forColumn: "category")),
            text: try text("text") ?? "", features: try text("extractedFeatures"),
            redacted: try text("kinds"))
        if let probability = try row.decode(Double?.self, forColumn: "probability") {
            judgement = Judgement(
                probability: probability, margin: try row.decode(Double.self, forColumn: "margin"),
                abstention: try text("abstention"), scores: try text("scores") ?? "{}",
                flags: try text("flags"),
                provenance: Provenance(
                    classifier: try text("classifier") ?? "", modelDigest: try text("modelDigest"),
                    ruleSetDigest: try text("ruleSetDigest"), icuVersion: try text("icuVersion") ?? ""))
        }
        if try row.decode(Bool.self, forColumn: "isAnswered") {
            answers = try ChallengerAnswer.all(to: key, in: database)
        }
        guard try row.decode(Bool.self, forColumn: "isCorrected") else { return }
        // Rows of a cursor are read in place; copies would have an author only up to a NUL.
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT c.id, c.logId, c.category, c.source, c.author, c.timestamp,
                    \(EntryChecksum.isCorrectionSound) AS is_correction_sound
                FROM classificationCorrection c WHERE c.logId = ? ORDER BY c.timestamp, c.id
                """, arguments: [key])
        while let row = try rows.next() {
            try EntryChecksum.check(row)
            guard let id = RecordID(try row.decode(String.self, forColumn: "id")),
                let source = CorrectionSource(rawValue: try row.decode(String.self, forColumn: "source"))
            else { continue }
            corrections.append(
                Correction(
                    id: id, category: Category(try row.decode(String.self, forColumn: "category")),
                    source: source,
                    author: try row.decode(Data?.self, forColumn: "author")
                        .map { String(decoding: $0, as: UTF8.self) },
                    seconds: try row.decode(Double.self, forColumn: "timestamp")))
        }
    }
}

/// Writes records as they are, with statements prepared once.
private struct RecordWriter {
    private let find: RawStatement
    private let correct: RawStatement
    private let rows: ClassificationLogWriter

    init(_ database: Database) throws {
        find = try RawStatement(
            "SELECT text, category, timestamp FROM classificationLog WHERE id = ?", on: database)
        correct = try RawStatement(
            "INSERT OR IGNORE INTO classificationCorrection VALUES (?, ?, ?, ?, ?, ?)", on: database)
        rows = try ClassificationLogWriter(database)
    }

    /// - Returns: Whether it is new.
    func take(_ record: LogRecord, in database: Database) throws -> Bool {
        let key = record.id.description
        find.bind(key, at: 1)
        defer { find.reset() }
        let isNew = try !find.step()
        if isNew {
            try rows.write(record.text, record.category, record.seconds, features: record.features, of: key)
            if let redacted = record.redacted { try rows.note(redacted, of: key) }
            if let judgement = record.judgement { try rows.write(judgement, record.seconds, of: key) }
        } else {
            guard try find.text(0) == record.text, try find.text(1) == record.category.rawValue,
                find.number(2) == record.seconds
            else { throw RecordStoreError.conflictingEntry(id: record.id) }
        }
        for correction in record.corrections {
            try correct.run(
                correction.id.description, key, correction.category.rawValue, correction.source.rawValue,
                correction.author, correction.seconds)
            try EntryChecksum.keep(ofCorrection: correction.id.description, in: database)
        }
        for answer in record.answers { try rows.write(answer, of: key) }
        if !record.corrections.isEmpty {
            try database.execute(
                sql: "INSERT OR IGNORE INTO classificationCorrectionText (logId, digest) VALUES (?, ?)",
                arguments: [key, Data(ContentDigest(of: record.text).bytes)])
        }
        return isNew
    }
}
