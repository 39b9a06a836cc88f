import FoundationEssentials
import ArgumentParser
import IlkCalls
import IlkConsole
import IlkStore
import IlkVocabulary

/// Lists the calls that are not yet sent to the server.
struct CallsQueueCommand: AsyncParsableCommand, DescribedCommand, ShowingArguments {
    static let help = CommandText(
        "queue",
        abstract: "List calls that are not yet sent to the server or were refused.",
        discussion: """
            A call that the server refuses stays in the queue with the status 'failed'. --clear-failed asks \
            for confirmation and deletes the refused calls that the server has never stored. If the server \
            has an earlier version of a refused call, the call stays in the queue.
            """,
        examples: [
            "Record a call": "ilk calls add Sarah",
            "List the queue": "ilk calls queue",
            "List the queue as NDJSON": "ilk calls queue --format ndjson",
        ])

    @Option(count: "Maximum number of calls to list.")
    var limit: Int = 50

    @Flag(help: "Delete refused calls that do not exist on the server.")
    var clearFailed = false

    @OptionGroup var erasure: ErasureOptions

    @OptionGroup var shown: ShownOptions<CallsApplication, OutputFormat>

    func validate() throws {
        if !clearFailed && erasure.isGiven {
            throw ValidationError("--yes and --dry-run require --clear-failed.")
        }
    }

    func run() async throws {
        let open = try OpenCallStore.openForReading(place.settings, .standard(display))
        guard clearFailed else {
            try await open.showQueue(limit: limit, as: format)
            return try open.close()
        }
        let refused = try await open.refused()
        try open.close()
        try await CallDeletion(
            keys: refused, erasure: erasure.permission, settings: place.settings, console: open.console
        ).run()
    }
}

extension OpenCallStore {
    func showQueue(limit: Int, as format: OutputFormat) async throws {
        let names = try await store.contactNames()
        let queue = try await store.syncQueue(limit: limit)
        try console.write(
            records: queue.map { $0.entry.fields(of: $0.call, contact: names[$0.call.contactId] ?? "") },
            as: format, empty: "No calls wait for the server."
        ) {
            var table = Table([
                .init("id", tone: .faint), .init("contact", minWidth: 6, tone: .strong), .init("change"),
                .init("status"), .init("attempts", .right, dispensability: 1),
                .init("error", minWidth: 8),
            ])
            for (call, entry) in queue {
                table.add([
                    call.shortID, names[call.contactId] ?? "", call.waitingChange,
                    "\(call.syncStatus.badge) \(call.syncStatus.rawValue)", "\(entry.attempts)",
                    call.syncError ?? (entry.isOutcomeUnknown ? "no response" : ""),
                ])
            }
            return console.text(table)
        }
    }

    /// Returns the rejected calls that the server has never stored.
    func refused() async throws -> Set<RecordID> {
        let failed = try await store.fetchCallLogs(matching: CallFilter(status: .failed), limit: .max)
        return Set(failed.filter { $0.id == 0 }.map(\.key))
    }
}
