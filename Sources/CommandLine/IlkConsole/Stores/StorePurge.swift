package import Foundation
package import IlkStore

/// The scope of a purge.
package enum PurgeRequest<Purge: PurgeCriteria>: Sendable {
    /// The records that match criteria.
    case purge(Purge)
    /// The records that have expired under the retention rules at this time.
    case due(Date)
    /// The rest of an interrupted purge.
    case unfinished

    /// `true` if all records match.
    package var isOfEverything: Bool { if case .purge(.everything) = self { true } else { false } }
}

/// A purge of a store with confirmation.
package struct StorePurge<Application: PurgeApplication> {
    /// The store for the preview. It is closed before the records are erased.
    package let open: OpenStore<Application>
    package let request: PurgeRequest<Application.Records.Purge>
    package let erasure: ErasurePermission

    /// Counts the records, asks for confirmation, and erases them.
    ///
    /// - Throws: The errors of ``ErasurePermission/allows(_:_:_:)``, and errors of the store.
    package func run() async throws {
        guard let confirmed = try await confirmed() else { return }
        try await Self.erase(confirmed, open.settings, open.console)
    }

    /// Erases records without confirmation.
    package static func erase(
        _ request: PurgeRequest<Application.Records.Purge>, _ settings: StoreSettings, _ console: Console
    ) async throws {
        let open = try OpenStore<Application>.openForWriting(settings, console)
        try await Application.erase(request, in: open)
        try open.close()
    }

    /// Asks for confirmation and returns the purge, or `nil` with `--dry-run`. If no record matches, returns
    /// the rest of an interrupted purge, or `nil` if there is none.
    private func confirmed() async throws -> PurgeRequest<Application.Records.Purge>? {
        defer { try? open.store.close() }  // It was only read.
        let report = try await open.store.preview(of: request)
        guard let what = try await Application.preview(report, of: request, in: open) else {
            open.console.note("No matching \(Application.words.records).")
            return try await open.store.isPurgeUnfinished() && !erasure.isDryRun ? .unfinished : nil
        }
        if erasure.isDryRun { try await Application.list(request, in: open) }
        return try erasure.allows("delete", what, open.console) ? request : nil
    }
}

extension OpenStore {
    /// Erases records and shows the progress.
    ///
    /// - Parameters:
    ///   - request: The scope of the purge.
    ///   - before: Runs after the rows are selected and before the first row is deleted.
    /// - Returns: The counts of erased records.
    package func erase(
        _ request: PurgeRequest<Application.Records.Purge>, before: () async throws -> Void = {}
    ) async throws -> PurgeReport {
        var line = ProgressLine(Application.words.records, total: nil, on: console)
        defer { line.erase() }
        let progress = { (report: PurgeReport) in try line.show(report.records) }
        switch request {
        case .purge(let purge): return try await store.purge(purge, progress: progress, before: before)
        case .unfinished: return try await store.finishPurge(progress: progress, before: before)
        case .due(let now):
            guard let store = store as? any RetainingStore else { return PurgeReport() }
            return try await store.applyRetention(now: now, progress: progress, before: before)
        }
    }

    package func tell(purged report: PurgeReport) {
        console.note("Purged \(Application.words.phrase(report)).")
    }
}

extension RecordStore {
    /// Returns the counts of the records in the scope of a purge.
    fileprivate func preview(of request: PurgeRequest<Purge>) async throws -> PurgeReport {
        switch request {
        case .purge(let purge): try await preview(of: purge)
        case .due(let now):
            try await (self as? any RetainingStore)?.previewRetention(now: now) ?? PurgeReport()
        case .unfinished: PurgeReport()
        }
    }
}
