import GRDB
import IlkStore
import IlkVocabulary

/// Writes what the pipeline thought of messages, beside them.
///
/// Belongs to a connection: make, use and release it inside that connection's access.
final class EmailVerdictWriter {
    private let database: Database
    private let insert: RawStatement
    private var provenances: [Provenance: Int64] = [:]

    init(_ database: Database) throws {
        self.database = database
        insert = try RawStatement(
            "INSERT OR REPLACE INTO emailVerdict VALUES (?, ?, ?, ?, ?, ?, ?, ?)", on: database)
    }

    /// Writes a verdict over the one of the same taxonomy.
    func write(_ verdict: Verdict, of row: Int64) throws {
        insert.bind(row, at: 1)
        insert.bind(verdict.taxonomy.name, at: 2)
        insert.bind(verdict.category.rawValue, at: 3)
        insert.bind(verdict.probability, at: 4)
        insert.bind(verdict.margin, at: 5)
        insert.bind(verdict.abstention?.rawValue, at: 6)
        insert.bind(Self.json(verdict), at: 7)
        insert.bind(try provenance(verdict.provenance), at: 8)
        try insert.run()
    }

    /// The probability of each category.
    private static func json(_ verdict: Verdict) -> String {
        var json = "{"
        for (category, probability) in zip(verdict.taxonomy.categories, verdict.probabilities) {
            json += json.utf8.count > 1 ? ",\"" : "\""
            json += escaped(category.rawValue)
            json += "\":"
            json += probability.isFinite ? probability.description : "0"
        }
        return json + "}"
    }

    private static func escaped(_ name: String) -> String {
        guard name.utf8.contains(where: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "\"") }) else {
            return name
        }
        return name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }

    private func provenance(_ provenance: Provenance) throws -> Int64 {
        if let id = provenances[provenance] { return id }
        let arguments: StatementArguments = [
            provenance.classifier, provenance.modelDigest, provenance.ruleSetDigest, provenance.icuVersion,
        ]
        try database.execute(
            sql: """
                INSERT OR IGNORE INTO emailProvenance (classifier, modelDigest, ruleSetDigest, icuVersion)
                VALUES (?, ?, ?, ?)
                """, arguments: arguments)
        let id = try Int64.fetchOne(
            database,
            sql: """
                SELECT id FROM emailProvenance WHERE classifier = ? AND ifnull(modelDigest, '') = ifnull(?, '')
                    AND ifnull(ruleSetDigest, '') = ifnull(?, '') AND icuVersion = ?
                """, arguments: arguments)
        provenances[provenance] = id
        return id ?? 0
    }
}
