public import FoundationEssentials
import GRDB
import IlkStore
import IlkSync
import IlkVocabulary

/// What a token allows.
public enum AccessScope: String, Hashable, Sendable, CaseIterable {
    /// To have texts classified.
    case classify
    /// To hand in debug events.
    case debug
    /// To read what a server counted.
    case metrics
    /// To sync records.
    case sync
}

/// A token as the hub knows it: never the token itself.
public struct AccessToken: Hashable, Sendable {
    /// Its account.
    public let account: HubAccountID
    /// The account's name.
    public let accountName: String
    /// What its owner calls it, as `home iPad`.
    public let name: String
    /// What it allows.
    public let scopes: Set<AccessScope>
    /// When it was made.
    public let created: Date
    /// When it ends; nil when it does not.
    public let expires: Date?
    /// When it was used last, to the hour; nil when it was not.
    public let lastUsed: Date?
}

extension HubStore {
    /// How often a use of a token is noted, in milliseconds.
    private static let noting: Int64 = 3_600_000

    /// Makes a token, and its account where it is missing.
    ///
    /// - Parameters:
    ///   - account: The account's name.
    ///   - name: What the token is called; another one of the account may not have this name.
    ///   - expires: When it ends.
    /// - Returns: The token. It is nowhere afterwards but with its owner.
    /// - Throws: ``SyncStoreError/nameTaken``, `StoreError`.
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

    /// Checks a token, and notes its use if it is valid.
    ///
    /// - Parameter text: The token as its owner has it.
    /// - Throws: `StoreError`.
    public func check(_ text: String) async throws -> TokenCheck {
        let digest = Data(ContentDigest(of: text).bytes)
        let now = clock.wall
        // One row by its key: two hops from thread to thread would take longer than to read it here.
        let found = try store.readBlocking { try Self.tokens($0, "WHERE t.digest = ?", [digest]).first }
        guard let found else { return .unknown }
        if let expires = found.expires, expires.milliseconds <= now { return .expired(expires) }
        if now - (found.lastUsed?.milliseconds ?? 0) >= Self.noting {
            try await store.write {
                try $0.execute(
                    sql: "UPDATE hubToken SET lastUsed = ? WHERE digest = ?", arguments: [now, digest])
            }
        }
        return .valid(found)
    }

    /// All tokens, by account and name.
    ///
    /// - Throws: `StoreError`.
    public func tokens() async throws -> [AccessToken] {
        try await store.read { try Self.tokens($0, "ORDER BY a.name, t.name", []) }
    }

    /// Ends a token at once.
    ///
    /// - Returns: Whether there was one.
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
        var dice = SystemRandomNumberGenerator()
        // 43 digits of six bits: 258 bits of the system's secure random numbers.
        return "ilk_" + String((0..<43).map { _ in digits[Int.random(in: 0..<64, using: &dice)] })
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
