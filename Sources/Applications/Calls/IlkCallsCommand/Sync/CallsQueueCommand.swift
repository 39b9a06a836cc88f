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
        abstract:
            "Show what waits for the server, in the order in which it goes, and what the server refused.",
        discussion:
            "--clear-failed deletes the calls that the server refused and has never had, and asks first.",
        examples: [
            "Record a call": "ilk calls add Sarah",
            "What waits": "ilk calls queue",
            "For a program": "ilk calls queue --format ndjson",
        ])

    @Option(count: "How many to show.")
    var limit: Int = 50

    @Flag(help: "Delete the calls that the server refused and has never had.")
    var clearFailed = false

    @OptionGroup var erasure: ErasureOptions

    @OptionGroup var shown: ShownOptions<CallsApplication, OutputFormat>

    func validate() throws {
        if !clearFailed && erasure.isGiven {
            throw ValidationError("--yes and --dry-run go with --clear-failed.")
        }
    }

    func run() async throws {
        let book = try OpenCallStore.openForReading(place, .standard(display))
        guard clearFailed else {
            try await book.showQueue(limit: limit, as: format)
            return try book.close()
        }
        let refused = try await book.refused()
        try book.close()
        try await CallDeletion(
            keys: refused, erasure: erasure.permission, place: place, console: book.console
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
            }, as: format, empty: "nothing waits for the server"
        ) {
            var table = Table([
                .init("id", tone: .faint), .init("contact", minWidth: 6, tone: .strong), .init("change"),
                .init("status"), .init("attempts", .right, dispensability: 1),
                .init("what the server said", minWidth: 8),
            ])
            for (call, entry) in queue {
                table.add([
                    call.shortID, names[call.contactId] ?? "", change(call),
                    "\(call.syncStatus.badge) \(call.syncStatus.rawValue)", "\(entry.attempts)",
                    call.syncError ?? (entry.isOutcomeUnknown ? "no answer" : ""),
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
