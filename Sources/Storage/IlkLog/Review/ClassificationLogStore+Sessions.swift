import FoundationEssentials
import GRDB
import IlkStore
public import IlkVocabulary

// Reviews at the keyboard, in which an answer labels several entries and can be undone.

extension ClassificationLogStore {
    /// Adds a correction to every entry of the given rows of the review queue, in one transaction. A row has
    /// several entries if their texts are equal or nearly equal. Entries that were erased meanwhile are left
    /// out. The corrected entries no longer count as skipped.
    ///
    /// - Parameters:
    ///   - reviews: The rows. The source of a correction is `audit` for the entry of an audit sample,
    ///     otherwise `human`.
    ///   - labels: The label that a person chose; in a multi-label taxonomy, all labels of the text.
    ///   - isMultilabel: `true` if the taxonomy of the log is multi-label.
    ///   - author: The author, whose corrections can later be ignored by name.
    /// - Returns: The ids of the corrections, for ``undo(corrections:)``.
    /// - Throws: ``ClassificationLogError/unknownCategory(_:known:)``, or `StoreError` (`busy` after five
    ///   seconds).
    public func correct(
        _ reviews: [LogReview], to labels: [Category], isMultilabel: Bool = false, author: String? = nil
    ) async throws -> [RecordID] {
        let words = try reviews.flatMap { review in
            try review.entries.map { id in
                let isAudit = review.isAudit && id == review.entry.id
                let word = try correction(
                    labels, isMultilabel: isMultilabel, source: isAudit ? .audit : .human, author: author)
                return (entry: id, word: word)
            }
        }
        return try await store.write { database in
            var stored: [RecordID] = []
            for (id, word) in words where try Self.holds(id, in: database) {
                try Self.put(word, on: try Self.entry(.id(id), in: database), in: database)
                try Self.unskip(id, in: database)
                stored.append(word.id)
            }
            return stored
        }
    }

    /// Deletes corrections without keeping them as history. To change a label, add another correction
    /// instead. To withdraw a correction and keep it as history, use
    /// ``withdrawCorrections(of:source:author:)``.
    ///
    /// - Parameter ids: The ids of the corrections. Unknown ids are ignored.
    /// - Throws: `StoreError`.
    public func undo(corrections ids: [RecordID]) async throws {
        try await store.write { database in
            for id in ids.map(\.description) {
                let entry = try String.fetchOne(
                    database, sql: "SELECT logId FROM classificationCorrection WHERE id = ?", arguments: [id])
                try database.execute(
                    sql: "DELETE FROM classificationCorrection WHERE id = ?", arguments: [id])
                try database.execute(
                    sql: """
                        DELETE FROM classificationCorrectionText WHERE logId = ?1
                        AND NOT EXISTS (SELECT 1 FROM classificationCorrection WHERE logId = ?1)
                        """, arguments: [entry])
            }
        }
    }

    /// Records that a person skipped rows of the review queue. The next review shows their texts last.
    ///
    /// - Parameter reviews: The rows of the queue. Entries that were erased meanwhile are ignored.
    /// - Throws: `StoreError`.
    public func skip(_ reviews: [LogReview]) async throws {
        let now = ids.now.timeIntervalSince1970
        try await store.write { database in
            for id in reviews.flatMap(\.entries) {
                try database.execute(
                    sql: """
                        INSERT OR REPLACE INTO classificationSkipped
                        SELECT id, ? FROM classificationLog WHERE id = ?
                        """, arguments: [now, id.description])
            }
        }
    }

    /// Marks skipped texts as no longer skipped.
    ///
    /// - Parameter reviews: The rows of the queue.
    /// - Throws: `StoreError`.
    public func unskip(_ reviews: [LogReview]) async throws {
        try await store.write { database in
            for id in reviews.flatMap(\.entries) { try Self.unskip(id, in: database) }
        }
    }

    private static func unskip(_ id: RecordID, in database: Database) throws {
        try database.execute(
            sql: "DELETE FROM classificationSkipped WHERE logId = ?", arguments: [id.description])
    }

    /// Returns the skipped entries in the order in which they were skipped.
    ///
    /// - Throws: `StoreError`.
    public func skippedEntries() async throws -> [RecordID] {
        try await store.read { try Self.skippedEntries(in: $0) }
    }

    static func skippedEntries(in database: Database) throws -> [RecordID] {
        try String.fetchAll(
            database, sql: "SELECT logId FROM classificationSkipped ORDER BY timestamp, logId"
        ).compactMap { RecordID($0) }
    }
}
