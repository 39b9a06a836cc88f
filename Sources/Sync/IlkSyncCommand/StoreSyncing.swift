import IlkStore
package import IlkConsole
import FoundationEssentials
import IlkSyncStore
package import IlkTransport

/// Syncs a store with a hub, and says what came of it.
package struct StoreSyncing {
    /// The store.
    let file: SyncedFile
    /// How the outcome is shown.
    let format: ResultFormat
    /// Where things are shown.
    let console: Console

    package typealias Report = DeviceSyncService.Report

    /// A sync, to be run as often as needed. It reports its progress to the function that it is given.
    typealias Sync = @Sendable (@escaping @Sendable (Report) -> Void) async throws -> Report

    /// What is needed for a sync.
    private struct Parts {
        let replica: ReplicaStore
        let sync: Sync
        let isReachable: @Sendable () async -> Bool
    }

    private func parts(_ options: HubOptions, _ cloudKit: CloudKitOptions) async throws -> Parts {
        try cloudKit.checkAvailability()
        let isNewAllowed = options.hub != nil || cloudKit.cloudkit != nil
        let replica = try await file.replica.open(file.store, isNewAllowed: isNewAllowed)
        let known = options.hub == nil ? try await replica.cloudKitPlace() : nil
        if cloudKit.cloudkit != nil || known != nil {
            let sync = try await cloudKit.sync(replica, file.store, known: known, console)
            return Parts(replica: replica, sync: sync, isReachable: { false })
        }
        let way = try options.transports(known: try await HubPlace.of(replica)?.address, console)
        let service = HubSync(replica, stores: [file.store], over: way.sync, probe: way.probe)
        return Parts(
            replica: replica, sync: { try await service.sync(tell: $0) },
            isReachable: { await service.isReachable() })
    }

    /// Syncs once.
    ///
    /// - Throws: `CommandFailure`, `IlkError`, `StoreError`.
    package func once(_ options: HubOptions, _ cloudKit: CloudKitOptions) async throws -> Report {
        let parts = try await parts(options, cloudKit)
        let report = try await sync(parts)
        try parts.replica.close()
        return report
    }

    /// Syncs whenever there is something new, until it is told to stop.
    ///
    /// - Throws: `CommandFailure`, `IlkError`, `StoreError`.
    package func watch(_ options: HubOptions, _ cloudKit: CloudKitOptions) async throws {
        let parts = try await parts(options, cloudKit)
        var isUnreachable = false
        while true {
            let report = try await sync(parts)
            if report.ending == .frozen { try judge(report) }
            if report.ending == .unreachable {
                if !isUnreachable { console.note(Self.waits + (report.trouble.map { ": " + $0 } ?? "")) }
            } else if isUnreachable || report.pushed + report.received > 0 || report.rejected > 0 {
                try show(report)
                try console.output.flush()
            }
            isUnreachable = report.ending == .unreachable
            try await pause(parts, seconds: isUnreachable ? 5 : 60, report)
        }
    }

    private static let waits = "the hub does not answer; trying again until it does"

    /// Waits until something is new here, the hub that could not be reached can be, or the time is over.
    private func pause(_ parts: Parts, seconds: Int, _ report: Report) async throws {
        for quarter in 1...seconds * 4 {
            try console.checkStop()
            try await Task.sleep(for: .milliseconds(250))
            if report.ending == .unreachable {
                if report.isCutOff, quarter % 4 == 0, await parts.isReachable() { return }
            } else if try await file.unknown(to: parts.replica) != 0 {
                return
            }
        }
    }

    /// One sync, which the user's signals end. What was begun is in the files.
    private func sync(_ parts: Parts) async throws -> Report {
        // What was unlearned is so even where the sync went no further.
        defer { file.tellUnlearned(console) }
        return try await console.untilStopped(counting: "records") { tell in
            let report = try await parts.sync { tell($0) }
            if report.ending == .inSync {
                let now = Date.now.milliseconds
                try await parts.replica.setMark(SyncStatus.lastMark, to: "\(now)")
            }
            return report
        } following: { (report: Report, line) in
            line.draw(report.noted + report.pushed + report.received)
        }
    }

    // MARK: What came of it

    /// Shows what came of a sync.
    ///
    /// - Parameter name: What stands before it, where several stores are synced.
    package func show(_ report: Report, name: String = "") throws {
        guard format == .text else { return try console.write(json: fields(report)) }
        let parts = [
            (report.pushed, "sent"), (report.received, "received"), (report.kept, "kept beside what won"),
            (report.rejected, "refused"),
        ].filter { $0.0 > 0 }.map { "\(DecimalText.grouped($0.0)) \($0.1)" }
        if report.ending == .inSync || !parts.isEmpty {
            console.output.append(
                name + (parts.isEmpty ? "nothing new" : parts.joined(separator: ", ")) + "\n")
        }
        if report.kept > 0 { console.note("what lost: ilk \(file.what) conflicts") }
        if report.rejected > 0 { console.note("records that are too large stay here") }
    }

    private func fields(_ report: Report) -> JSONObject {
        [
            "schema": "ilk.\(file.what).sync/1", "ending": "\(report.ending)", "sent": report.pushed,
            "received": report.received, "kept": report.kept, "rejected": report.rejected,
            "requests": report.requests, "trouble": report.trouble,
        ]
    }

    /// Ends the command by how a sync ended.
    ///
    /// - Throws: `CommandFailure` unless all is in sync.
    package func judge(_ report: Report) throws {
        switch report.ending {
        case .inSync:
            guard report.rejected == 0 else { throw CommandFailure(.partlyDone, "") }
        case .frozen:
            throw CommandFailure(
                .notAllowed,
                (report.trouble ?? "the hub does not accept the token") + "; the \(file.what) waits",
                hint:
                    "another token is needed: ilk token create <device> --scope sync where the hub is; for iCloud --signed-in"
            )
        case .unreachable:
            throw CommandFailure(
                .unavailable, "the \(file.what) could not be synced: " + (report.trouble ?? "no answer"),
                hint: "it waits; try again later")
        }
    }
}

extension SyncedFile {
    /// Returns the sync of this store.
    ///
    /// - Parameters:
    ///   - format: The format of the report.
    ///   - console: The output, the messages and the signals.
    package func syncing(_ format: ResultFormat, on console: Console) -> StoreSyncing {
        StoreSyncing(file: self, format: format, console: console)
    }
}
