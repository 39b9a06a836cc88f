import Foundation
import IlkRedaction
import IlkVocabulary

/// What waits in the queue for one call of the logger: what the row needs, and no more, so that the queue's bound in
/// bytes means something. All the work is left to the writer.
final class LoggedText: Sendable {
    let text: String
    let category: Category
    let timestamp: Date
    let features: TextFeatures?
    /// The verdict without its scores and its evidence.
    let verdict: Verdict?
    let answer: ChallengerAnswer?

    init(
        _ classification: TextClassification, text: String, features: TextFeatures?,
        answer: ChallengerAnswer? = nil
    ) {
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

    /// The entry with another text.
    private init(_ entry: LoggedText, text: String) {
        self.text = text
        category = entry.category
        timestamp = entry.timestamp
        features = entry.features
        verdict = entry.verdict
        answer = entry.answer
    }

    /// The entry without what is to be taken out of it, and what that was; nil when it holds nothing of the kind.
    func redacted(by redaction: TextRedaction?) -> (LoggedText, [TextRedaction.Kind])? {
        guard let outcome = redaction?.redact(text) else { return nil }
        return (LoggedText(self, text: outcome.text), outcome.kinds)
    }

    /// About how many bytes it takes in memory; what is shared between entries is not counted.
    var memory: Int {
        256 + text.utf8.count + (features == nil ? 0 : 8 * TextFeature.allCases.count)
            + 8 * (verdict?.probabilities.count ?? 0)
    }
}

extension LoggedText {
    /// What is kept of an entry that the database refuses: the members of its row, but for the id.
    func json(featureJSON: FeatureJSON) -> [UInt8]? {
        let seconds = timestamp.timeIntervalSince1970
        let refused = RefusedEntry(
            text: text, category: category.rawValue, timestamp: seconds.isFinite ? seconds : nil,
            extractedFeatures: features.map(featureJSON.encode))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(refused) else { return nil }  // Strings and numbers encode.
        return Array(data)
    }
}

/// What is kept of an entry that the database refuses.
struct RefusedEntry: Codable {
    var text = ""
    var category = ""
    var timestamp: Double?
    var extractedFeatures: String?
}
