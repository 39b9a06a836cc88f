public import GRDB

extension RecordStore {
    /// The number of records that a step of a purge erases, at most.
    public static var purgedAtOnce: Int { 500 }

    /// Counts the records that a purge would erase. Changes no record.
    ///
    /// - Throws: ``StoreError``.
    public func preview(of purge: Purge) async throws -> PurgeReport {
        try await prepare(purge)
        _ = try await faults(mendedBy: purge)
        return try await store.read { database in
            try Self.preview(Self.bounded(purge, in: database), in: database)
        }
    }

    /// `true` if a purge was interrupted: ``finishPurge(progress:before:)`` continues it.
    ///
    /// - Throws: ``StoreError``.
    public func isPurgeUnfinished() async throws -> Bool {
        try await Self.erasure.stage(in: store) != nil
    }

    /// Erases records, so that no byte of their texts is left in the store's files: the rows, the search index, the
    /// write-ahead log, unused parts of pages.
    ///
    /// It runs in bounded steps between which others can write. The records erased before an interruption are gone; the next
    /// purge, or ``finishPurge(progress:before:)``, continues. Backups and exports are not affected.
    ///
    /// - Parameters:
    ///   - purge: The choice of records.
    ///   - progress: Called after each step with the sum of the steps. If it throws, the purge is interrupted.
    ///   - before: Called when it is settled which rows go and none is gone. If it throws, the purge is interrupted.
    /// - Returns: The counts of an interrupted purge that was continued, and of this one.
    /// - Throws: ``RecordStoreError/purgeHeldUp(path:)`` if another program reads an old state, ``StoreError``.
    /// - Complexity: A pass over the search index, besides the erased records.
    @discardableResult
    public func purge(
        _ purge: Purge, progress: (PurgeReport) throws -> Void = { _ in },
        before: () async throws -> Void = {}
    ) async throws -> PurgeReport {
        let earlier = try await finishPurge(progress: progress, before: before)
        let faults = try await faults(mendedBy: purge)
        try await prepare(purge)
        try await store.write { database in
            try Self.willBegin(purge, in: database)
            try Self.erasure.begin(try Self.bounded(purge, in: database), in: database)
        }
        var sum = earlier
        sum += try await continuePurge(faults, before) { report in
            var sum = earlier
            sum += report
            try progress(sum)
        }
        return sum
    }

    /// Continues a purge that was interrupted; does nothing if there is none.
    ///
    /// - Parameters:
    ///   - progress: As for ``purge(_:progress:before:)``.
    ///   - before: As for ``purge(_:progress:before:)``.
    /// - Returns: The counts of what was erased now.
    /// - Throws: As ``purge(_:progress:before:)``.
    @discardableResult
    public func finishPurge(
        progress: (PurgeReport) throws -> Void = { _ in }, before: () async throws -> Void = {}
    ) async throws -> PurgeReport {
        guard try await isPurgeUnfinished() else { return PurgeReport() }
        let purge: Purge? = try await store.read { try Self.erasure.criteria($0) }
        return try await continuePurge(faults(mendedBy: purge), before, progress)
    }

    private func continuePurge(
        _ faults: [RangeFault], _ before: () async throws -> Void, _ progress: (PurgeReport) throws -> Void
    ) async throws -> PurgeReport {
        try await before()
        var sum = PurgeReport()
        let isDone = try await Self.erasure.finish(in: store) { database, purge, after in
            let step = try Self.step(purge, after: after, in: database)
            if !faults.isEmpty { try Store.mend(faults, in: database) }
            return step
        } noting: { step in
            sum += step
            try progress(sum)
        }
        guard isDone else { throw RecordStoreError.purgeHeldUp(path: store.location.path) }
        return sum
    }
}

extension RecordStore {
    /// Checks that all rows are there and unchanged; no fault is mended.
    public func faults(mendedBy purge: Purge?) async throws -> [RangeFault] {
        try await store.verify()
        return []
    }

    /// Does nothing.
    public func prepare(_ purge: Purge) async throws {}

    /// The purge itself: what it means is found step by step.
    public static func bounded(_ purge: Purge, in database: Database) throws -> Purge { purge }

    /// Does nothing.
    public static func willBegin(_ purge: Purge, in database: Database) throws {}
}
