import IlkCalls
import IlkStore
import IlkVocabulary
import Monica
public import ArgumentParser
import IlkConsole
import IlkSyncCommand
import IlkTransport

struct CallsSyncCommand: AsyncParsableCommand, DescribedCommand, ShowingArguments {
    static let help = CommandText(
        "sync",
        abstract: "Sync the calls with Monica in both directions.",
        usage: "ilk calls sync [--server <url>] [--token-file <file>] [--as <records>] [--all] [--reset]",
        discussion: """
            Monica (versions 2 to 4) is a web application for personal contacts. The address of the server \
            is stored with the calls. Create an access token in Monica under Settings, API. The token is \
            read from a file or an environment variable, and is neither stored nor printed.

            If Monica does not have the contact of a call, the call waits until the contact exists in \
            Monica. A call that Monica refuses does not block other calls: the call is marked as failed, and \
            'ilk calls queue' lists it with the error message. If a call was changed both here and in \
            Monica, the later version wins. 'ilk calls conflicts' lists such calls with both versions.

            A sync can be interrupted at any time; the next one continues.

            Exit status: 2 if calls were refused or wait for contacts, 69 if the server does not respond, 75 \
            if another program is syncing, 77 if the token is not accepted.
            """,
        examples: [
            "Record a call": "ilk calls add Sarah 20m happy",
            "List waiting calls": "ilk calls queue",
            "Show all options and variables": "ilk calls sync --help",
        ])

    @OptionGroup var server: CallServerOptions

    @Flag(help: "Read all calls, not only changed ones (default: once a day).")
    var all = false

    @Flag(help: "Forget the previous server; sync all calls with this one.")
    var reset = false

    @OptionGroup var erasure: ErasureOptions

    @OptionGroup var shown: ShownOptions<CallsApplication, ResultFormat>

    func validate() throws {
        if !reset && erasure.isGiven { throw ValidationError("--yes and --dry-run require --reset.") }
    }

    func run() async throws {
        if reset {
            let open = try OpenCallStore.openForReading(place.settings, .standard(display))
            let known = try await CallLogSyncService.server(of: open.store)
            try open.close()
            if let known {
                let what = "the sync state with \(known.address)"
                guard try erasure.permission.allows("delete", what, open.console) else { return }
            } else if erasure.dryRun {
                return open.console.note("There is no sync state to reset.")
            }
        }
        let open = try OpenCallStore.openOrCreate(place.settings, .standard(display))
        try await CallSyncRun(open: open, format: format, isFullRead: all, resetsState: reset).run(
            server.access, server.records)
    }
}

/// A sync with progress output and a final report.
struct CallSyncRun {
    let open: OpenCallStore
    let format: ResultFormat
    /// `true` to read all calls from the server.
    let isFullRead: Bool
    /// `true` to reset all sync metadata first.
    let resetsState: Bool

    /// Runs the sync and shows its report.
    ///
    /// - Throws: `CommandError`, `IlkError`, or `StoreError`.
    func run(_ access: ServerAccess, _ records: CallLogAPIService.Records?) async throws {
        let console = open.console
        let known = resetsState ? nil : try await CallLogSyncService.server(of: open.store)
        let transport = try access.transport(known: known?.address, console)
        let service = CallLogSyncService(
            open.store, with: CallLogAPIService(transport, as: records ?? known?.records ?? .calls))
        let report = try await console.untilStopped(counting: "calls") { [isFullRead, resetsState] tell in
            try await service.sync(isFullRead: isFullRead, resetting: resetsState, tell: tell)
        } following: {
            follow($0, &$1)
        }
        let missing = try await open.store.localContactsInOutbox()
        try await open.store.updateIndex()
        try show(report, missing)
        try open.close()
        try checkOutcome(report, missing)
    }

    private func follow(_ event: CallSyncEvent, _ line: inout ProgressLine) {
        switch event {
        case .progress(let report):
            line.draw(report.sent + report.deleted + report.received)
        case .throttled(let milliseconds):
            line.erase()
            open.console.note("rate limit of the server reached: waiting \(Self.pause(milliseconds))")
        case .retrying(let words, let milliseconds):
            line.erase()
            open.console.note("\(words): retrying in \(Self.pause(milliseconds))")
        }
    }

    private static func pause(_ milliseconds: UInt64) -> String {
        milliseconds < 10_000
            ? "\(DecimalText.fixed(Double(milliseconds) / 1000, 1)) s" : "\(milliseconds / 1000) s"
    }

    // MARK: Result

