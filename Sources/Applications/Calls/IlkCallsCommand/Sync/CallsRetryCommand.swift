import IlkCalls
import IlkConsole
import ArgumentParser
import IlkStore

/// Sends rejected calls again with the next sync.
struct CallsRetryCommand: StoreCommand {
    static let help = CommandText(
        "retry",
        abstract: "Queue refused calls for the next sync.",
        usage: "ilk calls retry [<call>] [--calls-file <file>]",
        discussion: """
            Without a call, queues all refused calls. Exits with 1 if the given call was not refused, that \
            is, if its status is not 'failed'.
            """,
        examples: [
            "Record a call": "ilk calls add Sarah",
            "Retry all failed calls": "ilk calls retry",
        ])

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("The call; -1 is the newest. (default: all refused calls)", valueName: "call"))
    var words: [String] = []

    @OptionGroup var place: CallFileOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        try EntryArgument.check(words)
        if words.count > 1 { throw ValidationError("Specify one call, or none to retry all refused calls.") }
    }

    var changes: Bool { true }

    func run(on open: OpenCallStore) async throws {
        let reference = try words.first.map { try CallsApplication.reference($0) }
        let count = try await open.store.retrySync(reference)
        open.console.note(
            count == 0
                ? "No refused calls." : "Queued \(CallsApplication.words.counted(count)) for the next sync.")
    }
}
