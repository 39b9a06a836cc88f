import IlkFraming
import IlkStore
package import IlkVocabulary

/// The conversion of log records to and from JSON objects. Fields that the log stores as JSON (features,
/// scores) are copied byte for byte.
package struct LogRecordJSON {
    private var writer = JSONWriter()

    package init() {}

    /// Returns the object on one line, without a line feed.
    package mutating func bytes(_ record: LogRecord) -> [UInt8] {
        writer.reset()
        writer.beginObject()
        writer.field("id", record.id.description)
        writer.field("timestamp", RecordTime.text(record.seconds))
        write(record.category, record.verdict?.probability ?? 0, isGuess: record.verdict?.abstention != nil)
        field("categories", record.labels)
        writer.field("text", record.text)
        if let features = record.features { raw("features", features) }
        if let verdict = record.verdict { write(verdict) }
        writer.field("redacted", record.redacted)
        if !record.corrections.isEmpty {
            writer.key("corrections")
            write(record.corrections)
        }
        if !record.answers.isEmpty {
            writer.key("challengers")
            write(record.answers)
        }
        writer.endObject()
        return writer.bytes
    }

    /// Returns corrections as an array.
    mutating func bytes(_ corrections: [ClassificationCorrection]) -> [UInt8] {
        writer.reset()
        write(corrections)
        return writer.bytes
    }

    /// Returns challengers' answers as an array.
    mutating func bytes(_ answers: [ChallengerAnswer]) -> [UInt8] {
        writer.reset()
        write(answers)
        return writer.bytes
    }

    /// Returns labels as an array.
    mutating func bytes(_ labels: [Category]) -> [UInt8] {
        writer.reset()
        writer.beginArray()
        for label in labels { writer.string(label.rawValue) }
        writer.endArray()
        return writer.bytes
    }

    /// Writes the labels of a multi-label taxonomy, if there are any.
    private mutating func field(_ name: String, _ labels: [Category]?) {
        if let labels { writer.field(name, labels.map(\.rawValue)) }
    }

    private mutating func write(_ answers: [ChallengerAnswer]) {
        writer.beginArray()
        for answer in answers {
            writer.beginObject()
            write(answer.category, answer.probability, isGuess: answer.abstention != nil)
            if answer.abstention == nil { raw("probability", "\(answer.probability)") }
            writer.field("abstention", answer.abstention?.rawValue)
            write(answer.provenance)
            writer.endObject()
        }
        writer.endArray()
    }

    /// Writes the field `category`. For an abstention, the field is null, and the most probable category is
    /// in the field `guess`.
    private mutating func write(_ category: Category, _ probability: Double, isGuess: Bool) {
        guard isGuess else { return writer.field("category", category.rawValue) }
        raw("category", "null")
        writer.key("guess")
        writer.beginObject()
        writer.field("category", category.rawValue)
        raw("probability", "\(probability)")
        writer.endObject()
    }

    private mutating func write(_ provenance: Provenance) {
        writer.field("classifier", provenance.classifier)
        writer.field("model", provenance.modelDigest)
        writer.field("rules", provenance.ruleSetDigest)
        writer.field("icu", provenance.icuVersion)
    }

    private mutating func write(_ verdict: LogRecord.StoredVerdict) {
        writer.key("verdict")
        writer.beginObject()
        raw("probability", "\(verdict.probability)")
        raw("margin", "\(verdict.margin)")
        writer.field("abstention", verdict.abstention)
        raw("scores", verdict.scores)
        writer.field("flags", verdict.flags)
        write(verdict.provenance)
        writer.endObject()
    }

    private mutating func write(_ corrections: [ClassificationCorrection]) {
        writer.beginArray()
        for correction in corrections {
            writer.beginObject()
            writer.field("id", correction.id.description)
            writer.field("timestamp", RecordTime.text(correction.seconds))
            writer.field("category", correction.category.rawValue)
            writer.field("source", correction.source.rawValue)
            writer.field("author", correction.author)
            if correction.withdraws { writer.field("withdraws", true) }
            field("categories", correction.labels)
            writer.endObject()
        }
        writer.endArray()
    }

    private mutating func raw(_ name: String, _ json: String) {
        writer.key(name)
        writer.raw(json.utf8)
    }
}

// MARK: - Reading

extension LogRecordJSON {
    /// The message for an invalid time.
    static let timeRule =
        "field 'timestamp' must be an ISO 8601 time, such as 2026-01-31T12:00:00Z, or seconds since 1970"

