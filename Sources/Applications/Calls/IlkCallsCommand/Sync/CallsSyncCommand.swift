import IlkCalls
import IlkStore
import Monica
public import ArgumentParser
import IlkConsole
import IlkSyncCommand
import IlkTransport

struct CallsSyncCommand: AsyncParsableCommand, DescribedCommand, ShowingArguments {
    static let help = CommandText(
        "sync",
        abstract: "Sync the calls with Monica: what waits goes there, what is new there comes here.",
        usage: "ilk calls sync [--server <url>] [--token-file <file>] [--as <records>] [--all] [--anew]",
        discussion: """
            The address is remembered with the calls. The token is one that Monica makes under Settings, API; it is read \
            from a file or a variable, and neither stored nor shown. Calls with people whom Monica does not know wait \
            until she does, by their names. A call that she refuses is marked as failed, with her words, and holds up no \
            other: ilk calls queue shows it. Of a call that was changed on both sides the last version wins, and the other \
            is kept: ilk calls conflicts.

            It may be stopped at any moment and goes on the next time. Ends with 2 when calls were refused or wait for \
            people, 69 when the server does not answer, 75 when another program is syncing, 77 when the token is not \
            accepted.
            """,
        examples: [
            "Record a call": "ilk calls add Sarah 20m happy",
            "What would go": "ilk calls queue",
            "The variables and options": "ilk calls sync --help",
        ])

    @OptionGroup var server: CallServerOptions

    @Flag(help: "Read all calls there again, to find deletions; else that is done once a day.")
    var all = false

    @Flag(
        help:
            "Forget which server the calls were synced with, and sync them with this one. What is there already is found by its key."
    )
    var anew = false

    @OptionGroup var erasure: ErasureOptions

    @OptionGroup var shown: ShownOptions<CallsApplication, ResultFormat>

    func validate() throws {
        if !anew && erasure.isGiven { throw ValidationError("--yes and --dry-run go with --anew.") }
    }

    func run() async throws {
        if anew {
            let book = try OpenCallStore.openForReading(place, .standard(display))
            let known = try await CallLogSyncService.server(of: book.store)
            try book.close()
            if let known {
                let what = "the sync state with \(known.address)"
                guard try erasure.permission.allows("delete", what, book.console) else { return }
            } else if erasure.dryRun {
                return book.console.note("There is no sync state.")
            }
        }
        let book = try OpenCallStore.openOrCreate(place, .standard(display))
        try await CallSyncRun(book: book, format: format, readsAll: all, resetsState: anew).run(server)
    }
}

/// A sync with progress output and a final report.
struct CallSyncRun {
    let book: OpenCallStore
    let format: ResultFormat
    /// `true` to read all calls of the server.
    let readsAll: Bool
    /// `true` to reset all sync metadata first.
    let resetsState: Bool

    /// Runs the sync and shows its report.
    ///
    /// - Throws: `CommandError`, `IlkError`, `StoreError`.
    func run(_ options: CallServerOptions) async throws {
        let console = book.console
        let known = try await CallLogSyncService.server(of: book.store)
        let access = ServerAccess(
            who: "Monica", variables: "ILK_MONICA", example: "--server https://monica.example.org",
            tokenHint: "make one in Monica under Settings, API, and name its file: --token-file <file>")
        let address = try access.address(
            options.server, known: resetsState ? nil : known?.address, allowsHTTP: options.allowHTTP,
            console.environment)
        let token = try access.token(file: options.tokenFile, console)
        let transport = SyncTransport(to: address, token: token, client: CurlClient())
        let records = options.records ?? (resetsState ? nil : known?.records) ?? .calls
        let service = CallLogSyncService(book.store, with: CallLogAPIService(transport, as: records))
        let report = try await console.untilStopped(counting: "calls") { [readsAll, resetsState] tell in
            try await service.sync(readsAll: readsAll, forgetting: resetsState, tell: tell)
        } following: {
            follow($0, &$1)
        }
        let missing = try await book.store.localContactsInOutbox()
        try await book.store.updateIndex()
        try show(report, missing)
        try book.close()
        try checkOutcome(report, missing)
    }

