import Foundation
import IlkLog
import IlkStore
import IlkVocabulary
import TestSupport
import Testing

@Suite struct `Forms of log records` {
    private static func record(_ abstention: String?) -> LogRecord {
        let id = RecordID("01K8XJ5ZQ3F7V9W2B4D6H8M0NS") ?? RecordID(high: 1, low: 2)
        let provenance = Provenance(
            classifier: "fused", modelDigest: "ab", ruleSetDigest: nil, icuVersion: "72.1")
        return LogRecord(
            id: id, seconds: 1_800_000_000, category: "search", text: "xkqz",
            verdict: LogRecord.StoredVerdict(
                probability: 0.75, margin: 0.5, abstention: abstention, scores: #"{"search":0.75}"#,
                flags: nil,
                provenance: provenance),
            answers: [
                ChallengerAnswer(
                    category: "code", probability: 0.5, abstention: abstention == nil ? nil : .unsure,
                    provenance: provenance)
            ])
    }

    private static func read(_ json: String) throws -> LogRecord {
        try LogRecordJSON.record(Array(json.utf8)[...]) { RecordID(high: 1, low: 2) }
    }

    @Test(arguments: ["unfamiliar", nil]) func `an export is read back unchanged`(abstention: String?) throws
    {
        let record = Self.record(abstention)
        var json = LogRecordJSON()
        let line = String(decoding: json.bytes(record), as: UTF8.self)
        #expect(line.contains(#""category":null,"guess":{"category":"search""#) == (abstention != nil))
        #expect(line.contains(#""category":null,"guess":{"category":"code""#) == (abstention != nil))
        #expect(try Self.read(line) == record)
        let row = LogRecordCSV.fields(record, &json)
        #expect(row.count == LogRecordCSV.names.count)
        let parser = try LogRecordCSV(names: LogRecordCSV.names)
        #expect(try parser.record(row) { RecordID(high: 1, low: 2) } == record)
        let place = try #require(LogRecordCSV.names.firstIndex(of: "category"))
        #expect((row[place] == nil) == (abstention != nil))
    }

    @Test func `an export of an earlier version has the guess as its category`() throws {
        let old =
            #"{"timestamp":"2026-11-21T08:00:00Z","category":"search","text":"xkqz","verdict":{"probability":0.75,"#
            + #""margin":0.5,"abstention":"outOfVocabulary","scores":{"search":0.75},"classifier":"fused","icu":"72.1"},"#
            + #""challengers":[{"category":"code","probability":0.5,"abstention":"outOfVocabulary","#
            + #""classifier":"bayes","icu":"72.1"}]}"#
        let record = try Self.read(old)
        #expect(record.category == "search" && record.verdict?.abstention == "outOfVocabulary")
        #expect(record.answers.first?.category == "code" && record.answers.first?.abstention == .unfamiliar)
        #expect(record.answers.first?.prediction == nil)
    }

    @Test func `a record without a category or a guess is rejected`() {
        let json = #"{"timestamp":"2026-11-21T08:00:00Z","category":null,"text":"xkqz"}"#
        #expect(throws: RecordError.self) { _ = try Self.read(json) }
    }

    @Test(arguments: [
        ("{\"category\":\"code\",\"text\":\"x\"}", "missing field 'timestamp'"),
        (
            "{\"timestamp\":\"2026-02-30T00:00:00Z\",\"category\":\"code\",\"text\":\"x\"}",
            "field 'timestamp' must be an ISO 8601 time, such as 2026-01-31T12:00:00Z, or seconds since 1970"
        ),
        ("{\"timestamp\":1,\"category\":\"code\",\"text\":\"\"}", "field 'text' is empty"),
        ("{\"timestamp\":1,\"category\":\"code\",\"text\":3}", "field 'text' must be a string"),
        ("{\"timestamp\":1,\"category\":\"code\"", "not a JSON object that represents a log entry"),
        ("[1]", "not a JSON object that represents a log entry"),
    ]) func `an invalid record is rejected with a reason`(json: String, says: String) {
        let problem = #expect(throws: RecordError.self) {
            try LogRecordJSON.record(Array(json.utf8)[...], newID: { RecordID(high: 1, low: 2) })
        }
        #expect(problem?.message == says)
    }

    @Test func `fields of a prediction have a category, those of an abstention a guess`() throws {
        func fields(_ abstention: String?) throws -> JSONValue {
            let object = (["id": 7] as JSONObject).predicting("code", 0.5, abstention: abstention)
            return try JSONValue(JSONEncoder().encode(object))
        }
        let (sure, unsure) = (try fields(nil), try fields("unsure"))
        #expect(sure["category"].string == "code" && sure["probability"].number == 0.5)
        #expect(!sure.names.contains("guess") && !sure.names.contains("abstention"))
        #expect(unsure.names.contains("category") && unsure["category"].string == nil)
        #expect(unsure["abstention"].string == "unsure" && !unsure.names.contains("probability"))
        #expect(unsure["guess"]["category"].string == "code" && unsure["guess"]["probability"].number == 0.5)
    }
}
