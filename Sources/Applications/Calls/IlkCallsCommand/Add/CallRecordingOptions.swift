import ArgumentParser
import FoundationEssentials
import IlkCalls
import IlkConsole
import IlkStore
import IlkVocabulary

/// The options of all commands that record a call.
struct CallRecordingOptions: ShowingArguments {
    @OptionGroup var fields: CallFieldOptions

    @Flag(inversion: .prefixedNo, help: "Suggest an emotion from the notes if none is given.")
    var suggest = true

    @OptionGroup var shown: ShownOptions<CallsApplication, ResultFormat>

    /// Suggests an emotion for a recorded call, and shows the call.
    func finish(_ call: CallLogEntity, in open: OpenCallStore) async throws {
        try await open.finish(call, as: format, suggests: suggest)
    }
}

protocol CallRecordingCommand: StoreCommand where Application == CallsApplication {
    var recording: CallRecordingOptions { get }
}

extension CallRecordingCommand {
    var place: CallFileOptions { recording.place }
    var display: DisplayOptions { recording.display }
    var changes: Bool { true }
}

extension OpenCallStore {
    /// Shows a recorded call.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - format: The output format.
    ///   - suggests: `true` to suggest an emotion from the notes if the call has none.
    func finish(_ call: CallLogEntity, as format: ResultFormat, suggests: Bool) async throws {
        var suggestion: CallSuggestedEmotion?
        if suggests { suggestion = try await suggestEmotions(for: [call])[call.key] }
        let name = try await name(call.contactId)
        var output = call.fields(contact: name)
        output["suggestion"] = suggestion?.fields
        try console.write(output, as: format) {
            var parts = ["\(call.shortID)  \(name)", timeline.text(call.calledAt, now: now)]
            if call.duration > 0 { parts.append(CallDuration.text(Int(call.duration))) }
            if let emotion = call.emotion { parts.append("\(emotion.emoji) \(emotion.displayName)") }
            let suggested = suggestion.map { "suggested: \($0.phrase)\n" } ?? ""
            return VisibleText.lines(parts.joined(separator: ", ") + "\n" + suggested)
        }
    }
}

/// The options for the fields of a call.
struct CallFieldOptions: ParsableArguments {
    @Option(
        "Time: '2026-11-21 18:30', yesterday, 2h (ago). (default: now, or the start of a timed call)",
        value: "time")
    var at: LocalTimeArgument?

    @Option("Duration: 20 (minutes), 20m, 1h 5m.", value: "time")
    var duration: String?

    @Option(help: "Emotion, as a word or as its emoji: 😊, 😐, 😢, 😤, 🤩.")
    var emotion: CallEmotion?

    @Option("Notes; - reads the notes from standard input.", value: "text")
    var notes: String?

    @Option("Name of a template; its text is put before the notes.", value: "name")
    var template: String?

    @Option(name: .customLong("tag"), "Tag for the call. Repeatable.", value: "word")
    var tags: [String] = []

    @Option(
        name: .customLong("attach"), "Name of a file or page; only the name is stored. Repeatable.",
        value: "name")
    var attachments: [String] = []

    /// Returns the fields that words and options specify. Options override words.
    ///
    /// - Throws: `CallError.invalid` for an invalid duration, `CommandError` for notes that cannot be read.
    func fields(_ words: [String], in open: OpenCallStore) async throws -> CallFields {
        var fields = try CallFields(words)
        if let note = fields.emotionNote, emotion == nil { open.console.note(note) }
        fields.calledAt = at?.callDate(now: open.now, open.timeline)
        (fields.tags, fields.attachments) = (tags, attachments)
        if let duration { fields.duration = try CallFields.minutes(duration) }
        if let emotion { fields.emotion = emotion.state }
        if let notes { fields.notes = try CallFields.text(notes, open.console) }
        if let template {
            let text = try await open.store.template(template)
            fields.notes = [text, fields.notes].compactMap { $0 }.joined(
                separator: text.hasSuffix("\n") ? "" : "\n")
        }
        return fields
    }
}

/// An emotion as an argument: its name or its emoji.
struct CallEmotion: Hashable, Sendable, ExpressibleByArgument {
    let state: EmotionalState

    /// Parses a name, ignoring case, or an emoji.
    init?(argument: String) {
        let found = EmotionalState.allCases.first {
            $0.rawValue == argument.lowercased() || $0.emoji == argument
        }
        guard let found else { return nil }
        state = found
    }

    static var allValueStrings: [String] { EmotionalState.allCases.map(\.rawValue) }
}

/// The fields of a call given as words, such as `20m happy 'we talked about Rome'`.
struct CallFields {
    var calledAt: Date?
    /// The duration in minutes.
    var duration: Int?
    var emotion: EmotionalState?
    var notes: String?
    var tags: [String] = []
    var attachments: [String] = []
    /// A message about a word in the notes that may be a misspelled emotion; `nil` if there is no such word.
    private(set) var emotionNote: String?

    /// Parses words. The first duration and the first emotion are recognized; all other words are notes.
    ///
    /// - Throws: `CallError.invalid` for an invalid duration.
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
        // A single word before the notes may be meant as an emotion.
        guard emotion == nil, let word = rest.first, !word.contains(" ") else { return }
        let known = CallEmotion.allValueStrings
        let hint = Suggestion.hint(for: word, among: known)
        guard rest.count > 1 || hint != nil else { return }
        emotionNote =
            "'\(word)' is not an emotion and is stored in the notes; the emotions are: \(known.joined(separator: ", "))"
            + (hint.map { "; \($0)" } ?? "")
    }

    /// Parses a duration in minutes. Returns `nil` for an empty text.
    ///
    /// - Throws: `CallError.invalid` for an invalid duration.
    static func minutes(_ text: String) throws -> Int? {
        do {
            return try CallDuration.minutes(text)
        } catch {
            throw CallError.invalid([error])
        }
    }

    /// Returns the argument as notes. If the argument is `-`, reads the notes from standard input.
    static func text(_ text: String, _ console: Console) throws -> String {
        guard text == "-" else { return text }
        guard let whole = try WholeText.read(.standardInput, maxBytes: 1 << 20, stop: console.stop) else {
            try console.checkStop()
            return ""
        }
        guard let notes = String(validating: whole.bytes[..<whole.textEnd], as: UTF8.self) else {
            throw CommandError(
                .badInput, "the notes are not valid UTF-8", at: "standard input",
                hint: "convert the notes to UTF-8, for example with: iconv -f WINDOWS-1252 -t UTF-8")
        }
        return notes
    }
}
