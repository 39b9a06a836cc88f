import IlkCalls
import IlkConsole
import ArgumentParser
import IlkStore

/// Has refused calls tried again.
struct CallsRetryCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Have a call that the server refused tried again, or all of them.",
        usage: "ilk calls retry [<call>] [--calls-file <file>]",
        discussion: "Only a call that is failed can be tried again: of any other it ends with 1."
    )

    static let examples = [
        CommandExample("Record a call", "ilk calls add Sarah"),
        CommandExample("All that failed", "ilk calls retry"),
    ]

    @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The call.", valueName: "call"))
    var words: [String] = []

    @OptionGroup var calls: CallFileOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        try EntryArgument.check(words)
        if words.count > 1 { throw ValidationError("Name one call, or none for all.") }
    }

    func run() async throws {
        let book = try CallBook.writing(calls, display)
        let count = try await book.storage.retrySync(try words.first.map { try RecordReference($0) })
        book.console.note("\(CallCount.text(count)) will be tried again")
        try book.close()
    }
}
