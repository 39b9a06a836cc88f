import ArgumentParser
import IlkDomains

/// Deletes calls.
struct CallsRemoveCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "rm",
        abstract: "Delete calls: one, several, or all that a filter lets through.",
        usage: "ilk calls rm [<call> ...] [--yes] [--dry-run] [--contact <name>] [--since <time>] ...",
        discussion: """
            A call that the server has is kept until the server has heard of it; ilk calls purge takes the last byte out of \
            the file. A filter deletes only with --yes.
            """
    )

    static let examples = [
        CommandExample("Record a call", "ilk calls add Sarah"),
        CommandExample("See what would go", "ilk calls rm --contact sarah --dry-run"),
        CommandExample("Delete the newest", "ilk calls rm -1"),
    ]

    @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The calls.", valueName: "call"))
    var words: [String] = []

    @Flag(help: "Delete what the filters let through.")
    var yes = false

    @Flag(name: [.customShort("n"), .long], help: "Say how many calls would go, and delete none.")
    var dryRun = false

    @OptionGroup var choice: CallFilterOptions
    @OptionGroup var calls: CallFileOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        try EntryArgument.check(words)
        if words.isEmpty && !choice.isEmpty && !yes && !dryRun {
            throw ValidationError("A filter deletes only with --yes; --dry-run says how many calls would go.")
        }
    }

    func run() async throws {
        let book = try CallBook.writing(calls, display)
        let references = try await book.references(words, choice)
        if dryRun {
            book.console.note("would delete \(CallCount.text(references.count))")
        } else {
            let count = try await book.storage.deleteCallLogs(references)
            book.console.note("deleted \(CallCount.text(count))")
        }
        try book.close()
    }
}
