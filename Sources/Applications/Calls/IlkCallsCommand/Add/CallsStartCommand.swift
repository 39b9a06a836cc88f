import IlkConsole
import ArgumentParser
import IlkCalls
import IlkStore

/// Begins to time a call.
struct CallsStartCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "start",
        abstract: "Begin a call: its duration is taken until ilk calls stop.",
        discussion: "Without a name it says which call goes on; with --cancel it forgets that."
    )

    static let examples = [
        CommandExample("Begin", "ilk calls start Sarah"),
        CommandExample("Which call goes on", "ilk calls start"),
        CommandExample("Forget it", "ilk calls start --cancel"),
    ]

    @Argument(help: "Whom the call is with.")
    var contact: String?

    @Flag(help: "Forget the call that goes on.")
    var cancel = false

    @OptionGroup var calls: CallFileOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if contact != nil && cancel { throw ValidationError("--cancel stands alone.") }
    }

    func run() async throws {
        let book = try CallBook.writing(calls, display)
        if cancel {
            try await book.storage.cancelTimer()
        } else if let contact {
            let contact = try await book.contact(making: contact)
            try await book.storage.startTimer(for: contact.id)
            book.console.note("a call with \(contact.name) goes on: end it with ilk calls stop")
        } else if let timer = try await book.storage.timer() {
            let name = try await book.name(timer.contactId)
            book.console.output.append(
                "\(VisibleText.oneLine(name)), since \(book.timeline.time(timer.startedAt))\n")
        } else {
            throw CallError.timerRuns(false)
        }
        try book.close()
    }
}
