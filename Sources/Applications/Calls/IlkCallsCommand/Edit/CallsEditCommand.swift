import ArgumentParser
import FoundationEssentials
import IlkCalls
import IlkConsole
import IlkVocabulary

struct CallsEditCommand: AsyncParsableCommand, DescribedCommand {
    static let help = CommandText(
        "edit",
        abstract: "Change calls: one, several, or all that a filter lets through; all of them or none.",
        usage: "ilk calls edit [<call> ...] [--set-contact <name>] [--notes <text>] [--duration <time>] ...",
        discussion: """
            What is not said stays. A call is -1 (the newest), -2 and so on, an id, or an id's last 8 characters; without \
            any, the filters say which.
            """,
        examples: [
            "Record a call": "ilk calls add Sarah",
            "Say more of it": "ilk calls edit -1 --duration 25m --notes 'she moves to Rome'",
            "File all of a week": "ilk calls edit --contact sarah --since 7d --add-tag family",
        ])

    @OptionGroup var calls: CallArguments

    @Option("Whom it was with.", value: "name")
    var setContact: String?

    @Option("When it was.", value: "time")
    var at: LocalTimeArgument?

    @Option("How long; empty for not recorded.", value: "time")
    var duration: String?

    @Option("How it felt; empty for nobody said.", value: "emotion")
    var setEmotion: String?

    @Option("What was said; - is standard input; empty for nothing.", value: "text")
    var notes: String?

    @Option("A word to file it under, too. May be repeated.", value: "word")
    var addTag: [String] = []

    @Option("A word not to file it under. May be repeated.", value: "word")
    var removeTag: [String] = []

    @Option("A file or page that belongs to it, too. May be repeated.", value: "name")
    var attach: [String] = []

    @Flag(name: [.customShort("n"), .long], help: "Say how many calls would be changed, and change none.")
    var dryRun = false

    @OptionGroup var choice: CallFilterOptions
    @OptionGroup var place: CallFileOptions
    @OptionGroup var display: DisplayOptions

    func run() async throws {
        if dryRun {
            // Creating the change would create a missing contact.
            let book = try OpenCallStore.openForReading(place, .standard(display))
            let references = try await book.references(calls.words, choice)
            book.console.note("would change \(CallsApplication.words.counted(references.count))")
            return try book.close()
        }
        let book = try OpenCallStore.openOrCreate(place, .standard(display))
        let references = try await book.references(calls.words, choice)
        let change = try await CallChange(
            contact: setContact, at: at, duration: duration, emotion: setEmotion, notes: notes,
            addedTags: addTag,
            removedTags: removeTag, attachments: attach, book: book)
        let changed = try await book.store.updateCallLogs(references) { change.apply(to: &$0) }
        book.console.note("changed \(CallsApplication.words.counted(changed.count))")
        try book.close()
    }
}

/// The changes to apply to calls.
struct CallChange: Sendable {
    private var contactId: Int32?
    private var calledAt: Date?
    private var duration: Int??
    private var emotion: EmotionalState??
    private var notes: String??
    private let addedTags: [String]
    private let removedTags: [String]
    private let attachments: [String]

    /// Creates a change from options. `nil` leaves a field unchanged; an empty text clears it.
    ///
    /// - Throws: `CallError.invalid` for an invalid value, `usage` if nothing is to be changed.
    init(
        contact: String?, at: LocalTimeArgument?, duration: String?, emotion: String?, notes: String?,
        addedTags: [String], removedTags: [String], attachments: [String], book: OpenCallStore
    ) async throws {
        self.addedTags = addedTags
        self.removedTags = removedTags
        self.attachments = attachments
        let says = contact != nil || at != nil || duration != nil || emotion != nil || notes != nil
        guard says || !(addedTags + removedTags + attachments).isEmpty else {
            throw CommandError(
                .usage, "nothing is to be changed", hint: "say what: --notes, --duration, --add-tag, ...")
        }
        calledAt = at?.callDate(now: book.now, book.timeline)
        if let duration { self.duration = .some(try CallFields.minutes(duration)) }
        if let emotion {
            let felt = CallEmotion(argument: emotion)?.state
            guard felt != nil || emotion.isEmpty else {
                let known = EmotionalState.allCases.map(\.rawValue).joined(separator: ", ")
                throw CallError.invalid([.init(field: .emotionalState, message: "there are: \(known)")])
            }
            self.emotion = .some(felt)
        }
        if let notes {
            let text = try CallFields.text(notes, book.console)
            self.notes = .some(text.isEmpty ? nil : text)
        }
        if let contact { contactId = try await book.contact(making: contact).id }
    }

    func apply(to draft: inout CallDraft) {
        if let contactId { draft.contactId = contactId }
        if let calledAt { draft.calledAt = calledAt }
        if let duration { draft.duration = duration }
        if let emotion { draft.emotionalState = emotion }
        if let notes { draft.notes = notes }
        draft.tags = Set(draft.tags + addedTags).subtracting(removedTags).sorted()
        draft.attachments = Set(draft.attachments + attachments).sorted()
    }
}
