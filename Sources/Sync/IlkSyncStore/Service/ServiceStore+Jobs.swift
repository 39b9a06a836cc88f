import FoundationEssentials
import GRDB
import IlkStore
package import IlkVocabulary

extension ServiceStore {
    /// The number of newest jobs that are kept. Older jobs are deleted once they have ended.
    static let keptJobs = 1000

    /// Acquires the exclusive right to run the jobs of this file. Unfinished jobs of an earlier process are
    /// marked as failed. The outcome of its unfinished requests is marked as unknown.
    ///
    /// - Returns: The right, or `nil` if another process has it. The right ends when this value is released
    ///   or the process ends.
    /// - Throws: `StoreError`.
    package func claimJobs() async throws -> JobClaim? {
        var held: StoreLock.Held?
        if case .file(let path) = store.location {
            do {
                held = try StoreLock(path: path + ".jobs.lock").heldLock(timeout: .zero)
            } catch let error as StoreError where error.code == .busy {
                return nil
            }
        }
        let now = now.milliseconds
        try await write { database in
            // Progress is not stored, and a client may have seen a higher number than the last stored one.
            try database.execute(
                sql: """
                    UPDATE serviceJob SET state = 'failed', ended = ?, changes = changes + 1000000,
                        error = 'the server stopped ' || iif(state = 'queued', 'before', 'during') || ' the job'
                    WHERE ended IS NULL
                    """, arguments: [now])
            try database.execute(sql: "UPDATE serviceIdempotency SET status = 0 WHERE status IS NULL")
        }
        return JobClaim(held: held)
    }

    /// The right to run jobs.
    package struct JobClaim: Sendable {
        fileprivate let held: StoreLock.Held?
    }

    /// Adds a job, and deletes the ended jobs that are not among the newest ``keptJobs`` jobs.
    ///
    /// - Parameters:
    ///   - kind: The type of work.
    ///   - parameters: The parameters, a JSON object.
    ///   - origin: The originator.
    /// - Throws: `StoreError`.
    package func addJob(
        _ kind: String, parameters: String, by origin: ServiceJob.Origin
    ) async throws -> ServiceJob {
        let job = ServiceJob(store.ids.next(), kind, parameters: parameters, by: origin, at: now)
        try await write { database in
            var (token, schedule): (String?, String?)
            switch job.origin {
            case .token(let name): token = name
            case .schedule(let name): schedule = name
            }
            try database.execute(
                sql: """
                    INSERT INTO serviceJob (id, kind, parameters, state, token, schedule, created, changes)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    job.id.description, kind, parameters, job.state.rawValue, token, schedule,
                    job.created.milliseconds, job.changes,
                ])
            try database.execute(
                sql: """
                    DELETE FROM serviceJob WHERE ended IS NOT NULL AND id <= (
                        SELECT id FROM serviceJob ORDER BY id DESC LIMIT 1 OFFSET ?)
                    """, arguments: [Self.keptJobs])
        }
        return job
    }

    /// Stores the state, the progress and the result of a job.
    ///
    /// - Throws: `StoreError`.
    package func update(_ job: ServiceJob) async throws {
        try await write { database in
            try database.execute(
                sql: """
                    UPDATE serviceJob SET state = ?, started = ?, ended = ?, changes = ?, phase = ?, fraction = ?,
                        result = ?, error = ? WHERE id = ?
                    """,
                arguments: [
                    job.state.rawValue, job.started?.milliseconds, job.ended?.milliseconds, job.changes,
                    job.phase, job.fraction, job.result, job.error, job.id.description,
                ])
        }
    }

    /// Returns a job, or `nil` if there is none with this id.
    ///
    /// - Throws: `StoreError`.
    package func job(_ id: RecordID) async throws -> ServiceJob? {
        try await store.read { database in
            try Row.fetchOne(
                database, sql: "SELECT \(Self.jobColumns) FROM serviceJob WHERE id = ?",
                arguments: [id.description]
            ).flatMap(Self.job)
        }
    }

    /// Returns jobs, newest first.
    ///
    /// - Parameters:
    ///   - state: Selects jobs in this state, or `nil` for all.
    ///   - last: The last job of the previous page, or `nil` for the first page.
    ///   - limit: The maximum number of jobs.
    /// - Throws: `StoreError`.
    package func jobs(
        in state: ServiceJob.State? = nil, before last: RecordID? = nil, limit: Int
    ) async throws -> [ServiceJob] {
        try await store.read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT \(Self.jobColumns) FROM serviceJob WHERE (?1 IS NULL OR state = ?1)
                        AND (?2 IS NULL OR id < ?2) ORDER BY id DESC LIMIT ?3
                    """, arguments: [state?.rawValue, last?.description, limit]
            ).compactMap(Self.job)
        }
    }

    private static let jobColumns =
        "id, kind, parameters, state, token, schedule, created, started, ended, changes, phase, fraction, result, error"

    private static func job(_ row: Row) -> ServiceJob? {
        guard let id = RecordID(row[0] as String) else { return nil }
        let token: String? = row[4]
        var job = ServiceJob(
            id, row[1], parameters: row[2], by: token.map { .token($0) } ?? .schedule(row[5] ?? ""),
            at: Date(milliseconds: row[6]))
        job.state = ServiceJob.State(rawValue: row[3]) ?? .failed
        job.started = (row[7] as Int64?).map { Date(milliseconds: $0) }
        job.ended = (row[8] as Int64?).map { Date(milliseconds: $0) }
        job.changes = row[9]
        job.phase = row[10]
        job.fraction = row[11]
        job.result = row[12]
        job.error = row[13]
        return job
    }
}
