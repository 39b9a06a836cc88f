import IlkStore
package import IlkConsole
import FoundationEssentials
import IlkSync
import IlkSyncStore
package import IlkTransport
import IlkVocabulary

/// Syncs a store with a hub and prints the result.
package struct StoreSync {
    let file: SyncedFile
    let format: ResultFormat
    let console: Console

    package typealias Report = DeviceSyncService.Report

    /// A function that syncs once. It calls its argument with the progress.
    typealias Sync = @Sendable (@escaping @Sendable (Report) -> Void) async throws -> Report

    private struct Parts {
        let replica: ReplicaStore
        let sync: Sync
        let isReachable: @Sendable () async -> Bool
    }

    private func parts(_ hub: ServerAccess, _ cloudKit: CloudKitAccess) async throws -> Parts {
        try cloudKit.checkAvailability()
        let isNewAllowed = hub.address != nil || cloudKit.container != nil
        let replica = try await file.replica.open(file.store, isNewAllowed: isNewAllowed)
        let known = hub.address == nil ? try await replica.cloudKitPlace() : nil
        if cloudKit.container != nil || known != nil {
            let sync = try await cloudKit.sync(replica, file.store, known: known, console)
            return Parts(replica: replica, sync: sync, isReachable: { false })
        }
        let address = try hub.address(
            known: try await HubBinding.of(replica)?.address, console.environment)
        let token = try hub.token(console)
        var limits = CurlClient.Limits()
        limits.answer = 8 << 20
        let transport = SyncTransport(to: address, token: token, client: CurlClient(limits: limits))
        limits.deadline = 2000
        // The probe needs no token.
        let probe = SyncTransport(to: address, token: nil, client: CurlClient(limits: limits))
        let service = HubSync(replica, stores: [file.store], over: transport, probe: probe)
        return Parts(
            replica: replica, sync: { try await service.sync(tell: $0) },
            isReachable: { await service.isReachable() })
    }

    /// Syncs once.
    ///
    /// - Throws: `CommandError`, `IlkError` or `StoreError`.
    package func once(_ hub: ServerAccess, _ cloudKit: CloudKitAccess) async throws -> Report {
        let parts = try await parts(hub, cloudKit)
        let report = try await sync(parts)
        try parts.replica.close()
        return report
    }

    /// Syncs every minute and after each change, until it is interrupted.
    ///
    /// - Parameter afterSync: Called after each sync that completed.
    /// - Throws: `CommandError`, `IlkError` or `StoreError`, and errors of `afterSync`.
    package func watch(
        _ hub: ServerAccess, _ cloudKit: CloudKitAccess, afterSync: () async throws -> Void = {}
    ) async throws {
        let parts = try await parts(hub, cloudKit)
        var isUnreachable = false
        while true {
            let report = try await sync(parts)
            if report.outcome == .unauthorized { try judge(report) }
            if report.outcome == .unreachable {
                if !isUnreachable { console.note(Self.waits + (report.lastError.map { ": " + $0 } ?? "")) }
            } else if isUnreachable || report.pushed + report.received > 0 || report.rejected > 0 {
                try show(report)
                try console.output.flush()
            }
            isUnreachable = report.outcome == .unreachable
            if report.outcome == .inSync { try await afterSync() }
            try await pause(parts, seconds: isUnreachable ? 5 : 60, report)
        }
    }

    private static let waits = "the hub does not answer; retrying until it does"

    /// Waits until a local change, until an unreachable hub is reachable again, or until the time is up.
    private func pause(_ parts: Parts, seconds: Int, _ report: Report) async throws {
        for quarter in 1...seconds * 4 {
            try console.checkStop()
            try await Task.sleep(for: .milliseconds(250))
            if report.outcome == .unreachable {
                if report.isOffline, quarter % 4 == 0, await parts.isReachable() { return }
            } else if try await file.store.unsyncedChanges(to: parts.replica) != 0 {
                return
            }
        }
    }

    /// Syncs once. A signal interrupts the sync, but its committed steps are kept.
    private func sync(_ parts: Parts) async throws -> Report {
        // Report unlearned models even if the sync fails.
        defer { file.tellUnlearned(console) }
        return try await console.untilStopped(counting: "records") { tell in
            let report = try await parts.sync { tell($0) }
            if report.outcome == .inSync {
                let now = Date.now.milliseconds
                try await parts.replica.setMark(ReplicaStatus.lastMark, to: "\(now)")
            }
            return report
        } following: { (report: Report, line) in
            line.draw(report.queued + report.pushed + report.received)
        }
    }

    // MARK: Results

    /// Prints the report of a sync.
    ///
    /// - Parameters:
    ///   - report: The report.
    ///   - name: A prefix for the line, used when several stores are synced.
    package func show(_ report: Report, name: String = "") throws {
        guard format == .text else { return try console.write(json: fields(report)) }
        let parts = [
            (report.pushed, "sent"), (report.received, "received"),
            (report.conflictCopies, report.conflictCopies == 1 ? "conflict copy" : "conflict copies"),
            (report.rejected, "rejected"), (report.deferred.count, "deferred"),
        ].filter { $0.0 > 0 }.map { "\(DecimalText.grouped($0.0)) \($0.1)" }
        if report.outcome == .inSync || !parts.isEmpty {
            console.output.append(
                name + (parts.isEmpty ? "nothing new" : parts.joined(separator: ", ")) + "\n")
        }
        if report.conflictCopies > 0 {
            console.note("To list the conflict copies: ilk \(file.dataName) conflicts")
        }
        if report.rejected > 0 {
            console.note("Rejected records are too large for the hub and stay on this device.")
        }
        if let advice = file.advice(report.deferred) { console.note(advice) }
    }

    private func fields(_ report: Report) -> JSONObject {
        [
            "schema": "ilk.\(file.dataName).sync/1", "ending": "\(report.outcome)", "sent": report.pushed,
            "received": report.received, "conflictCopies": report.conflictCopies,
            "rejected": report.rejected, "deferred": report.deferred.count,
            "missingLabels": report.deferred.labels, "requests": report.requests, "error": report.lastError,
        ]
    }

    /// Throws an error with the exit status for the outcome if the sync did not complete or the hub rejected
    /// records.
    ///
    /// - Throws: `CommandError` unless all records are in sync.
    package func judge(_ report: Report) throws {
        switch report.outcome {
        case .inSync:
            guard report.rejected == 0 else { throw CommandError(.partlyDone, "") }
        case .unauthorized:
            throw CommandError(
                .notAllowed,
                "cannot sync: " + (report.lastError ?? "the hub does not accept the token"),
                at: file.dataName,
                hint: """
                    for a hub, create a token on its server: ilk token create DEVICE --scope sync; for iCloud, sign in \
                    and use --signed-in
                    """)
        case .unreachable:
            throw CommandError(
                .unavailable,
                "cannot sync: " + (report.lastError ?? "no response"), at: file.dataName,
                hint: "try again later; unsent changes are kept")
        }
    }
}

extension SyncedFile {
    /// - Parameters:
    ///   - format: The format of the report.
    ///   - console: The output, the messages and the signals.
    package func syncing(_ format: ResultFormat, on console: Console) -> StoreSync {
        StoreSync(file: self, format: format, console: console)
    }
}