    private func show(_ report: CallSyncReport, _ missing: [String]) throws {
        let skipped = report.skipped.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        guard format == .text else {
            let fields: JSONObject = [
                "schema": "ilk.call.sync/1", "ending": "\(report.ending)", "sent": report.sent,
                "deleted": report.deleted, "received": report.received, "refused": report.refused,
                "conflicts": report.conflicts, "skipped": skipped, "waitingForContacts": missing,
                "requests": report.requests, "failures": report.failures,
            ]
            return try open.console.write(json: fields)
        }
        if report.ending == .inSync || report.words != CallSyncReport.nothingNew {
            open.console.output.append(report.words + "\n")
        }
        if report.refused > 0 { open.console.note("To list the refused calls: ilk calls queue") }
        if report.conflicts > 0 { open.console.note("To list the conflicts: ilk calls conflicts") }
        for line in skipped { open.console.note("Skipped call \(line)") }
        // If the server did not respond, it is unknown which contacts the server has.
        if !missing.isEmpty, report.ending == .inSync {
            let names = missing.prefix(5).joined(separator: ", ") + (missing.count > 5 ? ", ..." : "")
            open.console.note(
                "Calls wait for contacts that Monica does not have: \(names). Add them in Monica, or rename the "
                    + "contacts here to their names in Monica.")
        }
    }

    private func checkOutcome(_ report: CallSyncReport, _ missing: [String]) throws {
        if let failure = report.failure { throw failure }
        guard report.refused == 0, missing.isEmpty else { throw CommandError(.partlyDone, "") }
    }
}

extension CallSyncReport {
    static let nothingNew = "nothing new"

    /// The counts in words.
    var words: String {
        let parts = [
            (sent, "sent"), (deleted, "deleted on the server"), (received, "received"),
            (refused, "refused"), (conflicts, conflicts == 1 ? "conflict" : "conflicts"),
        ].filter { $0.0 > 0 }.map { "\(DecimalText.grouped($0.0)) \($0.1)" }
        return parts.isEmpty ? Self.nothingNew : parts.joined(separator: ", ")
    }

    /// The reason for which the sync ended early, or `nil` if it did not.
    var failure: CommandError? {
        switch ending {
        case .inSync: nil
        case .unauthorized:
            CommandError(
                .notAllowed, "Monica does not accept the token",
                hint: "create another token in Monica under Settings, API")
        case .unreachable:
            CommandError(
                .unavailable, "cannot sync the calls: " + (lastError ?? "no response"),
                hint: "the calls stay queued; try again later")
        }
    }
}

extension ServerAccess {
    /// Returns the access to Monica.
    ///
    /// - Parameters:
    ///   - address: The address from the command line, or `nil` for that of the environment or the last sync.
    ///   - tokenFile: The path of the token file from the command line, or `nil` for the environment.
    ///   - allowsHTTP: `true` to allow sending the token unencrypted to another machine.
    static func monica(
        address: String? = nil, tokenFile: String? = nil, allowsHTTP: Bool = false
    ) -> ServerAccess {
        ServerAccess(
            who: "Monica", variables: "ILK_MONICA", example: "--server https://monica.example.org",
            tokenHint: "create one in Monica under Settings, API, and pass its file: --token-file <file>",
            address: address, tokenFile: tokenFile, allowsHTTP: allowsHTTP)
    }

    /// Returns a connection to the server.
    ///
    /// - Parameter known: The address of the last sync, or `nil` if there was none.
    /// - Throws: `CommandError` if the address or the token is missing or invalid, or without network support.
    func transport(known: String?, _ console: Console) throws -> SyncTransport {
        guard CurlClient.isAvailable else {
            throw CommandError(
                .unavailable, "this build has no network support",
                hint: "build ilk with the trait Network (it is on by default)")
        }
        return SyncTransport(
            to: try address(known: known, console.environment), token: try token(console),
            client: CurlClient())
    }
}

extension CallLogAPIService.Records: ExpressibleByArgument {}

/// The options for the server, its records and the token.
struct CallServerOptions: ParsableArguments {
    @Option(
        "Address of Monica. (default: ILK_MONICA_URL, or the last address)",
        value: "url")
    var server: String?

    @Option(
        "File with the API token. (default: ILK_MONICA_TOKEN_FILE)",
        value: "file", completion: .file())
    var tokenFile: String?

    @Option(
        name: .customLong("as"),
        help: "The record type of calls in Monica. (default: the type used last, otherwise calls)")
    var records: CallLogAPIService.Records?

    @Flag(help: "Allow an unencrypted connection to another machine.")
    var allowHTTP = false

    var access: ServerAccess { .monica(address: server, tokenFile: tokenFile, allowsHTTP: allowHTTP) }
}
