import IlkConsole
import ArgumentParser
import Ilk
import IlkVocabulary

/// Suggests emotions from notes.
struct CallsSuggestCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "suggest",
        abstract: "Say how calls may have felt, by their notes: for those of which nobody said.",
        usage: "ilk calls suggest [<call> ...] [--contact <name>] [--since <time>] ...",
        discussion: """
            What is suggested stands beside the call, with what spoke for it (ilk calls show), and is never taken for what a \
            person said. ilk calls edit --set-emotion says it; ilk retrain --from calls learns from what was said. Ends \
            with 1 when nothing can be suggested.
            """
    )

    static let examples = [
        CommandExample(
            "Record a call", "ilk calls add Sarah 'thank you so much, that was wonderful' --no-suggest"),
        CommandExample("Suggest", "ilk calls suggest -1"),
        CommandExample("Say that it is so", "ilk calls edit -1 --set-emotion happy"),
    ]

    @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The calls.", valueName: "call"))
    var words: [String] = []

    @OptionGroup var choice: CallFilterOptions
    @OptionGroup var calls: CallFileOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws { try EntryArgument.check(words) }

    func run() async throws {
        let book = try CallBook.writing(calls, display)
        let count = try await CallSuggesting(book: book).run(try await book.references(words, choice))
        try book.close()
        if count == 0 { throw CommandFailure(.negative, "") }
    }
}
