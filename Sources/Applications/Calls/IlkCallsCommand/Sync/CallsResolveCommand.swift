public import IlkCalls
import IlkConsole
public import ArgumentParser
import IlkStore

extension CallConflict.Choice: ExpressibleByArgument {}

struct CallsResolveCommand: StoreCommand {
    static let help = CommandText(
        "resolve",
        abstract: "Choose a version of a call that was changed here and on the server.",
        usage: "ilk calls resolve <conflict> --keep <version> [--calls-file <file>]",
        discussion: """
            --keep chooses the version:
              local   the version of this device
              server  the version of the server
              merged  the later version, with the notes of both versions

            Specify the conflict as -1 (the latest), as the id of the conflict, or as the id of the call. To \
            list the conflicts, run: ilk calls conflicts
            """,
        examples: [
            "Record a call": "ilk calls add Sarah",
            "List the conflicts": "ilk calls conflicts",
            "Show the options": "ilk calls resolve --help",
        ])

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("The conflict; -1 is the latest.", valueName: "conflict"))
    var words: [String] = []

    @Option(help: "The version to keep.")
    var keep: CallConflict.Choice

    @OptionGroup var place: CallFileOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        try EntryArgument.check(words)
        if words.count != 1 {
            throw ValidationError("Specify one conflict; 'ilk calls conflicts' lists them.")
        }
    }

    var changes: Bool { true }

    func run(on open: OpenCallStore) async throws {
        let reference = try CallsApplication.reference(words.first ?? "", at: "<conflict>")
        let call = try await open.store.resolve(reference, as: keep)
        open.console.note("Resolved the conflict of call \(call.shortID): kept \(keep.rawValue).")
    }
}