    /// A time as text or as a number of seconds.
    private struct Time: Decodable {
        var seconds: Double

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Double.self) {  // Otherwise it is text or invalid.
                seconds = number
                return
            }
            guard let seconds = RecordTime.seconds(try container.decode(String.self)) else {
                throw RecordError(message: LogRecordJSON.timeRule)
            }
            self.seconds = seconds
        }
    }

    private struct Members: Decodable {
        struct Verdict: Decodable {
            var probability: Double
            var margin: Double
            var abstention: String?
            var scores: [String: Double]
            var flags: String?
            var classifier: String
            var model: String?
            var rules: String?
            var icu: String
        }
        var id: RecordID?
        var timestamp: Time
        /// The predicted label, or null for an abstention. Earlier versions wrote the most probable label in
        /// both cases.
        var category: String?
        var categories: [Category]?
        var guess: Guess?
        var text: String
        var verdict: Verdict?
        var redacted: String?
        var corrections: [CorrectionMembers]?
        var challengers: [AnswerMembers]?
    }

    private struct AnswerMembers: Decodable {
        var category: String?
        var probability: Double?
        var guess: Guess?
        var abstention: Verdict.Abstention?
        var classifier: String
        var model: String?
        var rules: String?
        var icu: String

        func answer() throws -> ChallengerAnswer {
            guard let probability = guess?.probability ?? probability else {
                throw RecordError(message: "missing field 'probability'")
            }
            return ChallengerAnswer(
                category: try LogRecordJSON.category(category, guess), probability: probability,
                abstention: abstention,
                provenance: Provenance(
                    classifier: classifier, modelDigest: model, ruleSetDigest: rules, icuVersion: icu))
        }
    }

    private struct CorrectionMembers: Decodable {
        var id: RecordID
        var timestamp: Time
        var category: String
        var source: CorrectionSource
        var author: String?
        var withdraws: Bool?
        var categories: [Category]?

        var correction: ClassificationCorrection {
            ClassificationCorrection(
                id: id, category: Category(category), source: source, author: author,
                seconds: timestamp.seconds, withdraws: withdraws ?? false,
                labels: categories)
        }
    }

    /// Parses an object.
    ///
    /// - Parameters:
    ///   - json: The object.
    ///   - newID: Creates an id for a record that has none.
    /// - Throws: `RecordError`.
    package static func record(_ json: ArraySlice<UInt8>, newID: () -> RecordID) throws -> LogRecord {
        let members = try RecordError.decode(Members.self, json, of: "a log entry")
        let raw = try bytes(of: json)
        guard members.timestamp.seconds.isFinite else {
            throw RecordError(message: timeRule)
        }
        guard !members.text.isEmpty else { throw RecordError(message: "field 'text' is empty") }
        if let features = raw["features"], features.first != UInt8(ascii: "{") {
            throw RecordError(message: "field 'features' must be a JSON object")
        }
        let scores = try raw["verdict"].flatMap { try bytes(of: $0)["scores"] }
        return LogRecord(
            id: members.id ?? newID(), seconds: members.timestamp.seconds,
            category: try category(members.category, members.guess), text: members.text,
            features: raw["features"].map { String(decoding: $0, as: UTF8.self) },
            verdict: members.verdict.map { verdict in
                LogRecord.StoredVerdict(
                    probability: verdict.probability, margin: verdict.margin, abstention: verdict.abstention,
                    scores: scores.map { String(decoding: $0, as: UTF8.self) } ?? "{}",
                    flags: verdict.flags,
                    provenance: Provenance(
                        classifier: verdict.classifier, modelDigest: verdict.model,
                        ruleSetDigest: verdict.rules, icuVersion: verdict.icu))
            }, redacted: members.redacted, corrections: (members.corrections ?? []).map(\.correction),
            answers: try (members.challengers ?? []).map { try $0.answer() }, labels: members.categories)
    }

    /// Returns the predicted category, or the guess if the classifier abstained.
    private static func category(_ category: String?, _ guess: Guess?) throws -> Category {
        guard let category = category.map({ Category($0) }) ?? guess?.category else {
            throw RecordError(message: "missing field 'category'")
        }
        return category
    }

    /// Returns the fields of a decoded object with the unchanged bytes of their values.
    private static func bytes(of json: ArraySlice<UInt8>) throws -> JSONFields {
        do {
            return try JSONFields(json)
        } catch {
            throw RecordError(message: error.description)
        }
    }

    /// Parses corrections from an array.
    ///
    /// - Throws: `RecordError`.
    static func corrections(_ json: String) throws -> [ClassificationCorrection] {
        try RecordError.decode([CorrectionMembers].self, Array(json.utf8)[...], of: "a log entry")
            .map(\.correction)
    }

    /// Parses labels from an array.
    ///
    /// - Throws: `RecordError`.
    static func labels(_ json: String) throws -> [Category] {
        try RecordError.decode([Category].self, Array(json.utf8)[...], of: "a log entry")
    }

    /// Parses challengers' answers from an array.
    ///
    /// - Throws: `RecordError`.
    static func answers(_ json: String) throws -> [ChallengerAnswer] {
        try RecordError.decode([AnswerMembers].self, Array(json.utf8)[...], of: "a log entry")
            .map { try $0.answer() }
    }
}
