import Foundation
import GRDB
import IlkRedaction
import IlkStore
import IlkVocabulary

/// Writes entries with statements prepared once: the row, and the verdict beside it. Lives on the writing connection.
final class ClassificationLogWriter {
    private let insertLog: RawStatement
    private let insertVerdict: RawStatement
    private let findProvenance: RawStatement
    private let insertProvenance: RawStatement
    private let insertRedaction: RawStatement
    private let insertAnswer: RawStatement
    private let now: @Sendable () -> Date
    private let featureJSON: FeatureJSON
    private var scoreKeys: (taxonomy: Taxonomy, keys: [String])?
    private var provenances: [Provenance: Int64] = [:]

    init(_ database: Database, featureJSON: FeatureJSON, now: @escaping @Sendable () -> Date) throws {
        insertLog = try RawStatement("INSERT INTO classificationLog VALUES (?, ?, ?, ?, ?, ?)", on: database)
        insertVerdict = try RawStatement(
            "INSERT INTO classificationVerdict VALUES (?, ?, ?, ?, ?, ?, ?, ?)", on: database)
        findProvenance = try RawStatement(
            """
            SELECT id FROM classificationProvenance WHERE classifier = ? AND ifnull(modelDigest, '') = ifnull(?, '')
                AND ifnull(ruleSetDigest, '') = ifnull(?, '') AND icuVersion = ?
            """, on: database)
        insertProvenance = try RawStatement(
            """
            INSERT INTO classificationProvenance (classifier, modelDigest, ruleSetDigest, icuVersion)
                VALUES (?, ?, ?, ?) RETURNING id
            """, on: database)
        insertRedaction = try RawStatement("INSERT INTO classificationRedaction VALUES (?, ?)", on: database)
        insertAnswer = try RawStatement(
            "INSERT OR IGNORE INTO classificationAnswer VALUES (?, ?, ?, ?, ?)", on: database)
        self.featureJSON = featureJSON
        self.now = now
    }

    /// Says beside an entry that something was taken out of its text.
    func note(_ kinds: [TextRedaction.Kind], id: RecordID) throws {
        insertRedaction.bind(id.description, at: 1)
        insertRedaction.bind(kinds.map(\.rawValue).joined(separator: ","), at: 2)
        try insertRedaction.run()
    }

    func write(_ entry: LoggedText, id: RecordID) throws {
        let key = id.description
        var seconds = entry.timestamp.timeIntervalSince1970
        // A time that is no number would be NULL, and the whole entry refused for it.
        if !seconds.isFinite { seconds = now().timeIntervalSince1970 }
        insertLog.bind(entry.category.rawValue, at: 3)
        insertLog.bind(seconds, at: 4)
        insertLog.bind(Self.scalars(in: entry.text), at: 5)
        insertLog.bind(entry.features.map(featureJSON.encode), at: 6)
        _ = try insertLog.withBound(key, at: 1) {
            try insertLog.withBound(entry.text, at: 2) { try insertLog.run() }
        }
        if let judgement = entry.judgement { try write(judgement, key: key, seconds: seconds) }
        if let answer = entry.answer { try write(answer, key: key) }
    }

    private func write(_ answer: ChallengerAnswer, key: String) throws {
        insertAnswer.bind(key, at: 1)
        insertAnswer.bind(try row(of: answer.provenance), at: 2)
        insertAnswer.bind(answer.category.rawValue, at: 3)
        insertAnswer.bind(finite(answer.probability), at: 4)
        insertAnswer.bind(answer.abstention?.rawValue, at: 5)
        try insertAnswer.run()
    }

    /// How many Unicode scalars a text has: its bytes but for those that go on a scalar.
    private static func scalars(in text: String) -> Int64 {
        var text = text
        return text.withUTF8 { bytes in
            var count = 0
            for byte in bytes { count &+= byte & 0xC0 == 0x80 ? 0 : 1 }
            return Int64(count)
        }
    }

    private func write(_ judgement: LoggedText.Judgement, key: String, seconds: Double) throws {
        insertVerdict.bind(key, at: 1)
        insertVerdict.bind(seconds, at: 2)
        insertVerdict.bind(finite(judgement.probability), at: 3)
        insertVerdict.bind(finite(judgement.margin), at: 4)
        insertVerdict.bind(judgement.abstention?.rawValue, at: 5)
        insertVerdict.bind(scores(of: judgement), at: 6)
        insertVerdict.bind(
            judgement.flags.isEmpty ? nil : judgement.flags.map(\.rawValue).joined(separator: ","), at: 7)
        insertVerdict.bind(try row(of: judgement.provenance), at: 8)
        try insertVerdict.run()
    }

    private func finite(_ number: Double) -> Double {
        number.isFinite ? number : 0
    }

    /// `{"email":0.91,...}` in the taxonomy's order.
    private func scores(of judgement: LoggedText.Judgement) -> String {
        let keys = keys(of: judgement.taxonomy)
        var json = ""
        for (key, probability) in zip(keys, judgement.probabilities) {
            json += key
            json += FeatureJSON.number(probability)
        }
        return json.isEmpty ? "{}" : "{" + json.dropFirst() + "}"
    }

    private func keys(of taxonomy: Taxonomy) -> [String] {
        if let scoreKeys, scoreKeys.taxonomy == taxonomy { return scoreKeys.keys }
        let encoder = JSONEncoder()
        let keys = taxonomy.categories.map { category in
            let name = try? encoder.encode(category.rawValue)  // A string cannot fail to encode.
            return "," + String(decoding: name ?? Data("\"\"".utf8), as: UTF8.self) + ":"
        }
        scoreKeys = (taxonomy, keys)
        return keys
    }

    private func row(of provenance: Provenance) throws -> Int64? {
        if let row = provenances[provenance] { return row }
        let row =
            try bind(provenance, to: findProvenance).run() ?? bind(provenance, to: insertProvenance).run()
        provenances[provenance] = row
        return row
    }

    private func bind(_ provenance: Provenance, to statement: RawStatement) -> RawStatement {
        statement.bind(provenance.classifier, at: 1)
        statement.bind(provenance.modelDigest, at: 2)
        statement.bind(provenance.ruleSetDigest, at: 3)
        statement.bind(provenance.icuVersion, at: 4)
        return statement
    }
}
