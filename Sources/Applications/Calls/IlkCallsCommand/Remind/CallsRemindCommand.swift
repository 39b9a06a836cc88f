import IlkConsole
import ArgumentParser
import FoundationEssentials

/// Reminds of calls to be made.
struct CallsRemindCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "remind",
        abstract: "Remember to call somebody; without a name, list whom to call.",
        discussion: "With --due it ends with 1 when nobody is to be called yet, so that a timer can ask."
    )

    static let examples = [
        CommandExample("In five days", "ilk calls remind Sarah 5d --note birthday"),
        CommandExample("Whom to call", "ilk calls remind"),
        CommandExample("The first is done", "ilk calls remind --done 1"),
    ]

    @Argument(help: "Whom.")
    var contact: String?

    @Argument(help: "When: 5d, 2w, tomorrow, 2026-12-24.")
    var when: ZonedMoment?

    @Option(help: ArgumentHelp("What about.", valueName: "text"))
    var note: String?

    @Flag(help: "List only reminders that are due.")
    var due = false

    @Option(
        help: ArgumentHelp(
            "A reminder that is done: its place in the list, or its id.", valueName: "reminder"))
    var done: String?

    @Option(help: "The shape of the list.")
    var format: OutputFormat = .text

    @OptionGroup var calls: CallFileOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if (contact == nil) != (when == nil) {
            throw ValidationError("Say whom and when: ilk calls remind Sarah 5d")
        }
    }

    func run() async throws {
        let isListing = contact == nil && done == nil
        let book = isListing ? try CallBook.reading(calls, display) : try CallBook.writing(calls, display)
        let reminders = CallReminders(book: book, format: format)
        if let done {
            try await reminders.end(done)
        } else if let contact, let when {
            try await reminders.add(contact, when, note)
        } else {
            try await reminders.show(dueOnly: due)
        }
        try book.close()
    }
}
