package import Foundation
package import IlkStore

/// A purge as it is asked for.
package enum PurgeRequest<Purge: PurgeCriteria>: Sendable {
    /// The records of a choice.
    case purge(Purge)
    /// The records that rules do not keep at this time.
    case due(Date)
    /// The rest of an interrupted purge.
    case unfinished

    /// `true` if everything goes.
    package var isOfEverything: Bool { if case .purge(.everything) = self { true } else { false } }
}

/// A purge of records of a store, after a question.
package struct StorePurging<Application: PurgeApplication> {
    /// The choice of records.
    package let choice: Application.PurgeChoice
    /// `true` to erase everything.
    package let isOfAll: Bool
    /// `true` to continue an interrupted purge only.
    package let isResumed: Bool
    /// The permission to delete.
    package let erasure: ErasurePermission
    /// The store.
    package let place: Application.FileOptions
    /// The console.
    package let console: Console

    /// Counts the records, asks, and erases them.
    ///
    /// - Throws: As ``ErasurePermission/allows(_:_:_:)``, and errors of the store.
    package func run() async throws {
        guard let request = isResumed ? .unfinished : try await confirmed() else { return }
        let open = try OpenStore<Application>.changing(place, console)
        try await Application.erase(request, in: open)
        try open.close()
    }

    /// The purge that may be carried out; `nil` for none.
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
    /// Erases records, with a progress line.
    ///
    /// - Parameter before: Called when it is settled which rows go and none is gone.
    /// - Returns: The erased records.
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

    /// Reports the erased records.
    package func tell(purged report: PurgeReport) { console.note("Purged \(Application.phrase(report)).") }
}

extension RecordStore {
    /// Counts the records of a purge.
    fileprivate func preview(of request: PurgeRequest<Purge>) async throws -> PurgeReport {
        switch request {
        case .purge(let purge): try await preview(of: purge)
        case .due(let now):
            try await (self as? any RetainingStore)?.previewRetention(now: now) ?? PurgeReport()
        case .unfinished: PurgeReport()
        }
    }
}
