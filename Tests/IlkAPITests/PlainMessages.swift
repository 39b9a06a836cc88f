import Ilk
import IlkVocabulary

/// A parser of mail that accepts messages which begin with a subject.
struct PlainMessages: MessageReading {
    func read(_ message: [UInt8]) async throws -> MessageText? {
        let text = String(decoding: message, as: UTF8.self)
        if text.contains("crash") { throw IlkError(.badData, "the parser ended") }
        guard text.hasPrefix("Subject: ") else { return nil }
        let parts = text.split(separator: "\n\n", maxSplits: 1).map(String.init)
        return MessageText(text: parts.count > 1 ? parts[1] : "", messageID: "a@b")
    }
}
