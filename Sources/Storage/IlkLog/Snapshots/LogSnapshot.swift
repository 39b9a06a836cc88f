import Foundation
import GRDB
import IlkStore
public import IlkVocabulary

/// A snapshot of a log at one moment, unaffected by concurrent writes.
public struct LogSnapshot {
    let database: Database

    /// Returns the watermark of the log: the number of rows and the id of the last row.
    ///
    /// - Throws: `DatabaseError`.
    public func watermark() throws -> LogWatermark {
        let row = try Row.fetchOne(
            database, sql: "SELECT rowid, id FROM classificationLog ORDER BY rowid DESC LIMIT 1")
        guard let row else { return LogWatermark(rows: 0, last: 0, lastID: "") }
        return LogWatermark(rows: try count(), last: row[0], lastID: row[1])
    }

    func count() throws -> Int {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM classificationLog") ?? 0
    }

    /// Calls a closure with each text after a watermark, in the order of the rows.
    ///
    /// - Parameters:
    ///   - mark: The watermark, or `nil` to start at the first row.
    ///   - body: Receives the bytes of a text, which are valid only until it returns.
    /// - Throws: ``ClassificationLogError/damagedEntry(id:)``, `DatabaseError`, and errors of `body`.
    public func texts(
        after mark: LogWatermark?, _ body: (UnsafeBufferPointer<UInt8>) throws -> Void
    ) throws {
        try texts(where: "l.rowid > ?", [mark?.last ?? 0]) { _, bytes, _ in try body(bytes) }
    }

    /// Returns all corrections that were not withdrawn, with their texts, oldest first. Corrections by
    /// ignored authors are included. A text that was corrected several times occurs several times.
    ///
    /// - Parameter erased: The rows whose corrections are excluded.
    /// - Throws: ``ClassificationLogError/damagedEntry(id:)``, and `DatabaseError`.
    /// - Complexity: O(*n* log *n*) in the number of corrections.
    public func correctedTexts(without erased: RowIDSet = RowIDSet()) throws -> [CorrectedText] {
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT CAST(l.text AS BLOB) AS text, t.digest, c.category, c.source, c.author,
                    (SELECT labels FROM classificationCorrectionLabels WHERE correctionId = c.id) AS labels,
                    (SELECT labels FROM classificationLabels WHERE logId = l.id) AS logged_labels,
                    l.category AS logged, v.probability, v.abstention IS NOT NULL AS abstained,
                    CASE WHEN v.logId IS NOT NULL THEN ifnull(p.modelDigest, '') END AS model,
                    \(ReviewPool.margin) AS margin, l.timestamp, c.timestamp AS corrected, c.logId,
                    l.rowid AS entry,
                    \(EntryChecksum.isSound) AS is_sound, \(EntryChecksum.isCorrectionSound) AS is_correction_sound
                FROM classificationCorrection c
                JOIN classificationLog l ON l.id = c.logId
                JOIN classificationCorrectionText t ON t.logId = c.logId
                \(EntryChecksum.joins)
                WHERE NOT \(ClassificationLogStore.isWithdrawn("c"))
                ORDER BY c.timestamp, c.id
                """)
        var texts: [CorrectedText] = []
        while let row = try rows.next() {
            guard !erased.contains(try row.decode(Int64.self, forColumn: "entry")) else { continue }
            try EntryChecksum.check(row)
            guard let digest = ContentDigest(bytes: try row.decode(Data.self, forColumn: "digest")),
                let source = CorrectionSource(rawValue: try row.decode(String.self, forColumn: "source"))
            else { continue }
            texts.append(
                CorrectedText(
                    entry: RecordID(uuid: try row.decode(UUID.self, forColumn: "logId")),
                    text: String(decoding: try row.decode(Data.self, forColumn: "text"), as: UTF8.self),
                    digest: digest, category: Category(try row.decode(String.self, forColumn: "category")),
                    labels: try row.text("labels").map(LabelListText.labels),
                    source: source, author: try row.decode(String?.self, forColumn: "author"),
                    logged: Category(try row.decode(String.self, forColumn: "logged")),
                    loggedLabels: try row.text("logged_labels").map(LabelListText.labels),
                    hasAbstained: try row.decode(Bool.self, forColumn: "abstained"),
                    model: try row.decode(String?.self, forColumn: "model"),
                    probability: try row.decode(Double?.self, forColumn: "probability"),
                    margin: try row.decode(Double?.self, forColumn: "margin"),
                    timestamp: try row.decode(Double.self, forColumn: "timestamp"),
                    correctionTime: try row.decode(Double.self, forColumn: "corrected")))
        }
        return texts
    }
}

extension ClassificationLogStore {
    /// Runs a closure that reads one consistent snapshot of the log. Concurrent writes are not visible in the
    /// snapshot.
    ///
    /// - Parameter body: The closure that reads. The closure must not keep the snapshot after it returns.
    /// - Returns: The result of `body`.
    /// - Throws: `StoreError`, or errors of `body`.
    public func snapshot<Result: Sendable>(
        _ body: @escaping @Sendable (LogSnapshot) throws -> Result
    ) async throws -> Result {
        try await store.read { try body(LogSnapshot(database: $0)) }
    }
}
