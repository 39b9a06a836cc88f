import IlkConsole
import IlkRules
import Foundation
import Ilk
import IlkCalls
import IlkStore
import IlkVocabulary

/// Shows one call whole.
struct CallShowing {
    /// The calls as their commands have them.
    let book: CallBook
    /// How it is shown.
    let format: OutputFormat

    /// Shows it.
    func run(_ reference: String) async throws {
        let call = try await book.storage.fetchCallLog(RecordReference(reference))
        let name = try await book.name(call.contactId)
        let marks = try await book.storage.marks(of: call.key)
        let suggestion = try await book.storage.suggestion(for: call.key)
        guard format == .text else {
            var output = CallOutput(call, contact: name)
            output.tags = marks.tags.isEmpty ? nil : marks.tags
            output.attachments = marks.attachments.isEmpty ? nil : marks.attachments
            output.suggestion = suggestion.map(CallOutput.Suggestion.init)
            return try book.console.write(json: output, isPretty: format == .json)
        }
        var rows = [
            ("id", call.key.description), ("contact", name),
            ("time", book.timeline.text(call.calledAt, now: book.now)),
            ("length", call.duration > 0 ? CallDuration.text(Int(call.duration)) : "-"),
            ("emotion", call.emotion.map { "\($0.emoji) \($0.displayName)" } ?? "-"),
        ]
        if let suggestion {
            rows.append(("suggested", Self.phrase(suggestion)))
            rows += suggestion.evidence.map { ("", $0) }
        }
        if !marks.tags.isEmpty { rows.append(("tags", marks.tags.joined(separator: ", "))) }
        rows += marks.attachments.map { ("attached", $0) }
        rows.append(
            (
                "sync",
                "\(call.syncStatus.badge) \(call.syncStatus.rawValue)"
                    + (call.id == 0 ? "" : ", number \(call.id)")
            ))
        if let error = call.syncError { rows.append(("", error)) }
        if let attempt = call.lastSyncAttempt {
            rows.append(("tried", book.timeline.text(attempt, now: book.now)))
        }
        let lines = rows.map { title, value in
            book.console.style.paint(title.padding(toLength: 11, withPad: " ", startingAt: 0), .faint)
                + VisibleText.oneLine(value) + "\n"
        }
        let notes = call.notes.map { "\n" + VisibleText.lines($0) + "\n" } ?? ""
        book.console.output.append(lines.joined() + notes)
    }

    /// A suggestion in a few words.
    static func phrase(_ suggestion: CallSuggestedEmotion) -> String {
        let emotion = suggestion.emotion
        return "\(emotion.emoji) \(emotion.displayName) (\(DecimalText.fixed(suggestion.probability, 2)))"
    }
}
