import FoundationEssentials
package import IlkLog
package import IlkVocabulary

/// A classified text to be logged.
package struct LogRequest: Sendable {
    /// The id that the log entry will have.
    package let id: RecordID
    package let classification: TextClassification
    package let text: String
    /// The features of the text, or `nil` if they are not logged.
    package let features: TextFeatures?
    /// The verdict of the challenger, or `nil` without a challenger.
    package let answer: ChallengerAnswer?

    /// The approximate memory in bytes.
    package var memory: Int { 256 + text.utf8.count + 8 * (features?.values.count ?? 0) }
}

extension ClassificationLogger {
    /// Logs a text. Suspends only if the queue is full or the journal is behind, and only if the settings
    /// require it.
    package nonisolated(nonsending) func log(_ request: LogRequest) async {
        await log(
            classification: request.classification, fullText: request.text, features: request.features,
            answer: request.answer, id: request.id)
    }
}

extension TextClassification {
    init(_ verdict: Verdict, of text: String, at time: Date) {
        self.init(
            category: verdict.category, timestamp: time,
            textSample: String(text.prefix(TextClassificationService.sampleLength)), verdict: verdict)
    }
}
