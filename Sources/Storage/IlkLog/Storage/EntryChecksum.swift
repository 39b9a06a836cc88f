import GRDB
import IlkStore
import IlkVocabulary

/// How an entry, or a person's word on it, is told from what a disk made of it: by a checksum that is kept beside the row.
///
/// An entry's is written when the entry is indexed, at most half a second after the row; a correction's together with it. Rows
/// of older programs have none and are taken as they are.
enum EntryChecksum {
    /// SQL for the checksum of the entry `l` with its verdict `v`, that one's origin `p` and what was taken out of the text.
    static let found = """
        \(RowChecksum.function)(l.rowid, l.id, l.text, l.category, l.timestamp, l.textLength, l.extractedFeatures,
            v.timestamp, v.probability, v.margin, v.abstention, v.scores, v.flags,
            p.classifier, p.modelDigest, p.ruleSetDigest, p.icuVersion,
            (SELECT kinds FROM classificationRedaction WHERE logId = l.id))
        """

    /// SQL for whether the entry is what was written; 1 where that is not known.
    static let isSound = """
        ifnull((SELECT k.checksum = \(found) FROM classificationChecksum k WHERE k.row = l.rowid), 1)
        """

    /// SQL that joins to the entry `l` all that its checksum is of.
    static let joins = """
        LEFT JOIN classificationVerdict v ON v.logId = l.id
        LEFT JOIN classificationProvenance p ON p.id = v.provenance
        """

    private static let foundCorrection = """
        \(RowChecksum.function)(c.id, c.logId, c.category, c.source, c.author, c.timestamp)
        """

    /// SQL for whether the correction `c` is what was written; 1 where that is not known, and where there is none.
    static let isCorrectionSound = """
        ifnull((SELECT k.checksum = \(foundCorrection)
            FROM classificationCorrectionChecksum k WHERE k.correctionId = c.id), 1)
        """

    /// Keeps a correction's checksum, in the transaction that writes the correction.
    static func keep(ofCorrection id: String, in database: Database) throws {
        try database.execute(
            sql: """
                INSERT OR IGNORE INTO classificationCorrectionChecksum
                SELECT c.id, \(foundCorrection) FROM classificationCorrection c WHERE c.id = ?
                """, arguments: [id])
    }

    /// Holds a row of a query to what was written.
    ///
    /// - Parameters:
    ///   - row: It has the columns `is_sound`, and `id` or `logId`; also `is_correction_sound` where it has a correction.
    /// - Throws: ``ClassificationLogError/damagedEntry(id:)``.
    static func check(_ row: Row) throws {
        let entry: Bool? = row["is_sound"]
        let correction: Bool? = row["is_correction_sound"]
        guard entry != false, correction != false else {
            // As it comes: in a damaged row anything may stand.
            let id: DatabaseValue? = row["id"] ?? row["logId"]
            throw ClassificationLogError.damagedEntry(
                id: id.flatMap { String.fromDatabaseValue($0) } ?? "without an id")
        }
    }

    /// The id of an entry that is not what was written, or of a checksum whose entry is gone; nil when there is none.
    ///
    /// - Complexity: Linear in the log's length.
    static func fault(in database: Database) throws -> String? {
        try String.fetchOne(
            database,
            sql: """
                SELECT ifnull(l.id, 'of row ' || k.row) FROM classificationChecksum k
                LEFT JOIN classificationLog l ON l.rowid = k.row \(joins)
                WHERE l.id IS NULL OR k.checksum <> \(found) LIMIT 1
                """)
            ?? String.fetchOne(
                database,
                sql: "SELECT c.logId FROM classificationCorrection c WHERE NOT \(isCorrectionSound) LIMIT 1")
    }

    /// The ids of all entries that are not what was written, or that have a correction that is not.
    ///
    /// - Complexity: Linear in the log's length.
    static func damagedEntries(in database: Database) throws -> [String] {
        try String.fetchAll(
            database,
            sql: """
                SELECT ifnull(l.id, '') FROM classificationChecksum k
                LEFT JOIN classificationLog l ON l.rowid = k.row \(joins)
                WHERE l.id IS NULL OR k.checksum <> \(found)
                UNION SELECT c.logId FROM classificationCorrection c WHERE NOT \(isCorrectionSound)
                """)
    }

    /// Removes entries and corrections that are not what was written, from a copy of a damaged log.
    static func removeDamaged(in database: Database) throws {
        let corrections = "SELECT c.id FROM classificationCorrection c WHERE NOT \(isCorrectionSound)"
        try database.execute(sql: "DELETE FROM classificationCorrection WHERE id IN (\(corrections))")
        try database.execute(
            sql: """
                DELETE FROM classificationLog WHERE rowid IN (
                    SELECT l.rowid FROM classificationLog l \(joins) WHERE NOT \(isSound))
                """)
    }
}
