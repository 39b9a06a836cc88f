import ArgumentParser
import FoundationEssentials
import IlkCalls
import IlkConsole
import IlkVocabulary

struct CallsEditCommand: AsyncParsableCommand, DescribedCommand {
    static let help = CommandText(
        "edit",
        abstract: "Change the specified calls, or all calls that match the filters.",
        usage: "ilk calls edit [<call> ...] [--set-contact <name>] [--notes <text>] [--duration <time>] ...",
        discussion: """
            Specify calls as -1 (the newest), -2 (the one before) and so on, as ids, or as the last 8 \
            characters of ids. Without calls, all calls that match the filters are changed. Only the fields \
            with an option change. If one of the calls cannot be changed, no call is changed.
            """,
        examples: [
            "Record a call": "ilk calls add Sarah",
            "Change the duration and the notes":
                "ilk calls edit -1 --duration 25m --notes 'she moves to Rome'",
            "Tag all calls of a week": "ilk calls edit --contact sarah --since 7d --add-tag family",
        ])

    @OptionGroup var calls: CallArguments

    @Option("New contact of the call.", value: "name")
    var setContact: String?

    @Option("New time of the call.", value: "time")
    var at: LocalTimeArgument?

    @Option("New duration; an empty text removes the duration.", value: "time")
    var duration: String?

    @Option("New emotion; an empty text removes the emotion.", value: "emotion")
    var setEmotion: String?

    @Option("New notes; - reads standard input, '' removes the notes.", value: "text")
    var notes: String?

    @Option("Tag to add. Repeatable.", value: "word")
    var addTag: [String] = []

    @Option("Tag to remove. Repeatable.", value: "word")
    var removeTag: [String] = []

    @Option("Name of a file or page; only the name is stored. Repeatable.", value: "name")
    var attach: [String] = []

    @Flag(name: [.customShort("n"), .long], help: "Show how many calls would change; change nothing.")
    var dryRun = false

    @OptionGroup var choice: CallFilterOptions
    @OptionGroup var place: CallFileOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws { try calls.check(choice) }

    func run() async throws {
        if dryRun {
            // Do not create the change, which would create a missing contact.
            let open = try OpenCallStore.openForReading(place.settings, .standard(display))
            let references = try await calls.references(choice, in: open)
            open.console.note("Would change \(CallsApplication.words.counted(references.count)).")
            return try open.close()
        }
        let open = try OpenCallStore.openOrCreate(place.settings, .standard(display))
        let references = try await calls.references(choice, in: open)
        let change = try await CallChange(
            contact: setContact, at: at, duration: duration, emotion: setEmotion, notes: notes,
            addedTags: addTag,
            removedTags: removeTag, attachments: attach, open: open)
        let changed = try await open.store.updateCallLogs(references) { change.apply(to: &$0) }
        open.console.note("Changed \(CallsApplication.words.counted(changed.count)).")
        try open.close()
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

    /// Creates a change from options. An option that is `nil` leaves its field unchanged. An empty text
    /// clears the duration, the emotion or the notes.
    ///
    /// - Throws: `CallError.invalid` for an invalid value, or `CommandError` if no field is specified.
    init(
        contact: String?, at: LocalTimeArgument?, duration: String?, emotion: String?, notes: String?,
        addedTags: [String], removedTags: [String], attachments: [String], open: OpenCallStore
    ) async throws {
        self.addedTags = addedTags
        self.removedTags = removedTags
        self.attachments = attachments
        let hasFields = contact != nil || at != nil || duration != nil || emotion != nil || notes != nil
        guard hasFields || !(addedTags + removedTags + attachments).isEmpty else {
            throw CommandError(
                .usage, "no changes specified",
                hint: "specify at least one change, such as --notes, --duration or --add-tag")
        }
        calledAt = at?.callDate(now: open.now, open.timeline)
        if let duration { self.duration = .some(try CallFields.minutes(duration)) }
        if let emotion {
            let felt = CallEmotion(argument: emotion)?.state
            guard felt != nil || emotion.isEmpty else {
                throw CallError.invalid([.unknownEmotion])
            }
            self.emotion = .some(felt)
        }
        if let notes {
            let text = try CallFields.text(notes, open.console)
            self.notes = .some(text.isEmpty ? nil : text)
        }
        if let contact { contactId = try await open.contact(making: contact).id }
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
