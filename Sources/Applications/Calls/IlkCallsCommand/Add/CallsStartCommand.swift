import IlkStore
import IlkConsole
import ArgumentParser
import IlkCalls
import IlkVocabulary

/// Starts the timer of a call.
struct CallsStartCommand: StoreCommand {
    static let help = CommandText(
        "start",
        abstract: "Start the timer of a call; end it with: ilk calls stop",
        discussion: "Without a contact, prints the call whose timer is running.",
        examples: [
            "Start a call": "ilk calls start Sarah",
            "Show the current call": "ilk calls start",
            "Discard the current call": "ilk calls start --cancel",
        ])

    @Argument(help: "Contact: a name, or the id of a stored contact.")
    var contact: String?

    @Flag(help: "Stop the timer without recording the call.")
    var cancel = false

    @OptionGroup var place: CallFileOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if contact != nil && cancel { throw ValidationError("--cancel cannot be combined with a contact.") }
    }

    var changes: Bool { true }

    func run(on open: OpenCallStore) async throws {
        if cancel {
            try await open.store.cancelTimer()
        } else if let contact {
            let contact = try await open.contact(making: contact)
            try await open.store.startTimer(for: contact.id)
            open.console.note("Started a call with \(contact.name). To end it: ilk calls stop")
        } else if let timer = try await open.store.timer() {
            let name = try await open.name(timer.contactId)
            open.console.output.append(
                "\(VisibleText.oneLine(name)), since \(open.timeline.time(timer.startedAt))\n")
        } else {
            throw CallError.timerState(false)
        }
    }
}
