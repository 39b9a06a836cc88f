import GRDB
import IlkStore
import IlkVocabulary

/// Stores the verdicts of messages.
///
/// An instance must be created, used and released within one access to a database connection.
final class EmailVerdictWriter {
    private let insert: RawStatement
    private let provenances: ProvenanceTable

    init(_ database: Database) throws {
        provenances = try ProvenanceTable("emailProvenance", on: database)
        insert = try RawStatement(
            "INSERT OR REPLACE INTO emailVerdict VALUES (?, ?, ?, ?, ?, ?, ?, ?)", on: database)
    }

    /// Writes a verdict. The verdict replaces the message's verdict of the same taxonomy.
    func write(_ verdict: Verdict, of row: Int64) throws {
        try insert.run(
            row, verdict.taxonomy.name, verdict.category.rawValue, verdict.probability, verdict.margin,
            verdict.abstention?.rawValue, Self.json(verdict), try provenances.row(of: verdict.provenance))
    }

    /// Returns a JSON object with the probability of each label.
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
}
