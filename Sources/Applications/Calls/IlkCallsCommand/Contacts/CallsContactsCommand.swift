import IlkCalls
import IlkConsole
import ArgumentParser
import IlkStore

/// Lists contacts.
struct CallsContactsCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "contacts",
        abstract: "List contacts with their last calls; those not called lately; those one might call.",
        discussion: """
            --suggest names people who have been silent for longer than one and a half times the pause that is usual \
            between your calls with them.
            """
    )

    static let examples = [
        CommandExample("Record a call", "ilk calls add Sarah --at 40d"),
        CommandExample("Everybody", "ilk calls contacts"),
        CommandExample("Not called in the last month", "ilk calls contacts --silent 30d"),
        CommandExample("Whom to call", "ilk calls contacts --suggest"),
    ]

    @Option(help: ArgumentHelp("Only contacts not called since then: 30d, 2026-10-01.", valueName: "time"))
    var silent: ZonedMoment?

    @Flag(help: "Only contacts that are silent for longer than usual.")
    var suggest = false

    @Option(help: ArgumentHelp("The contact that gets another name; with --to.", valueName: "name"))
    var rename: String?

    @Option(help: ArgumentHelp("The other name.", valueName: "name"))
    var to: String?

    @Option(help: ArgumentHelp("How many to show.", valueName: "count"), transform: CountArgument.fromOne)
    var limit: Int = 50

    @Option(help: "The shape of the output.")
    var format: OutputFormat = .text

    @OptionGroup var calls: CallFileOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if (rename == nil) != (to == nil) { throw ValidationError("--rename and --to go together.") }
    }

    func run() async throws {
        let book =
            rename == nil ? try CallBook.reading(calls, display) : try CallBook.writing(calls, display)
        if let rename, let to, let contact = try await book.contact(rename) {
            try await book.storage.renameContact(contact.id, to: to)
        } else {
            try await CallContacts(book: book, format: format).show(
                silentSince: silent?.date(now: book.now, book.timeline), suggests: suggest, limit: limit)
        }
        try book.close()
    }
}
