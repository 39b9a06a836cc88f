import IlkConsole
import IlkLog
import IlkFraming
import IlkVocabulary

/// A record of the log as a JSON object, and back. Members that are JSON in the log (features, scores) keep their bytes.
struct LogRecordJSON {
    private var writer = JSONWriter()

    /// The object on one line, without a line feed.
    mutating func bytes(_ record: LogRecord) -> [UInt8] {
        writer.reset()
        writer.beginObject()
        member("id", record.id.description)
        writer.key("timestamp")
        time(record.seconds)
        member("category", record.category.rawValue)
        member("text", record.text)
        if let features = record.features { raw("features", features) }
        if let judgement = record.judgement { write(judgement) }
        if let redacted = record.redacted { member("redacted", redacted) }
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

    /// Corrections as an array.
    mutating func bytes(_ corrections: [LogRecord.Correction]) -> [UInt8] {
        writer.reset()
        write(corrections)
        return writer.bytes
    }

    /// Challengers' answers as an array.
    mutating func bytes(_ answers: [ChallengerAnswer]) -> [UInt8] {
        writer.reset()
        write(answers)
        return writer.bytes
    }

    private mutating func write(_ answers: [ChallengerAnswer]) {
        writer.beginArray()
        for answer in answers {
            writer.beginObject()
            member("category", answer.category.rawValue)
            raw("probability", "\(answer.probability)")
            if let abstention = answer.abstention { member("abstention", abstention.rawValue) }
            write(answer.provenance)
            writer.endObject()
        }
        writer.endArray()
    }

    private mutating func write(_ provenance: Provenance) {
        member("classifier", provenance.classifier)
        if let model = provenance.modelDigest { member("model", model) }
        if let rules = provenance.ruleSetDigest { member("rules", rules) }
        member("icu", provenance.icuVersion)
    }

    private mutating func write(_ judgement: LogRecord.Judgement) {
        writer.key("verdict")
        writer.beginObject()
        raw("probability", "\(judgement.probability)")
        raw("margin", "\(judgement.margin)")
        if let abstention = judgement.abstention { member("abstention", abstention) }
        raw("scores", judgement.scores)
        if let flags = judgement.flags { member("flags", flags) }
        write(judgement.provenance)
        writer.endObject()
    }

    private mutating func write(_ corrections: [LogRecord.Correction]) {
        writer.beginArray()
        for correction in corrections {
            writer.beginObject()
            member("id", correction.id.description)
            writer.key("timestamp")
            time(correction.seconds)
            member("category", correction.category.rawValue)
            member("source", correction.source.rawValue)
            if let author = correction.author { member("author", author) }
            writer.endObject()
        }
        writer.endArray()
    }

    private mutating func time(_ seconds: Double) { writer.string(RecordTime.text(seconds)) }

    private mutating func member(_ name: String, _ value: String) {
        writer.key(name)
        writer.string(value)
    }

    private mutating func raw(_ name: String, _ json: String) {
        writer.key(name)
        writer.raw(json.utf8)
    }
}

// MARK: - Reading

extension LogRecordJSON {
    /// Times come as text or as a number of seconds.
    private struct Time: Decodable {
        var seconds: Double

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Double.self) {  // Else it is text, or wrong.
                seconds = number
                return
            }
            guard let seconds = RecordTime.seconds(try container.decode(String.self)) else {
                throw RecordProblem(says: "a timestamp is no time")
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
        var category: String
        var text: String
        var verdict: Verdict?
        var redacted: String?
        var corrections: [CorrectionMembers]?
        var challengers: [AnswerMembers]?
    }

    private struct AnswerMembers: Decodable {
        var category: String
        var probability: Double
        var abstention: Verdict.Abstention?
        var classifier: String
        var model: String?
        var rules: String?
        var icu: String

        var answer: ChallengerAnswer {
            ChallengerAnswer(
                category: Category(category), probability: probability, abstention: abstention,
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

        var correction: LogRecord.Correction {
            LogRecord.Correction(
                id: id, category: Category(category), source: source, author: author,
                seconds: timestamp.seconds)
        }
    }

    /// Reads an object.
    ///
    /// - Parameter newID: Makes a key for one that has none.
    /// - Throws: `RecordProblem`.
    static func record(_ json: ArraySlice<UInt8>, newID: () -> RecordID) throws -> LogRecord {
        let members = try RecordProblem.decode(Members.self, json, of: "a log")
        let raw = try bytes(of: json)
        guard members.timestamp.seconds.isFinite else { throw RecordProblem(says: "a timestamp is no time") }
        guard !members.text.isEmpty else { throw RecordProblem(says: "its text is empty") }
        if let features = raw["features"], features.first != UInt8(ascii: "{") {
            throw RecordProblem(says: "its features are no JSON object")
        }
        let scores = try raw["verdict"].flatMap { try bytes(of: $0)["scores"] }
        return LogRecord(
            id: members.id ?? newID(), seconds: members.timestamp.seconds,
            category: Category(members.category),
            text: members.text, features: raw["features"].map { String(decoding: $0, as: UTF8.self) },
            judgement: members.verdict.map { verdict in
                LogRecord.Judgement(
                    probability: verdict.probability, margin: verdict.margin, abstention: verdict.abstention,
                    scores: scores.map { String(decoding: $0, as: UTF8.self) } ?? "{}",
                    flags: verdict.flags,
                    provenance: Provenance(
                        classifier: verdict.classifier, modelDigest: verdict.model,
                        ruleSetDigest: verdict.rules, icuVersion: verdict.icu))
            }, redacted: members.redacted, corrections: (members.corrections ?? []).map(\.correction),
            answers: (members.challengers ?? []).map(\.answer))
    }

    /// The members of an object that a decoder has read before, with their bytes.
    private static func bytes(of json: ArraySlice<UInt8>) throws -> JSONMembers {
        do {
            return try JSONMembers(json)
        } catch {
            throw RecordProblem(says: error.description)
        }
    }

    /// Reads corrections from an array.
    ///
    /// - Throws: `RecordProblem`.
    static func corrections(_ json: String) throws -> [LogRecord.Correction] {
        try RecordProblem.decode([CorrectionMembers].self, Array(json.utf8)[...], of: "a log")
            .map(\.correction)
    }

    /// Reads challengers' answers from an array.
    ///
    /// - Throws: `RecordProblem`.
    static func answers(_ json: String) throws -> [ChallengerAnswer] {
        try RecordProblem.decode([AnswerMembers].self, Array(json.utf8)[...], of: "a log").map(\.answer)
    }
}
