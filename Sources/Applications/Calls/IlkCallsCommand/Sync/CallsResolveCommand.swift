public import IlkCalls
import IlkConsole
public import ArgumentParser
import IlkStore

extension CallConflict.Choice: ExpressibleByArgument {}

struct CallsResolveCommand: StoreCommand {
    static let help = CommandText(
        "resolve",
        abstract: "Choose what a call is that was changed here and on the server.",
        usage: "ilk calls resolve <conflict> --keep <version> [--calls-file <file>]",
        discussion: """
            local is what was said here, server what was said there, merged the later of both with the notes of both. A \
            conflict is -1 (the last found), its id, or that of its call. ilk calls conflicts shows them.
            """,
        examples: [
            "Record a call": "ilk calls add Sarah",
            "Which there are": "ilk calls conflicts",
            "How to choose": "ilk calls resolve --help",
        ])

    @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The conflict.", valueName: "conflict"))
    var words: [String] = []

    @Option(help: "What the call is to be.")
    var keep: CallConflict.Choice

    @OptionGroup var place: CallFileOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        try EntryArgument.check(words)
        if words.count != 1 { throw ValidationError("Name a conflict.") }
    }

    var changes: Bool { true }

    func run(on book: OpenCallStore) async throws {
        let call = try await book.store.resolve(RecordReference(words.first ?? ""), as: keep)
        book.console.note("\(call.shortID): \(keep.rawValue)")
    }
}