    private func follow(_ event: CallSyncEvent, _ line: inout ProgressLine) {
        switch event {
        case .progress(let report):
            line.draw(report.sent + report.deleted + report.received)
        case .throttled(let milliseconds):
            line.erase()
            book.console.note("the server takes no more for \(Self.pause(milliseconds)): waiting")
        case .retrying(let words, let milliseconds):
            line.erase()
            book.console.note("\(words): trying again in \(Self.pause(milliseconds))")
        }
    }

    private static func pause(_ milliseconds: UInt64) -> String {
        milliseconds < 10_000
            ? "\(DecimalText.fixed(Double(milliseconds) / 1000, 1)) s" : "\(milliseconds / 1000) s"
    }

    // MARK: Result

    private func show(_ report: CallSyncReport, _ missing: [String]) throws {
        let passedOver = report.skipped.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        guard format == .text else {
            let fields: JSONObject = [
                "schema": "ilk.call.sync/1", "ending": "\(report.ending)", "sent": report.sent,
                "deleted": report.deleted, "received": report.received, "refused": report.refused,
                "conflicts": report.conflicts, "passedOver": passedOver, "waitingForContacts": missing,
                "requests": report.requests, "troubles": report.failures,
            ]
            return try book.console.write(json: fields)
        }
        let parts = [
            (report.sent, "sent"), (report.deleted, "deleted there"), (report.received, "changed here"),
            (report.refused, "refused"), (report.conflicts, "kept beside what won"),
        ].filter { $0.0 > 0 }.map { "\(DecimalText.grouped($0.0)) \($0.1)" }
        if report.ending == .inSync || !parts.isEmpty {
            book.console.output.append((parts.isEmpty ? "nothing new" : parts.joined(separator: ", ")) + "\n")
        }
        if report.refused > 0 { book.console.note("what the server said: ilk calls queue") }
        if report.conflicts > 0 { book.console.note("to choose otherwise: ilk calls conflicts") }
        for line in passedOver { book.console.note("left alone there, call \(line)") }
        // Without an answer it is unknown which contacts the server has.
        if !missing.isEmpty, report.ending == .inSync {
            let names = missing.prefix(5).joined(separator: ", ") + (missing.count > 5 ? ", ..." : "")
            book.console.note(
                "calls wait for people whom Monica does not know: \(names); add them there, or give the contact here "
                    + "Monica's name for them")
        }
    }

    private func checkOutcome(_ report: CallSyncReport, _ missing: [String]) throws {
        switch report.ending {
        case .inSync:
            guard report.refused == 0, missing.isEmpty else { throw CommandError(.partlyDone, "") }
        case .unauthorized:
            throw CommandError(
                .notAllowed, "Monica does not accept the token; the calls wait",
                hint: "make another one under Settings, API")
        case .unreachable:
            throw CommandError(
                .unavailable, "the calls could not be synced: " + (report.lastError ?? "no answer"),
                hint: "they wait; try again later")
        }
    }
}

extension CallLogAPIService.Records: ExpressibleByArgument {}

/// The options for the server, its records and the token.
struct CallServerOptions: ParsableArguments {
    @Option(
        "Monica's address, as https://monica.example.org. (default: ILK_MONICA_URL, else as last time)",
        value: "url")
    var server: String?

    @Option(
        "The file with the token. (default: ILK_MONICA_TOKEN_FILE; or the token itself in ILK_MONICA_TOKEN)",
        value: "file", completion: .file())
    var tokenFile: String?

    @Option(
        name: .customLong("as"),
        help: "Which of Monica's records carry the calls. (default: as last time, at first calls)")
    var records: CallLogAPIService.Records?

    @Flag(help: "Send the token unencrypted to a server that is not on this machine.")
    var allowHTTP = false
}
