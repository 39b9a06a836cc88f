import FoundationEssentials
import IlkLog
import IlkRedaction
import IlkVocabulary

/// An entry of the log as programs read it.
struct LogEntryRecord: Encodable {
    /// A person's word on an entry.
    struct Correction: Encodable {
        var category: String
        var source: String
        var author: String?
        var timestamp: String
        /// True when the author's words are left out; nil when they count.
        var leftOut: Bool?
    }

    var id: String
    /// The last 8 characters of the id.
    var shortID: String
    /// ISO 8601, UTC, to the millisecond.
    var timestamp: String
    /// The category that holds: the correction's where there is one that counts.
    var category: String
    /// The category that the classifier put ahead.
    var classified: String
    var probability: Double?
    var margin: Double?
    var abstention: String?
    var flags: [String]?
    var scores: [String: Double]?
    var classifier: String?
    var model: String?
    var rules: String?
    var correction: Correction?
    /// What was taken out of the text before it was stored.
    var redacted: [String]?
    var textLength: Int
    var text: String

    /// The record of an entry.
    init(_ entry: ClassificationLogEntry) {
        let verdict = entry.verdict
        id = entry.id.description
        shortID = entry.shortID
        timestamp = TimeText.text(entry.log.timestamp)
        category = entry.category.rawValue
        classified = entry.log.category
        probability = verdict?.probability
        margin = verdict?.margin
        abstention = verdict?.abstention?.rawValue
        flags = verdict.flatMap { $0.flags.isEmpty ? nil : $0.flags.map(\.rawValue) }
        scores = verdict.map { verdict in
            Dictionary(uniqueKeysWithValues: verdict.scores.map { ($0.key.rawValue, $0.value) })
        }
        classifier = verdict?.provenance.classifier
        model = verdict?.provenance.modelDigest
        rules = verdict?.provenance.ruleSetDigest
        correction = entry.correction.map(Correction.init)
        redacted = entry.redacted.isEmpty ? nil : entry.redacted.map(\.rawValue)
        textLength = entry.log.textLength
        text = entry.log.text
    }
}

extension LogEntryRecord.Correction {
    /// The record of a correction.
    init(_ correction: ClassificationCorrection) {
        self.init(
            category: correction.category.rawValue, source: correction.source.rawValue,
            author: correction.author, timestamp: TimeText.text(correction.timestamp),
            leftOut: correction.isLeftOut ? true : nil)
    }
}
