import IlkCalls
import IlkConsole
import ArgumentParser
import IlkStore

/// Sends rejected calls again with the next sync.
struct CallsRetryCommand: StoreCommand {
    static let help = CommandText(
        "retry",
        abstract: "Have a call that the server refused tried again, or all of them.",
        usage: "ilk calls retry [<call>] [--calls-file <file>]",
        discussion: "Only a call that is failed can be tried again: of any other it ends with 1.",
        examples: [
            "Record a call": "ilk calls add Sarah",
            "All that failed": "ilk calls retry",
        ])

    @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The call.", valueName: "call"))
    var words: [String] = []

    @OptionGroup var place: CallFileOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        try EntryArgument.check(words)
        if words.count > 1 { throw ValidationError("Name one call, or none for all.") }
    }

    var changes: Bool { true }

    func run(on book: OpenCallStore) async throws {
        let count = try await book.store.retrySync(try words.first.map { try RecordReference($0) })
        book.console.note("\(CallsApplication.words.counted(count)) will be tried again")
    }
}
