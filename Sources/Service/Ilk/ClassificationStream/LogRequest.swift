import FoundationEssentials
package import IlkLog
package import IlkVocabulary

/// A classified text to be logged.
package struct LogRequest: Sendable {
    package let classification: TextClassification
    package let text: String
    /// The verdict of the challenger, or `nil`.
    package let answer: ChallengerAnswer?
}

extension ClassificationLogger {
    /// Logs a text. Suspends only if the settings say so and the queue is full or the journal is behind.
    package nonisolated(nonsending) func log(_ request: LogRequest) async {
        await log(
            classification: request.classification, fullText: request.text, features: nil,
            answer: request.answer)
    }
}

extension TextClassification {
    init(_ verdict: Verdict, of text: String, at time: Date) {
        self.init(
            category: verdict.category, timestamp: time,
            textSample: String(text.prefix(TextClassificationService.sampleLength)), verdict: verdict)
    }
}
