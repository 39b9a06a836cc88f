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
    package let choice: Application.PurgeChoice
    /// `true` to erase all records.
    package let isOfAll: Bool
    /// `true` to only continue an interrupted purge.
    package let isResumed: Bool
    package let erasure: ErasurePermission
    package let place: Application.FileOptions
    package let console: Console

    /// Counts the records, asks for confirmation, and erases them.
    ///
    /// - Throws: The errors of ``ErasurePermission/allows(_:_:_:)``, and errors of the store.
    package func run() async throws {
        guard let request = isResumed ? .unfinished : try await confirmed() else { return }
        let open = try OpenStore<Application>.openForWriting(place, console)
        try await Application.erase(request, in: open)
        try open.close()
    }

    /// Returns the confirmed purge, or `nil` for none.
    private func confirmed() async throws -> PurgeRequest<Application.Records.Purge>? {
        let open = try await Application.previewing(choice, place, console)
        defer { try? open.store.close() }  // It was only read.
        let request = try await request(open)
        let report = try await open.store.preview(of: request)
        guard let what = try await Application.preview(report, of: request, in: open) else {
            console.note("No matching \(Application.words.records).")
            return try await open.store.isPurgeUnfinished() && !erasure.isDryRun ? .unfinished : nil
        }
        if erasure.isDryRun { try await Application.list(request, in: open) }
        return try erasure.allows("delete", what, console) ? request : nil
    }

    private func request(
        _ open: OpenStore<Application>
    ) async throws -> PurgeRequest<Application.Records.Purge> {
        if isOfAll { return .purge(.everything) }
        return choice.isDue ? .due(open.now) : .purge(try await Application.purge(choice, of: open))
    }
}

extension OpenStore {
    /// Erases records and shows the progress.
    ///
    /// - Parameters:
    ///   - request: The scope of the purge.
    ///   - before: Runs after the rows are selected and before the first is deleted.
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

    package func tell(purged report: PurgeReport) { console.note("Purged \(Application.phrase(report)).") }
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
