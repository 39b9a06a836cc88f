import IlkStore
import IlkConsole
import ArgumentParser
import IlkCalls

/// Starts the timer of a call.
struct CallsStartCommand: StoreCommand {
    static let help = CommandText(
        "start",
        abstract: "Begin a call: its duration is taken until ilk calls stop.",
        discussion: "Without a name it says which call goes on; with --cancel it forgets that.",
        examples: [
            "Begin": "ilk calls start Sarah",
            "Which call goes on": "ilk calls start",
            "Forget it": "ilk calls start --cancel",
        ])

    @Argument(help: "Whom the call is with.")
    var contact: String?

    @Flag(help: "Forget the call that goes on.")
    var cancel = false

    @OptionGroup var place: CallFileOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if contact != nil && cancel { throw ValidationError("--cancel stands alone.") }
    }

    var changes: Bool { true }

    func run(on book: OpenCallStore) async throws {
        if cancel {
            try await book.store.cancelTimer()
        } else if let contact {
            let contact = try await book.contact(making: contact)
            try await book.store.startTimer(for: contact.id)
            book.console.note("a call with \(contact.name) goes on: end it with ilk calls stop")
        } else if let timer = try await book.store.timer() {
            let name = try await book.name(timer.contactId)
            book.console.output.append(
                "\(VisibleText.oneLine(name)), since \(book.timeline.time(timer.startedAt))\n")
        } else {
            throw CallError.timerState(false)
        }
    }
}
