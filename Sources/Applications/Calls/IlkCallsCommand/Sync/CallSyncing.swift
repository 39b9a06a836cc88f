import IlkCalls
import IlkConsole
import IlkStore
import IlkTransport
import Monica

/// Syncs calls with a server, and says what came of it.
struct CallSyncing {
    /// The calls as their commands have them.
    let book: CallBook
    /// How the outcome is shown.
    let format: ResultFormat
    /// Whether all is read again.
    let readsAll: Bool
    /// Whether the server of last time is forgotten.
    let forgets: Bool

    private struct Outcome: Encodable {
        var schema = "ilk.call.sync/1"
        var ending: String
        var sent: Int
        var deleted: Int
        var received: Int
        var refused: Int
        var conflicts: Int
        var passedOver: [String]
        var waitingForContacts: [String]
        var requests: Int
        var troubles: Int
    }

    /// Syncs.
    ///
    /// - Throws: `CommandFailure`, `TransportError`, `StoreError`.
    func run(_ options: CallServerOptions) async throws {
        let console = book.console
        let known = try await CallLogSyncService.server(of: book.storage)
        let address = try options.address(console.environment, known: forgets ? nil : known?.address)
        let token = try options.token(console)
        let transport = SyncTransport(to: address, token: token, client: CurlClient())
        let records = options.records?.records ?? (forgets ? nil : known?.records) ?? .calls
        let service = CallLogSyncService(book.storage, with: CallLogAPIService(transport, as: records))
        let report = try await console.untilStopped(counting: "calls") { [readsAll, forgets] tell in
            try await service.sync(readsAll: readsAll, forgetting: forgets, tell: tell)
        } following: {
            follow($0, &$1)
        }
        let missing = try await book.storage.contactsMissingThere()
        try await book.storage.catchUp()
        try show(report, missing)
        try book.close()
        try judge(report, missing)
    }

    private func follow(_ event: CallSyncEvent, _ line: inout ProgressLine) {
        switch event {
        case .progress(let report):
            line.draw(report.sent + report.deleted + report.received)
        case .throttled(let milliseconds):
            line.erase()
            book.console.note("the server takes no more for \(Self.pause(milliseconds)): waiting")
        case .trouble(let words, let milliseconds):
            line.erase()
            book.console.note("\(words): trying again in \(Self.pause(milliseconds))")
        }
    }

    private static func pause(_ milliseconds: UInt64) -> String {
        milliseconds < 10_000
            ? "\(DecimalText.fixed(Double(milliseconds) / 1000, 1)) s" : "\(milliseconds / 1000) s"
    }

    // MARK: What came of it

    private func show(_ report: CallSyncReport, _ missing: [String]) throws {
        let passedOver = report.passedOver.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        guard format == .text else {
            return try book.console.write(
                json: Outcome(
                    ending: "\(report.ending)", sent: report.sent, deleted: report.deleted,
                    received: report.received, refused: report.refused, conflicts: report.conflicts,
                    passedOver: passedOver, waitingForContacts: missing, requests: report.requests,
                    troubles: report.troubles))
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
        // Who did not get an answer knows nothing of whom Monica knows.
        if !missing.isEmpty, report.ending == .inSync {
            let names = missing.prefix(5).joined(separator: ", ") + (missing.count > 5 ? ", ..." : "")
            book.console.note(
                "calls wait for people whom Monica does not know: \(names); add them there, or give the contact here "
                    + "Monica's name for them")
        }
    }

    private func judge(_ report: CallSyncReport, _ missing: [String]) throws {
        switch report.ending {
        case .inSync:
            guard report.refused == 0, missing.isEmpty else { throw CommandFailure(.partlyDone, "") }
        case .frozen:
            throw CommandFailure(
                .notAllowed, "Monica does not accept the token; the calls wait",
                hint: "make another one under Settings, API")
        case .unreachable:
            throw CommandFailure(
                .unavailable, "the calls could not be synced: " + (report.lastTrouble ?? "no answer"),
                hint: "they wait; try again later")
        }
    }
}
