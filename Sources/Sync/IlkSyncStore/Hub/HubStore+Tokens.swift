public import FoundationEssentials
import GRDB
import IlkStore
import IlkSync
package import IlkVocabulary

/// The stored data of a token. The token itself is not stored.
public struct AccessToken: Hashable, Sendable {
    /// The account to which the token belongs.
    public let account: HubAccountID
    /// The name of the account.
    public let accountName: String
    /// The name of the token, such as `home iPad`.
    public let name: String
    /// The granted permissions.
    public let scopes: Set<AccessScope>
    /// The time of creation.
    public let created: Date
    /// The time of expiry, or `nil` if the token does not expire.
    public let expires: Date?
    /// The time of the last use with a precision of one hour, or `nil` if the token was never used.
    public let lastUsed: Date?

    /// Returns `true` if one of the token's scopes permits the requests that need a given scope.
    ///
    /// - Parameter scope: The scope that a request needs.
    public func permits(_ scope: AccessScope) -> Bool { scopes.contains { $0.includes(scope) } }

    /// The form of names that ``isName(_:)`` accepts, for messages.
    package static let nameForm =
        "a name that is not blank, '.' or '..', without slashes and control characters"

    /// Returns `true` if a new token can have a name. Only such names can be in the path of the request that
    /// revokes the token.
    ///
    /// - Parameter name: The name.
    package static func isName(_ name: String) -> Bool {
        !name.allSatisfy(\.isWhitespace) && name != "." && name != ".."
            && !name.unicodeScalars.contains { $0 == "/" || $0.properties.generalCategory == .control }
    }
}

extension HubStore {
    /// The name of the account of tokens that are created without an account name.
    package static let defaultAccount = "default"

    /// The interval at which uses of a token are recorded, in milliseconds.
    private static let noting: Int64 = 3_600_000

    /// Creates a token, and its account if necessary.
    ///
    /// - Parameters:
    ///   - account: The name of the account.
    ///   - name: The name of the token, unique within the account.
    ///   - scopes: The granted permissions.
    ///   - expires: The time of expiry, or `nil` if the token does not expire.
    /// - Returns: The token. Only its digest is stored, so it cannot be shown again.
    /// - Throws: ``SyncStoreError/nameTaken`` or `StoreError`.
    public func makeToken(
        for account: String, name: String, scopes: Set<AccessScope>, expires: Date? = nil
    ) async throws -> String {
        let token = Self.draw()
        let now = clock.wall
        try await store.write { database in
            let number = try Self.find(account, database) ?? Self.makeAccount(account, database)
            let isTaken = try Bool.fetchOne(
                database, sql: "SELECT EXISTS (SELECT 1 FROM hubToken WHERE account = ? AND name = ?)",
                arguments: [number, name])
            if isTaken == true { throw SyncStoreError.nameTaken }
            try database.execute(
                sql: """
                    INSERT INTO hubToken (digest, account, name, scopes, created, expires)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    Data(ContentDigest(of: token).bytes), number, name,
                    scopes.map(\.rawValue).sorted().joined(separator: " "), now, expires?.milliseconds,
                ])
        }
        return token
    }

    /// Checks a token, and records its use if it is valid.
    ///
    /// - Parameters:
    ///   - text: The token.
    ///   - arrival: The monotonic time in nanoseconds (`DispatchTime`) at which the request with the token
    ///     arrived, or `nil` for now. A token that was revoked before is refused.
    /// - Returns: The data of the token if it is valid, or the reason why it is not.
    /// - Throws: `StoreError`.
    public func check(
        _ text: String, arrived arrival: UInt64? = nil
    ) async throws -> TokenCheck {
        try await check(ContentDigest(of: text), arrived: arrival)
    }

    /// Checks a token by its digest. Sessions use this function, because they do not keep the token itself.
    package func check(
        _ digest: ContentDigest, arrived arrival: UInt64? = nil
    ) async throws -> TokenCheck {
        let now = clock.wall
        let key = Data(digest.bytes)
        let found = try tokenCache.token(digest, of: store, arrived: arrival) {
            // Read on this thread: two thread switches would take longer than reading one row by its key.
            try store.readBlocking { try Self.tokens($0, "WHERE t.digest = ?", [key]).first }
        }
        guard let found else { return .unknown }
        if let expires = found.expires, expires.milliseconds <= now { return .expired(expires) }
        if now - (found.lastUsed?.milliseconds ?? 0) >= Self.noting {
            try await store.write {
                try $0.execute(
                    sql: "UPDATE hubToken SET lastUsed = ? WHERE digest = ?", arguments: [now, key])
            }
        }
        return .valid(found)
    }

    /// Returns all tokens, sorted by account and name.
    ///
    /// - Throws: `StoreError`.
    public func tokens() async throws -> [AccessToken] {
        try await store.read { try Self.tokens($0, "ORDER BY a.name, t.name", []) }
    }

    /// Revokes a token immediately.
    ///
    /// - Parameters:
    ///   - account: The name of the account.
    ///   - name: The name of the token.
    /// - Returns: `false` if there is no such token.
    /// - Throws: `StoreError`.
    public func removeToken(of account: String, name: String) async throws -> Bool {
        try await store.write { database in
            guard let number = try Self.find(account, database) else { return false }
            try database.execute(
                sql: "DELETE FROM hubToken WHERE account = ? AND name = ?", arguments: [number, name])
            return database.changesCount > 0
        }
    }

    private static func draw() -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        var generator = SystemRandomNumberGenerator()
        // 43 characters of 6 bits each: 258 bits from the system's secure generator.
        return "ilk_" + String((0..<43).map { _ in digits[Int.random(in: 0..<64, using: &generator)] })
    }

    private static func find(_ account: String, _ database: Database) throws -> Int64? {
        try Int64.fetchOne(database, sql: "SELECT id FROM hubAccount WHERE name = ?", arguments: [account])
    }

    private static func makeAccount(_ name: String, _ database: Database) throws -> Int64 {
        try database.execute(
            sql: "INSERT INTO hubAccount (name, state, identity) VALUES (?, ?, randomblob(16))",
            arguments: [name, try text(HubAccount())])
        return database.lastInsertedRowID
    }

    private static func tokens(
        _ database: Database, _ condition: String, _ arguments: StatementArguments
    ) throws -> [AccessToken] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT t.account, lower(hex(a.identity)) AS identity, a.name AS accountName, t.name, t.scopes, t.created, t.expires, t.lastUsed
                FROM hubToken t JOIN hubAccount a ON a.id = t.account \(condition)
                """)
        return try Row.fetchAll(statement, arguments: arguments).map { row in
            let words: String = row["scopes"]
            return AccessToken(
                account: HubAccountID(number: row["account"], identity: row["identity"]),
                accountName: row["accountName"], name: row["name"],
                scopes: Set(words.split(separator: " ").compactMap { AccessScope(rawValue: String($0)) }),
                created: Date(milliseconds: row["created"]),
                expires: (row["expires"] as Int64?).map(Date.init(milliseconds:)),
                lastUsed: (row["lastUsed"] as Int64?).map(Date.init(milliseconds:)))
        }
    }
}
