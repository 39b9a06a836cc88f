import FoundationEssentials
package import IlkLog
package import IlkVocabulary

/// A classified text that is to be logged.
package struct LogRequest: Sendable {
    /// The verdict and its time.
    package let classification: TextClassification
    /// The text as it was classified.
    package let text: String
    /// The verdict of the challenger, or `nil` if there is none.
    package let answer: ChallengerAnswer?
}

extension ClassificationLogger {
    /// Logs a text. Suspends only if the queue is full or the journal is behind, and the settings say so.
    package nonisolated(nonsending) func log(_ request: LogRequest) async {
        await log(
            classification: request.classification, fullText: request.text, features: nil,
            answer: request.answer)
    }
}

extension TextClassification {
    /// Creates the classification of a text.
    init(_ verdict: Verdict, of text: String, at time: Date) {
        self.init(
            category: verdict.category, timestamp: time,
            textSample: String(text.prefix(TextClassificationService.sampleLength)), verdict: verdict)
    }
}
