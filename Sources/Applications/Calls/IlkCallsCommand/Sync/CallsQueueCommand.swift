import FoundationEssentials
import ArgumentParser
import IlkCalls
import IlkConsole
import IlkStore
import IlkVocabulary

/// Shows the outbox.
struct CallsQueueCommand: AsyncParsableCommand, DescribedCommand, ShowingArguments {
    static let help = CommandText(
        "queue",
        abstract: "List calls that wait for the server, and refused calls.",
        discussion: """
            A call that the server refuses stays in the queue with the status 'failed'. --clear-failed \
            deletes such calls after confirmation, unless the server has an earlier version of them.
            """,
        examples: [
            "Record a call": "ilk calls add Sarah",
            "List the queue": "ilk calls queue",
            "List the queue as NDJSON": "ilk calls queue --format ndjson",
        ])

    @Option(count: "Maximum number of calls.")
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
        func change(_ call: CallLogEntity) -> String {
            call.isMarkedDeleted ? "delete" : call.id == 0 ? "create" : "update"
        }
        try console.write(
            records: queue.map { call, entry -> JSONObject in
                [
                    "schema": "ilk.call.queue/1", "key": call.key.description,
                    "contact": names[call.contactId] ?? "", "change": change(call),
                    "syncStatus": call.syncStatus.rawValue, "syncError": call.syncError,
                    "attempts": entry.attempts,
                    "notBefore": entry.notBefore.timeIntervalSince1970 > 0
                        ? CallTime.text(entry.notBefore) : nil,
                    "isOutcomeUnknown": entry.isOutcomeUnknown,
                ]
            }, as: format, empty: "No calls wait for the server."
        ) {
            var table = Table([
                .init("id", tone: .faint), .init("contact", minWidth: 6, tone: .strong), .init("change"),
                .init("status"), .init("attempts", .right, dispensability: 1),
                .init("error", minWidth: 8),
            ])
            for (call, entry) in queue {
                table.add([
                    call.shortID, names[call.contactId] ?? "", change(call),
                    "\(call.syncStatus.badge) \(call.syncStatus.rawValue)", "\(entry.attempts)",
                    call.syncError ?? (entry.isOutcomeUnknown ? "no response" : ""),
                ])
            }
            return console.text(table)
        }
    }

    /// The calls that the server rejected and never had.
    func refused() async throws -> Set<RecordID> {
        let failed = try await store.fetchCallLogs(matching: CallFilter(status: .failed), limit: .max)
        return Set(failed.filter { $0.id == 0 }.map(\.key))
    }
}
