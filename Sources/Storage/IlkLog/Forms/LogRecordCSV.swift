import FoundationEssentials
import IlkStore
package import IlkVocabulary

/// The conversion of log records to and from CSV rows.
package struct LogRecordCSV {
    /// The names of the fields in output order. Input may have any order.
    package static let names: [String?] = [
        "id", "timestamp", "category", "text", "features", "probability", "margin", "abstention", "guess",
        "scores", "flags", "classifier", "model", "rules", "icu", "redacted", "corrections", "challengers",
        "categories",
    ]

    private let named: NamedFields

    /// Returns the fields of a row.
    ///
    /// - Parameter json: An encoder, for the fields that contain JSON.
    package static func fields(_ record: LogRecord, _ json: inout LogRecordJSON) -> [String?] {
        let verdict = record.verdict
        let isGuess = verdict?.abstention != nil
        let corrections =
            record.corrections.isEmpty
            ? nil : String(decoding: json.bytes(record.corrections), as: UTF8.self)
        let answers =
            record.answers.isEmpty ? nil : String(decoding: json.bytes(record.answers), as: UTF8.self)
        return [
            record.id.description, RecordTime.text(record.seconds), isGuess ? nil : record.category.rawValue,
            record.text,
            record.features, verdict.map { "\($0.probability)" }, verdict.map { "\($0.margin)" },
            verdict?.abstention, isGuess ? record.category.rawValue : nil, verdict?.scores,
            verdict?.flags, verdict?.provenance.classifier,
            verdict?.provenance.modelDigest, verdict?.provenance.ruleSetDigest,
            verdict?.provenance.icuVersion, record.redacted, corrections, answers,
            record.labels.map { String(decoding: json.bytes($0), as: UTF8.self) },
        ]
    }

    /// Creates a parser for the rows of a table whose header contains the given names.
    ///
    /// - Throws: `RecordError` if a required name is missing.
    package init(names: [String?]) throws {
        named = try NamedFields(names: names, needed: ["timestamp", "category", "text"])
    }

    private func field(_ name: String, of row: [String?]) -> String? { named.field(name, of: row) }

    /// Parses a row.
    ///
    /// - Throws: `RecordError`.
    package func record(_ row: [String?], newID: () -> RecordID) throws -> LogRecord {
        guard let seconds = field("timestamp", of: row).flatMap(RecordTime.seconds) else {
            throw RecordError(message: LogRecordJSON.timeRule)
        }
        guard let text = field("text", of: row), !text.isEmpty else {
            throw RecordError(message: "field 'text' is empty")
        }
        let key = field("id", of: row)
        let id = key.flatMap { RecordID($0) }
        guard key == nil || id != nil else {
            throw RecordError(message: "field 'id' must be the id of an entry, a UUID")
        }
        let features = field("features", of: row)
        try Self.check(features, isObjectOf: Anything.self, "features")
        return LogRecord(
            id: id ?? newID(), seconds: seconds,
            category: Category(field("category", of: row) ?? field("guess", of: row) ?? ""), text: text,
            features: features, verdict: try verdict(row), redacted: field("redacted", of: row),
            corrections: try field("corrections", of: row).map(LogRecordJSON.corrections) ?? [],
            answers: try field("challengers", of: row).map(LogRecordJSON.answers) ?? [],
            labels: try field("categories", of: row).map(LogRecordJSON.labels))
    }

    private func verdict(_ row: [String?]) throws -> LogRecord.StoredVerdict? {
        guard let probability = field("probability", of: row) else { return nil }
        guard let probability = Double(probability),
            let margin = field("margin", of: row).flatMap(Double.init),
            probability.isFinite, margin.isFinite
        else { throw RecordError(message: "fields 'probability' and 'margin' must be numbers") }
        let scores = field("scores", of: row)
        try Self.check(scores, isObjectOf: Double.self, "scores")
        return LogRecord.StoredVerdict(
            probability: probability, margin: margin, abstention: field("abstention", of: row),
            scores: scores ?? "{}", flags: field("flags", of: row),
            provenance: Provenance(
                classifier: field("classifier", of: row) ?? "", modelDigest: field("model", of: row),
                ruleSetDigest: field("rules", of: row), icuVersion: field("icu", of: row) ?? ""))
    }

    /// Accepts any JSON value.
    private struct Anything: Decodable {
        init(from decoder: any Decoder) throws {}
    }

    private static func check<Value: Decodable>(_ json: String?, isObjectOf: Value.Type, _ name: String)
        throws
    {
        guard let json else { return }
        do {
            _ = try JSONDecoder().decode([String: Value].self, from: Data(json.utf8))
        } catch {
            throw RecordError(message: "field '\(name)' must be a JSON object")
        }
    }
}
