import IlkConsole
import IlkRules
import Foundation
import Ilk
import IlkCalls
import IlkStore
import IlkVocabulary

/// What is done with a call once it is recorded or changed: its emotion is suggested, and it is shown.
struct CallRecording {
    /// The calls as their commands have them.
    let book: CallBook
    /// How it is shown.
    let format: ResultFormat
    /// Whether an emotion is suggested where nobody said one.
    let suggests: Bool

    /// Suggests and shows.
    func finish(_ call: CallLogEntity) async throws {
        var suggestion: CallSuggestedEmotion?
        if suggests {
            let annotation = CallAnnotation(storage: book.storage, folders: book.console.folders)
            suggestion = try await annotation.suggest([call])[call.key]
        }
        let name = try await book.name(call.contactId)
        switch format {
        case .json:
            var output = CallOutput(call, contact: name)
            output.suggestion = suggestion.map(CallOutput.Suggestion.init)
            try book.console.write(json: output)
        case .text:
            book.console.output.append(text(call, name, suggestion))
        }
        try book.console.output.flush()
    }

    private func text(_ call: CallLogEntity, _ name: String, _ suggestion: CallSuggestedEmotion?) -> String {
        var parts = ["\(call.shortID)  \(name)", book.timeline.text(call.calledAt, now: book.now)]
        if call.duration > 0 { parts.append(CallDuration.text(Int(call.duration))) }
        if let emotion = call.emotion { parts.append("\(emotion.emoji) \(emotion.displayName)") }
        var text = parts.joined(separator: ", ") + "\n"
        if let suggestion {
            text += "suggested: \(CallShowing.phrase(suggestion))\n"
        }
        return VisibleText.lines(text)
    }
}
