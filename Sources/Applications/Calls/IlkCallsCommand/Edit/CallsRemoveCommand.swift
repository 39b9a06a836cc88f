import IlkStore
import IlkCalls
import IlkConsole
import ArgumentParser
import IlkVocabulary

struct CallsRemoveCommand: AsyncParsableCommand, DescribedCommand {
    static let help = CommandText(
        "rm",
        abstract: "Delete calls: one, several, or all that a filter lets through.",
        usage: "ilk calls rm [<call> ...] [--yes] [--dry-run] [--contact <name>] [--since <time>] ...",
        discussion: """
            Shows the number of calls and asks first; without a terminal it needs --yes. A call that the server has is kept \
            until the server knows that it is deleted; ilk calls purge erases it from the file.
            """,
        examples: [
            "Record a call": "ilk calls add Sarah",
            "See what would go": "ilk calls rm --contact sarah --dry-run",
            "Delete the newest": "ilk calls rm -1 --yes",
        ])

    @OptionGroup var calls: CallArguments

    @OptionGroup var erasure: ErasureOptions

    @OptionGroup var choice: CallFilterOptions
    @OptionGroup var place: CallFileOptions
    @OptionGroup var display: DisplayOptions

    func run() async throws {
        let preview = try OpenCallStore.openForReading(place, .standard(display))
        let references = try await preview.references(calls.words, choice)
        // Resolve `-1` now, because a newer call may be added before the user answers.
        let keys = Set(try await preview.store.records(references).map(\.call.key))
        try preview.close()
        try await CallDeletion(
            keys: keys, erasure: erasure.permission, place: place, console: preview.console
        ).run()
    }
}
