public import GRDB

extension RecordStore {
    /// The maximum number of records that one step of a purge erases.
    public static var purgeStepRecords: Int { 500 }

    /// Counts the records that a purge would erase, without changing a record.
    ///
    /// - Parameter purge: The selection of records.
    /// - Throws: ``StoreError``, and errors about the criteria.
    public func preview(of purge: Purge) async throws -> PurgeReport {
        try await prepare(purge)
        _ = try await faults(mendedBy: purge)
        return try await store.read { database in
            try Self.preview(Self.limited(purge, in: database), in: database)
        }
    }

    /// Returns `true` if a purge was interrupted. ``finishPurge(progress:before:)`` continues it.
    ///
    /// - Throws: ``StoreError``.
    public func isPurgeUnfinished() async throws -> Bool {
        try await Self.erasure.stage(in: store) != nil
    }

    /// Erases records, so that no byte of their texts is left in the store's files: the rows, the search
    /// index, the write-ahead log, and unallocated space of pages.
    ///
    /// A purge runs in bounded steps between which others can write. Records erased before an interruption
    /// are gone. The next purge, or ``finishPurge(progress:before:)``, continues. Backups and exports are not
    /// affected.
    ///
    /// - Parameters:
    ///   - purge: The selection of records.
    ///   - progress: Called after each step with the counts of all steps so far. If it throws, the purge is
    ///     interrupted.
    ///   - before: Called after the selection has been stored and before the first row is erased. If it
    ///     throws, the purge is interrupted.
    /// - Returns: The counts of this purge, plus the counts of an interrupted purge that it continued.
    /// - Throws: ``StoreError``, and ``RecordStoreError/purgeHeldUp(path:)`` if another program has an old
    ///   snapshot open.
    /// - Complexity: A pass over the erased records, the search index and the file.
    @discardableResult
    public func purge(
        _ purge: Purge, progress: (PurgeReport) throws -> Void = { _ in },
        before: () async throws -> Void = {}
    ) async throws -> PurgeReport {
        let earlier = try await finishPurge(progress: progress, before: before)
        let faults = try await faults(mendedBy: purge)
        try await prepare(purge)
        try await store.write { database in
            let limited = try Self.limited(purge, in: database)
            try Self.willBegin(limited, in: database)
            try Self.erasure.begin(limited, in: database)
        }
        var sum = earlier
        sum += try await continuePurge(faults, before) { report in
            var sum = earlier
            sum += report
            try progress(sum)
        }
        return sum
    }

    /// Continues an interrupted purge, if there is one.
    ///
    /// - Parameters:
    ///   - progress: Called after each step with the counts of all steps so far. If it throws, the purge is
    ///     interrupted.
    ///   - before: Called before the first row is erased. If it throws, the purge is interrupted.
    /// - Returns: The counts of this call.
    /// - Throws: ``StoreError``, and ``RecordStoreError/purgeHeldUp(path:)`` if another program has an old
    ///   snapshot open.
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
    /// Checks that no row is missing or changed. This default implementation is for stores whose purges
    /// repair no damage.
    ///
    /// - Parameter purge: The purge, or `nil` if an interrupted purge has already erased all of its rows.
    /// - Returns: An empty array.
    /// - Throws: ``StoreError`` with the code `damaged` if rows are missing or changed.
    public func faults(mendedBy purge: Purge?) async throws -> [RangeFault] {
        try await store.verify()
        return []
    }

    /// Does nothing.
    ///
    /// - Parameter purge: The purge.
    public func prepare(_ purge: Purge) async throws {}

    /// Returns the purge unchanged. The default implementation sets no bounds.
    ///
    /// - Parameters:
    ///   - purge: The purge.
    ///   - database: The writing connection, in a transaction.
    public static func limited(_ purge: Purge, in database: Database) throws -> Purge { purge }

    /// Does nothing.
    ///
    /// - Parameters:
    ///   - purge: The purge.
    ///   - database: The writing connection, in a transaction.
    public static func willBegin(_ purge: Purge, in database: Database) throws {}
}
