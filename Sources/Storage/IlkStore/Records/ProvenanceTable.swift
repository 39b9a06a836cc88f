package import GRDB
package import IlkVocabulary

/// A table with one row for each provenance: the classifier, model, rules and ICU version that produced
/// verdicts. Use the object only on the writing connection.
package final class ProvenanceTable {
    /// Returns the SQL that creates the table and its index.
    ///
    /// - Parameter name: The name of the table.
    package static func creation(_ name: String) -> String {
        """
        CREATE TABLE \(name) (
            id INTEGER PRIMARY KEY,
            classifier TEXT NOT NULL,
            modelDigest TEXT,
            ruleSetDigest TEXT,
            icuVersion TEXT NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX idx_\(name) ON \(name)(
            classifier, ifnull(modelDigest, ''), ifnull(ruleSetDigest, ''), icuVersion);
        """
    }

    private let find: RawStatement
    private let insert: RawStatement
    private var rows: [Provenance: Int64] = [:]

    /// Prepares the statements of a table with the columns `id`, `classifier`, `modelDigest`, `ruleSetDigest`
    /// and `icuVersion`.
    ///
    /// - Throws: `DatabaseError`.
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

    /// Returns the row id of a provenance, after inserting the row if it is missing.
    ///
    /// - Throws: `DatabaseError`.
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
