package import GRDB
package import IlkVocabulary

/// A table with one row for each provenance of verdicts. Lives on the writing connection.
package final class ProvenanceTable {
    private let find: RawStatement
    private let insert: RawStatement
    private var rows: [Provenance: Int64] = [:]

    /// Prepares to read and extend a table.
    ///
    /// - Parameters:
    ///   - table: Its name. It has the columns `id`, `classifier`, `modelDigest`, `ruleSetDigest` and `icuVersion`.
    ///   - database: The connection.
    /// - Throws: What SQLite throws.
    package init(_ table: String, on database: Database) throws {
        find = try RawStatement(
            """
            SELECT id FROM \(table) WHERE classifier = ? AND ifnull(modelDigest, '') = ifnull(?, '')
                AND ifnull(ruleSetDigest, '') = ifnull(?, '') AND icuVersion = ?
            """, on: database)
        insert = try RawStatement(
            """
            INSERT INTO \(table) (classifier, modelDigest, ruleSetDigest, icuVersion)
                VALUES (?, ?, ?, ?) RETURNING id
            """, on: database)
    }

    /// Finds the row of a provenance, or makes one.
    ///
    /// - Throws: What SQLite throws.
    package func row(of provenance: Provenance) throws -> Int64? {
        if let row = rows[provenance] { return row }
        for statement in [find, insert] where rows[provenance] == nil {
            rows[provenance] = try statement.run(
                provenance.classifier, provenance.modelDigest, provenance.ruleSetDigest,
                provenance.icuVersion)
        }
        return rows[provenance]
    }
}
