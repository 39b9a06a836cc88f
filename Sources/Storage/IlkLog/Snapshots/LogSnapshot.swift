import Foundation
import GRDB
import IlkStore
public import IlkVocabulary

/// A log as it was at one moment, whatever is written to it meanwhile.
public struct LogSnapshot {
    let database: Database

    /// How far the log goes.
    ///
    /// - Throws: What SQLite throws.
    public func watermark() throws -> LogWatermark {
        let row = try Row.fetchOne(
            database, sql: "SELECT rowid, id FROM classificationLog ORDER BY rowid DESC LIMIT 1")
        guard let row else { return LogWatermark(rows: 0, last: 0, lastID: "") }
        return LogWatermark(rows: try count(), last: row[0], lastID: row[1])
    }

    func count() throws -> Int {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM classificationLog") ?? 0
    }

    /// The texts behind a mark, in the order of their rows.
    ///
    /// - Parameters:
    ///   - mark: Where to begin; nil for the beginning.
    ///   - body: Takes each text's bytes, which are there only until it returns.
    /// - Throws: ``ClassificationLogError/damagedEntry(id:)``, and what SQLite or `body` throws.
    public func texts(
        after mark: LogWatermark?, _ body: (UnsafeBufferPointer<UInt8>) throws -> Void
    ) throws {
        try texts(where: "l.rowid > ?", [mark?.last ?? 0]) { _, bytes, _ in try body(bytes) }
    }

    /// All words of people, the oldest first: of a text several, when it was corrected several times.
    ///
    /// - Parameter erased: Rows whose words are not wanted.
    /// - Throws: ``ClassificationLogError/damagedEntry(id:)``, and what SQLite throws.
    public func correctedTexts(without erased: ErasedRows = ErasedRows()) throws -> [CorrectedText] {
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT CAST(l.text AS BLOB) AS text, t.digest, c.category, c.source, c.author,
                    l.category AS logged, v.probability, l.timestamp, c.logId, l.rowid AS entry,
                    \(EntryChecksum.isSound) AS is_sound, \(EntryChecksum.isCorrectionSound) AS is_correction_sound
                FROM classificationCorrection c
                JOIN classificationLog l ON l.id = c.logId
                JOIN classificationCorrectionText t ON t.logId = c.logId
                \(EntryChecksum.joins)
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
                    source: source, author: try row.decode(String?.self, forColumn: "author"),
                    logged: Category(try row.decode(String.self, forColumn: "logged")),
                    probability: try row.decode(Double?.self, forColumn: "probability"),
                    timestamp: try row.decode(Double.self, forColumn: "timestamp")))
        }
        return texts
    }
}

extension ClassificationLogStore {
    /// Reads the log as it is at one moment. Writers go on meanwhile; what they write is not seen.
    ///
    /// - Parameter body: What reads; the snapshot is not to be kept.
    /// - Throws: `StoreError`, or what `body` throws.
    public func snapshot<Result: Sendable>(
        _ body: @escaping @Sendable (LogSnapshot) throws -> Result
    ) async throws -> Result {
        try await store.read { try body(LogSnapshot(database: $0)) }
    }
}
