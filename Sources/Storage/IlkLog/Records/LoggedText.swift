import Foundation
import IlkRedaction
import IlkVocabulary

/// A queued entry of the logger. It contains only the data that is stored, so that ``memory`` is close to the
/// memory that the entry occupies in the queue. The writer's thread does all processing, such as redaction
/// and encoding.
final class LoggedText: Sendable {
    /// The id of the entry, or `nil` if the journal generates it.
    let id: RecordID?
    let text: String
    let category: Category
    let timestamp: Date
    let features: TextFeatures?
    /// The verdict without its scores and its evidence.
    let verdict: Verdict?
    let answer: ChallengerAnswer?

    init(
        _ classification: TextClassification, text: String, features: TextFeatures?,
        answer: ChallengerAnswer? = nil, id: RecordID? = nil
    ) {
        self.id = id
        self.text = text
        self.features = features
        self.answer = answer
        category = classification.category
        timestamp = classification.timestamp
        var verdict = classification.verdict
        verdict?.scores = []
        verdict?.evidence = []
        self.verdict = verdict
    }

    private init(_ entry: LoggedText, text: String) {
        id = entry.id
        self.text = text
        category = entry.category
        timestamp = entry.timestamp
        features = entry.features
        verdict = entry.verdict
        answer = entry.answer
    }

    /// Returns the redacted entry and the types of redacted data, or `nil` if there was nothing to redact.
    func redacted(by redaction: TextRedaction?) -> (LoggedText, [TextRedaction.DataType])? {
        guard let outcome = redaction?.redact(text) else { return nil }
        return (LoggedText(self, text: outcome.text), outcome.types)
    }

    /// The approximate memory in bytes, without data that several entries share, such as the taxonomy.
    var memory: Int {
        256 + text.utf8.count + (features == nil ? 0 : 8 * TextFeature.allCases.count)
            + 8 * (verdict?.probabilities.count ?? 0)
    }
}

extension LoggedText {
    /// Returns the fields of a rejected entry's row, without the id, as JSON for the quarantine.
    func json(featureJSON: FeatureJSON) -> [UInt8]? {
        let seconds = timestamp.timeIntervalSince1970
        let refused = RefusedEntry(
            text: text, category: category.rawValue, timestamp: seconds.isFinite ? seconds : nil,
            extractedFeatures: features.map(featureJSON.encode))
        let data = try? JSONEncoder.deterministic().encode(refused)  // Strings and numbers always encode.
        return data.map { Array($0) }
    }
}

/// The fields of a rejected entry, as kept in the quarantine.
struct RefusedEntry: Codable {
    var text = ""
    var category = ""
    var timestamp: Double?
    var extractedFeatures: String?
}
