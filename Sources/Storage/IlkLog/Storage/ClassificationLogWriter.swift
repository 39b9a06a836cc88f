import Foundation
import GRDB
import IlkRedaction
import IlkStore
import IlkVocabulary

/// Writes entries and their verdicts with prepared statements. Use a writer only on the writing connection.
final class ClassificationLogWriter {
    private let insertLog: RawStatement
    private let insertVerdict: RawStatement
    private let provenances: ProvenanceTable
    private let insertRedaction: RawStatement
    private let insertAnswer: RawStatement
    private let insertLabels: RawStatement
    private let now: @Sendable () -> Date
    private let featureJSON: FeatureJSON
    private var scoreKeys: (taxonomy: Taxonomy, keys: [String])?

    init(
        _ database: Database, featureJSON: FeatureJSON = FeatureJSON(),
        now: @escaping @Sendable () -> Date = Date.init
    ) throws {
        insertLog = try RawStatement("INSERT INTO classificationLog VALUES (?, ?, ?, ?, ?, ?)", on: database)
        insertVerdict = try RawStatement(
            "INSERT INTO classificationVerdict VALUES (?, ?, ?, ?, ?, ?, ?, ?)", on: database)
        provenances = try ProvenanceTable("classificationProvenance", on: database)
        insertRedaction = try RawStatement("INSERT INTO classificationRedaction VALUES (?, ?)", on: database)
        insertAnswer = try RawStatement(
            "INSERT OR IGNORE INTO classificationAnswer VALUES (?, ?, ?, ?, ?)", on: database)
        insertLabels = try RawStatement("INSERT INTO classificationLabels VALUES (?, ?)", on: database)
        self.featureJSON = featureJSON
        self.now = now
    }

    /// Marks an entry whose text was redacted.
    ///
    /// - Parameters:
    ///   - types: The types of redacted data, separated by commas.
    ///   - key: The id of the entry.
    func note(_ types: String, of key: String) throws { try insertRedaction.run(key, types) }

    /// Stores the predicted labels of an entry of a multi-label taxonomy.
    func write(_ labels: [Category], of key: String) throws {
        try insertLabels.run(key, try LabelListText.text(labels))
    }

    func write(_ entry: LoggedText, id: RecordID) throws {
        let key = id.description
        var seconds = entry.timestamp.timeIntervalSince1970
        // SQLite would store NaN as NULL, and reject the whole entry.
        if !seconds.isFinite { seconds = now().timeIntervalSince1970 }
        try write(
            entry.text, entry.category, seconds, features: entry.features.map(featureJSON.encode), of: key)
        if let labels = entry.verdict?.categories { try write(labels, of: key) }
        if let verdict = entry.verdict {
            try write(
                LogRecord.StoredVerdict(
                    probability: finite(verdict.probability), margin: finite(verdict.margin),
                    abstention: verdict.abstention?.rawValue, scores: scores(of: verdict),
                    flags: verdict.flags.isEmpty
                        ? nil : verdict.flags.map(\.rawValue).joined(separator: ","),
                    provenance: verdict.provenance),
                seconds, of: key)
        }
        if let answer = entry.answer { try write(answer, of: key) }
    }

    func write(
        _ text: String, _ category: Category, _ seconds: Double, features: String?, of key: String
    ) throws {
        insertLog.bind(category.rawValue, at: 3)
        insertLog.bind(seconds, at: 4)
        insertLog.bind(Self.scalars(in: text), at: 5)
        insertLog.bind(features, at: 6)
        _ = try insertLog.withBound(key, at: 1) {
            try insertLog.withBound(text, at: 2) { try insertLog.run() }
        }
    }

    /// Writes the answer of a challenger to an entry, unless the answer is already stored.
    func write(_ answer: ChallengerAnswer, of key: String) throws {
        try insertAnswer.run(
            key, try provenances.row(of: answer.provenance), answer.category.rawValue,
            finite(answer.probability),
            answer.abstention?.rawValue)
    }

    /// Returns the number of Unicode scalars in a text, which is the number of bytes that are not
    /// continuation bytes.
    private static func scalars(in text: String) -> Int64 {
        var text = text
        return text.withUTF8 { bytes in
            let bytes = UnsafeRawBufferPointer(bytes)
            let lowBits: UInt64 = 0x0101_0101_0101_0101
            var continuations = 0
            var place = 0
            // Eight bytes at a time: a continuation byte has bit 7 set and bit 6 clear. The multiplication
            // adds up the eight bits.
            while place &+ 8 <= bytes.count {
                let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
                let found = word >> 7 & ~(word >> 6) & lowBits
                continuations &+= Int((found &* lowBits) >> 56)
                place &+= 8
            }
            for byte in bytes[place...] where byte & 0xC0 == 0x80 { continuations &+= 1 }
            return Int64(bytes.count - continuations)
        }
    }

    func write(_ verdict: LogRecord.StoredVerdict, _ seconds: Double, of key: String) throws {
        try insertVerdict.run(
            key, seconds, verdict.probability, verdict.margin, verdict.abstention, verdict.scores,
            verdict.flags, try provenances.row(of: verdict.provenance))
    }

    private func finite(_ number: Double) -> Double {
        number.isFinite ? number : 0
    }

    /// Returns the scores as JSON in the taxonomy's order, such as `{"email":0.91,...}`.
    private func scores(of verdict: Verdict) -> String {
        let keys = keys(of: verdict.taxonomy)
        var json = ""
        for (key, probability) in zip(keys, verdict.probabilities) {
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
}
