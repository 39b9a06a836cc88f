package import FoundationEssentials
import GRDB
import IlkStore
package import IlkVocabulary

extension ServiceStore {
    /// The time for which responses are kept, in seconds.
    package static let repetitionTime: TimeInterval = 86_400

    /// The stored response to a request with an idempotency key.
    package struct KeptResponse: Hashable, Sendable {
        package var status: Int
        package var headers: [String: String]
        package var body: [UInt8]

        package init(status: Int, headers: [String: String], body: [UInt8]) {
            self.status = status
            self.headers = headers
            self.body = body
        }
    }

    /// The result of comparing a request with an earlier request that has the same idempotency key.
    package enum Repetition: Hashable, Sendable {
        /// The request is the first one with this key. The caller ends the request with ``end(_:with:)``.
        case first
        /// An earlier, equal request has ended with this response.
        case again(KeptResponse)
        /// The first request with this key still runs.
        case running
        /// The server stopped during an earlier, equal request, whose outcome is unknown.
        case unknown
        /// An earlier request with the same key had other content, so the key must not be used again.
        case other
    }

    /// Begins a request with an idempotency key, and deletes keys that are older than ``repetitionTime``.
    ///
    /// - Parameters:
    ///   - key: The digest of the account, the name of the token and the idempotency key.
    ///   - request: The digest of the request.
    /// - Throws: `StoreError`.
    package func begin(_ key: ContentDigest, _ request: ContentDigest) async throws -> Repetition {
        let now = now
        let (key, request) = (Data(key.bytes), Data(request.bytes))
        return try await write { database in
            try database.execute(
                sql: "DELETE FROM serviceIdempotency WHERE at < ?",
                arguments: [(now - Self.repetitionTime).milliseconds])
            let row = try Row.fetchOne(
                database, sql: "SELECT request, status, headers, body FROM serviceIdempotency WHERE key = ?",
                arguments: [key])
            guard let row else {
                try database.execute(
                    sql: "INSERT INTO serviceIdempotency (key, request, at) VALUES (?, ?, ?)",
                    arguments: [key, request, now.milliseconds])
                return .first
            }
            guard row[0] as Data == request else { return .other }
            guard let status: Int = row[1] else { return .running }
            guard status > 0 else { return .unknown }
            let headers = try JSONDecoder().decode(
                [String: String].self, from: Data((row[2] as String? ?? "{}").utf8))
            return .again(
                KeptResponse(status: status, headers: headers, body: Array(row[3] as Data? ?? Data())))
        }
    }

    /// Ends a request with an idempotency key.
    ///
    /// - Parameters:
    ///   - key: The digest that was passed to ``begin(_:_:)``.
    ///   - response: The response, or `nil` to delete the key because the request changed no data.
    /// - Throws: `StoreError`.
    package func end(_ key: ContentDigest, with response: KeptResponse?) async throws {
        let key = Data(key.bytes)
        let headers = try response.map {
            String(decoding: try JSONEncoder().encode($0.headers), as: UTF8.self)
        }
        try await write { database in
            guard let response else {
                return try database.execute(
                    sql: "DELETE FROM serviceIdempotency WHERE key = ?", arguments: [key])
            }
            try database.execute(
                sql: "UPDATE serviceIdempotency SET status = ?, headers = ?, body = ? WHERE key = ?",
                arguments: [response.status, headers, Data(response.body), key])
        }
    }
}
