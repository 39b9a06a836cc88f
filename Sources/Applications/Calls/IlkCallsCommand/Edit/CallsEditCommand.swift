import IlkCalls
import IlkConsole
import ArgumentParser
import FoundationEssentials
import IlkStore

/// Changes calls.
struct CallsEditCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change calls: one, several, or all that a filter lets through; all of them or none.",
        usage: "ilk calls edit [<call> ...] [--set-contact <name>] [--notes <text>] [--duration <time>] ...",
        discussion: """
            What is not said stays. A call is -1 (the newest), -2 and so on, an id, or an id's last 8 characters; without \
            any, the filters say which.
            """
    )

    static let examples = [
        CommandExample("Record a call", "ilk calls add Sarah"),
        CommandExample("Say more of it", "ilk calls edit -1 --duration 25m --notes 'she moves to Rome'"),
        CommandExample("File all of a week", "ilk calls edit --contact sarah --since 7d --add-tag family"),
    ]

    @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The calls.", valueName: "call"))
    var words: [String] = []

    @Option(help: ArgumentHelp("Whom it was with.", valueName: "name"))
    var setContact: String?

    @Option(help: ArgumentHelp("When it was.", valueName: "time"))
    var at: ZonedMoment?

    @Option(help: ArgumentHelp("How long; empty for not recorded.", valueName: "time"))
    var duration: String?

    @Option(help: ArgumentHelp("How it felt; empty for nobody said.", valueName: "emotion"))
    var setEmotion: String?

    @Option(help: ArgumentHelp("What was said; - is standard input; empty for nothing.", valueName: "text"))
    var notes: String?

    @Option(help: ArgumentHelp("A word to file it under, too. May be repeated.", valueName: "word"))
    var addTag: [String] = []

    @Option(help: ArgumentHelp("A word not to file it under. May be repeated.", valueName: "word"))
    var removeTag: [String] = []

    @Option(help: ArgumentHelp("A file or page that belongs to it, too. May be repeated.", valueName: "name"))
    var attach: [String] = []

    @Flag(name: [.customShort("n"), .long], help: "Say how many calls would be changed, and change none.")
    var dryRun = false

    @OptionGroup var choice: CallFilterOptions
    @OptionGroup var calls: CallFileOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws { try EntryArgument.check(words) }

    func run() async throws {
        if dryRun {
            // A change to a contact that is missing would make the contact.
            let book = try CallBook.reading(calls, display)
            let references = try await book.references(words, choice)
            book.console.note("would change \(CallCount.text(references.count))")
            return try book.close()
        }
        let book = try CallBook.writing(calls, display)
        let references = try await book.references(words, choice)
        let change = try await CallChange(
            contact: setContact, at: at, duration: duration, emotion: setEmotion, notes: notes,
            addedTags: addTag,
            removedTags: removeTag, attachments: attach, book: book)
        let changed = try await book.storage.updateCallLogs(references) { change.apply(to: &$0) }
        book.console.note("changed \(CallCount.text(changed.count))")
        try book.close()
    }
}
