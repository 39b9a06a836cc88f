package import FoundationEssentials
import GRDB
import IlkStore

/// A recorded API request that changed stored data, or that tried to and was refused.
package struct AuditEntry: Hashable, Sendable {
    /// The number of the entry. Later entries have higher numbers.
    package var id: Int64 = 0
    package var time: Date
    package var account: String
    /// The name of the token.
    package var token: String
    package var method: String
    /// The route, such as `/v1/calls/{record}`.
    package var route: String
    /// The path of the request, which identifies the data to change. At most 500 characters are stored.
    package var subject: String
    /// The HTTP status of the response.
    package var status: Int
    /// The code of the problem (RFC 9457), or `nil` if the request succeeded.
    package var problem: String?
    /// The correlation id of the request.
    package var correlation: String

    package init(
        time: Date, account: String, token: String, method: String, route: String, subject: String,
        status: Int, problem: String?, correlation: String
    ) {
        self.time = time
        self.account = account
        self.token = token
        self.method = method
        self.route = route
        self.subject = subject
        self.status = status
        self.problem = problem
        self.correlation = correlation
    }
}

extension ServiceStore {
    /// The time for which entries are kept, in seconds: 400 days.
    static let auditTime: TimeInterval = 400 * 86_400

    /// Adds an entry, and deletes entries older than ``auditTime``.
    ///
    /// - Throws: `StoreError`.
    package func record(_ entry: AuditEntry) async throws {
        let oldest = (now - Self.auditTime).milliseconds
        try await write { database in
            try database.execute(
                sql: """
                    INSERT INTO serviceAudit
                        (at, account, token, method, route, subject, status, problem, correlation)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    entry.time.milliseconds, entry.account, entry.token, entry.method, entry.route,
                    entry.subject, entry.status, entry.problem, entry.correlation,
                ])
            try database.execute(sql: "DELETE FROM serviceAudit WHERE at < ?", arguments: [oldest])
        }
    }

    /// Returns entries, newest first.
    ///
    /// - Parameters:
    ///   - token: Selects the entries of a token, or `nil` for all.
    ///   - since: Selects entries at this time or later, or `nil` for no limit.
    ///   - until: Selects entries before this time, or `nil` for no limit.
    ///   - last: The last entry of the previous page, or `nil` for the first page.
    ///   - limit: The maximum number of entries.
    /// - Throws: `StoreError`.
    package func audit(
        of token: String? = nil, since: Date? = nil, until: Date? = nil, before last: Int64? = nil, limit: Int
    ) async throws -> [AuditEntry] {
        try await store.read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT at, account, token, method, route, subject, status, problem, correlation, id
                    FROM serviceAudit WHERE (?1 IS NULL OR token = ?1) AND at >= ?2 AND at < ?3 AND id < ?4
                    ORDER BY id DESC LIMIT ?5
                    """,
                arguments: [
                    token, since?.milliseconds ?? .min, until?.milliseconds ?? .max, last ?? .max, limit,
                ]
            ).map { row in
                var entry = AuditEntry(
                    time: Date(milliseconds: row[0]), account: row[1], token: row[2], method: row[3],
                    route: row[4], subject: row[5], status: row[6], problem: row[7], correlation: row[8])
                entry.id = row[9]
                return entry
            }
        }
    }
}
