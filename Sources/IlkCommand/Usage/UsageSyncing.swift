import FoundationEssentials
import IlkDomains
import IlkStore
import IlkSyncStore
import IlkTransport

/// Syncs the usage with a hub, and says what came of it.
struct UsageSyncing {
    /// The usage as its commands have it.
    let book: UsageBook
    /// How the outcome is shown.
    let format: ResultFormat
    /// The usage file.
    let path: String

    private typealias Report = DeviceSyncService.Report

    private struct Outcome: Encodable {
        var schema = "ilk.usage.sync/1"
        var ending: String
        var sent: Int
        var received: Int
        var kept: Int
        var rejected: Int
        var requests: Int
        var trouble: String?
    }

    /// What is needed for a sync.
    private struct Parts {
        let replica: ReplicaStore
        let service: HubSync
    }

    private func parts(_ options: HubOptions) async throws -> Parts {
        let replica = try await UsageReplica.open(of: path, book.store, isNewAllowed: options.hub != nil)
        let known = try await HubPlace.of(replica)
        let transport = try options.transport(known: known?.address, book.console)
        return Parts(
            replica: replica, service: HubSync(replica, stores: [book.store], over: transport))
    }

    /// Syncs once.
    ///
    /// - Throws: `CommandFailure`, `TransportError`, `StoreError`.
    func once(_ options: HubOptions) async throws {
        let parts = try await parts(options)
        let report = try await sync(parts)
        try show(report)
        try parts.replica.close()
        try book.close()
        try judge(report)
    }

    /// Syncs whenever there is something new, until it is told to stop.
    ///
    /// - Throws: `CommandFailure`, `TransportError`, `StoreError`.
    func watch(_ options: HubOptions) async throws {
        let parts = try await parts(options)
        var isUnreachable = false
        while true {
            let report = try await sync(parts)
            if report.ending == .frozen { try judge(report) }
            if report.ending == .unreachable {
                if !isUnreachable { book.console.note(Self.waits + (report.trouble.map { ": " + $0 } ?? "")) }
            } else if isUnreachable || report.pushed + report.received > 0 || report.rejected > 0 {
                try show(report)
                try book.console.output.flush()
            }
            isUnreachable = report.ending == .unreachable
            try await pause(parts, seconds: isUnreachable ? 5 : 60, isWaiting: isUnreachable)
        }
    }

    private static let waits = "the hub does not answer; trying again every few seconds"

    /// Waits until something is new here, or the time is over.
    private func pause(_ parts: Parts, seconds: Int, isWaiting: Bool) async throws {
        for _ in 0..<seconds * 4 {
            try book.console.checkStop()
            try await Task.sleep(for: .milliseconds(250))
            if !isWaiting {
                let mark = try await parts.replica.mark(DeviceSyncService.markName(of: book.store))
                if try await book.store.changeCount(after: mark) != 0 { return }
            }
        }
    }

    /// One sync, which the user's signals end. What was begun is in the files.
    private func sync(_ parts: Parts) async throws -> Report {
        try await book.console.untilStopped(counting: "records") { tell in
            let report = try await parts.service.sync { tell($0) }
            if report.ending == .inSync {
                let now = Int64(Date.now.timeIntervalSince1970 * 1000)
                try await parts.replica.setMark(UsageSyncStatus.lastMark, to: "\(now)")
            }
            return report
        } following: { (report: Report, line) in
            line.draw(report.noted + report.pushed + report.received)
        }
    }

    // MARK: What came of it

    private func show(_ report: Report) throws {
        guard format == .text else {
            return try book.console.write(
                json: Outcome(
                    ending: "\(report.ending)", sent: report.pushed, received: report.received,
                    kept: report.kept, rejected: report.rejected, requests: report.requests,
                    trouble: report.trouble))
        }
        let parts = [
            (report.pushed, "sent"), (report.received, "received"), (report.kept, "kept beside what won"),
            (report.rejected, "refused"),
        ].filter { $0.0 > 0 }.map { "\(DecimalText.grouped($0.0)) \($0.1)" }
        if report.ending == .inSync || !parts.isEmpty {
            book.console.output.append((parts.isEmpty ? "nothing new" : parts.joined(separator: ", ")) + "\n")
        }
        if report.kept > 0 { book.console.note("what lost: ilk usage sync --lost") }
        if report.rejected > 0 { book.console.note("records that are too large stay here") }
    }

    private func judge(_ report: Report) throws {
        switch report.ending {
        case .inSync:
            guard report.rejected == 0 else { throw CommandFailure(.partlyDone, "") }
        case .frozen:
            throw CommandFailure(
                .notAllowed, (report.trouble ?? "the hub does not accept the token") + "; the usage waits",
                hint: "make another one where the hub is: ilk token create <device> --scope sync")
        case .unreachable:
            throw CommandFailure(
                .unavailable, "the usage could not be synced: " + (report.trouble ?? "no answer"),
                hint: "it waits; try again later")
        }
    }
}
