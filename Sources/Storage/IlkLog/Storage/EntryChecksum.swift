import GRDB
import IlkStore
import IlkVocabulary

/// Checksums that detect damaged entries and corrections. They are stored next to the rows.
///
/// The checksum of an entry is written when the entry is indexed, at most half a second after the row. The
/// checksum of a correction is written with the correction. Rows that older versions wrote have no checksum
/// and are assumed to be sound. Versions without checksums stored no withdrawals, so a withdrawal without a
/// checksum is damaged.
enum EntryChecksum {
    /// SQL for the checksum of the entry `l` with its verdict `v`, the verdict's provenance `p` and the
    /// redactions of the text. The list of labels in a multi-label taxonomy is appended to the label. In
    /// other taxonomies the checksum is therefore the one that earlier versions computed.
    static let found = """
        \(RowChecksum.function)(l.rowid, l.id, l.text,
            l.category || ifnull((SELECT labels FROM classificationLabels WHERE logId = l.id), ''), l.timestamp, l.textLength, l.extractedFeatures,
            v.timestamp, v.probability, v.margin, v.abstention, v.scores, v.flags,
            p.classifier, p.modelDigest, p.ruleSetDigest, p.icuVersion,
            (SELECT kinds FROM classificationRedaction WHERE logId = l.id))
        """

    /// SQL that is 1 if the entry's checksum matches or is missing, and 0 otherwise.
    static let isSound = """
        ifnull((SELECT k.checksum = \(found) FROM classificationChecksum k WHERE k.row = l.rowid), 1)
        """

    /// SQL that joins the rows covered by the checksum to the entry `l`.
    static let joins = """
        LEFT JOIN classificationVerdict v ON v.logId = l.id
        LEFT JOIN classificationProvenance p ON p.id = v.provenance
        """

    private static let foundCorrection = """
        \(RowChecksum.function)(c.id, c.logId,
            c.category || ifnull(
                (SELECT labels FROM classificationCorrectionLabels WHERE correctionId = c.id), ''),
            c.source || ifnull((SELECT ' withdraws' FROM classificationWithdrawal WHERE correctionId = c.id), ''),
            c.author, c.timestamp)
        """

    /// SQL that is 1 if the checksum of the correction `c` matches or may be missing, and 0 otherwise.
    static let isCorrectionSound = """
        ifnull((SELECT k.checksum = \(foundCorrection)
            FROM classificationCorrectionChecksum k WHERE k.correctionId = c.id),
            NOT EXISTS (SELECT 1 FROM classificationWithdrawal WHERE correctionId = c.id))
        """

    /// Stores a correction's checksum, in the transaction that writes the correction.
    static func keep(ofCorrection id: String, in database: Database) throws {
        try database.execute(
            sql: """
                INSERT OR IGNORE INTO classificationCorrectionChecksum
                SELECT c.id, \(foundCorrection) FROM classificationCorrection c WHERE c.id = ?
                """, arguments: [id])
    }

    /// Computes the checksums of withdrawals again. Earlier versions left out that they are withdrawals.
    static func renewWithdrawals(in database: Database) throws {
        try database.execute(
            sql: """
                INSERT OR REPLACE INTO classificationCorrectionChecksum
                SELECT c.id, \(foundCorrection) FROM classificationCorrection c
                JOIN classificationWithdrawal w ON w.correctionId = c.id
                """)
    }

    /// Throws if a checksum of a query's row does not match.
    ///
    /// - Parameter row: A row with the column `is_sound` and with `id` or `logId`. A row with a correction
    ///   also has `is_correction_sound`.
    /// - Throws: ``ClassificationLogError/damagedEntry(id:)``.
    static func check(_ row: Row) throws {
        let entry: Bool? = row["is_sound"]
        let correction: Bool? = row["is_correction_sound"]
        guard entry != false, correction != false else {
            // Decoded leniently, because a damaged row may contain anything.
            let id: DatabaseValue? = row["id"] ?? row["logId"]
            throw ClassificationLogError.damagedEntry(
                id: id.flatMap { String.fromDatabaseValue($0) } ?? "without an id")
        }
    }

    /// Returns the id of a damaged entry, or `of row 7` if row 7 has a checksum but is missing, or `nil` if
    /// all entries are sound.
    ///
    /// - Complexity: O(*n*) in the number of entries.
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

    /// Returns the ids of all entries that are damaged or have a damaged correction. The id of a missing
    /// entry is an empty string.
    ///
    /// - Complexity: O(*n*) in the number of entries.
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

    /// Removes damaged entries and corrections from a copy of a damaged log.
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
