package import FoundationEssentials
import GRDB
package import IlkStore

/// The file in which a server stores its jobs, the last runs of its schedules, the audit log, and the
/// responses to requests with an idempotency key.
///
/// The file contains no texts of entries and no notes. The next request with a key deletes responses that are older than
/// ``repetitionTime``. Several servers can share a file; one of them runs the jobs (``claimJobs()``).
package final class ServiceStore: StoreFile {
    package static let schema = ServiceSchema.schema
    package static let checks = StoreChecks()
    package let store: Store

    private init(_ store: Store) { self.store = store }

    /// Opens a file, creating it if necessary. Its folder must exist.
    ///
    /// - Parameters:
    ///   - location: The file, or memory.
    ///   - access: Read-only or read-write access.
    ///   - clock: Returns the current time.
    /// - Throws: `StoreError`.
    package static func open(
        _ location: StoreLocation, access: Store.Access = .readWrite,
        clock: @escaping @Sendable () -> Date = { Date() }
    ) throws -> ServiceStore {
        ServiceStore(
            try Store.openUpToDate(
                location, schema: schema, access: access, ids: RecordIDSource(clock: clock)))
    }

    /// The current time by the store's clock.
    package var now: Date { store.ids.now }

    /// Returns the numbers of jobs and of entries in the audit log.
    ///
    /// - Throws: `StoreError`.
    package func counts() async throws -> (jobs: Int, changes: Int) {
        try await store.read { database in
            let row = try Row.fetchOne(
                database,
                sql: "SELECT (SELECT count(*) FROM serviceJob), (SELECT count(*) FROM serviceAudit)")
            return (row?[0] ?? 0, row?[1] ?? 0)
        }
    }

    /// Writes in one transaction.
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws -> Result {
        let result = try await store.write { try body($0) }
        try await store.checkpointIfLarge()
        return result
    }

    // MARK: Schedules

    /// The last run of a scheduled task.
    package struct ScheduleRun: Hashable, Sendable {
        package var started: Date
        package var ended: Date
        /// The result in a few words.
        package var outcome: Result<String, Failure>

        package struct Failure: Error, Hashable {
            package var description: String

            package init(_ description: String) { self.description = description }
        }

        package init(started: Date, ended: Date, outcome: Result<String, Failure>) {
            self.started = started
            self.ended = ended
            self.outcome = outcome
        }
    }

    /// Returns the last runs by the names of their schedules.
    ///
    /// - Throws: `StoreError`.
    package func scheduleRuns() async throws -> [String: ScheduleRun] {
        try await store.read { database in
            let rows = try Row.fetchAll(
                database, sql: "SELECT name, started, ended, result, error FROM serviceSchedule")
            return Dictionary(
                uniqueKeysWithValues: rows.map { row in
                    let result: String? = row[3]
                    let run = ScheduleRun(
                        started: Date(milliseconds: row[1]), ended: Date(milliseconds: row[2]),
                        outcome: result.map { .success($0) } ?? .failure(.init(row[4] ?? "")))
                    return (row[0], run)
                })
        }
    }

    /// Stores a run of a schedule and replaces the previous run.
    ///
    /// - Throws: `StoreError`.
    package func keep(_ run: ScheduleRun, of schedule: String) async throws {
        var (result, error): (String?, String?)
        switch run.outcome {
        case .success(let words): result = words
        case .failure(let failure): error = failure.description
        }
        let (kept, fault) = (result, error)
        try await write { database in
            try database.execute(
                sql: """
                    INSERT INTO serviceSchedule (name, started, ended, result, error) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT (name) DO UPDATE SET started = excluded.started, ended = excluded.ended,
                        result = excluded.result, error = excluded.error
                    """,
                arguments: [schedule, run.started.milliseconds, run.ended.milliseconds, kept, fault])
        }
    }
}
