import IlkConsole
import Foundation
import IlkCalls
import IlkVocabulary

/// What a person says of a call in one line: `20m happy 'we talked about Rome'`.
struct CallFields {
    /// In minutes.
    var duration: Int?
    /// How it felt.
    var emotion: EmotionalState?
    /// What was said.
    var notes: String?

    /// Reads words: the first that is a duration, the first that is an emotion, all others are notes.
    ///
    /// - Throws: `CallError.invalid` for a duration that is none.
    init(_ words: [String]) throws {
        var rest: [String] = []
        for word in words {
            if duration == nil, CallDuration.isDuration(word) {
                duration = try Self.minutes(word)
            } else if emotion == nil, let found = CallEmotion(argument: word)?.state {
                emotion = found
            } else {
                rest.append(word)
            }
        }
        notes = rest.isEmpty ? nil : rest.joined(separator: " ")
    }

    /// Puts options in the place of words.
    ///
    /// - Throws: `CallError.invalid` for a duration that is none, `CommandFailure` for what cannot be read.
    mutating func take(_ options: CallFieldOptions, _ book: CallBook) async throws {
        if let text = options.duration { duration = try Self.minutes(text) }
        if let felt = options.emotion { emotion = felt.state }
        if let text = options.notes { notes = try Self.text(text, book.console) }
        if let name = options.template {
            let template = try await book.storage.template(name)
            notes = [template, notes].compactMap { $0 }.joined(
                separator: template.hasSuffix("\n") ? "" : "\n")
        }
    }

    private static func minutes(_ text: String) throws -> Int? {
        do {
            return try CallDuration.minutes(text)
        } catch {
            throw CallError.invalid([error])
        }
    }

    /// What is typed as notes: `-` is standard input.
    static func text(_ text: String, _ console: Console) throws -> String {
        guard text == "-" else { return text }
        guard let whole = try WholeText.read(.standardInput, maxBytes: 1 << 20, stop: console.stop) else {
            try console.checkStop()
            return ""
        }
        guard let notes = String(validating: whole.bytes[..<whole.textEnd], as: UTF8.self) else {
            throw CommandFailure(.badInput, "the notes are not UTF-8", at: "standard input")
        }
        return notes
    }
}
