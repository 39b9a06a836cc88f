import IlkStore
import IlkCalls
import IlkConsole
import ArgumentParser
import IlkVocabulary

struct CallsRemoveCommand: AsyncParsableCommand, DescribedCommand {
    static let help = CommandText(
        "rm",
        abstract: "Delete the specified calls, or all calls that match the filters.",
        usage: "ilk calls rm [<call> ...] [--yes] [--dry-run] [--contact <name>] [--since <time>] ...",
        discussion: """
            Prints the number of calls and asks for confirmation; without a terminal, --yes is required.

            If the calls are synced, a deleted call stays in the store, marked as deleted, until the server \
            confirms the deletion. The notes of a deleted call can stay readable in the files of the store. \
            To erase a call without a trace, use 'ilk calls purge'.
            """,
        examples: [
            "Record a call": "ilk calls add Sarah",
            "Preview the changes": "ilk calls rm --contact sarah --dry-run",
            "Delete the newest call": "ilk calls rm -1 --yes",
        ])

    @OptionGroup var calls: CallArguments

    @OptionGroup var erasure: ErasureOptions

    @OptionGroup var choice: CallFilterOptions
    @OptionGroup var place: CallFileOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws { try calls.check(choice) }

    func run() async throws {
        let preview = try OpenCallStore.openForReading(place.settings, .standard(display))
        let references = try await calls.references(choice, in: preview)
        // Resolve `-1` now, because a newer call may be added before the user answers.
        let keys = Set(try await preview.store.records(references).map(\.call.key))
        try preview.close()
        try await CallDeletion(
            keys: keys, erasure: erasure.permission, settings: place.settings, console: preview.console
        ).run()
    }
}
