public import FoundationEssentials
import GRDB
public import IlkStore
public import IlkVocabulary

extension UsageStore {
    /// The default time without events that ends a session, in seconds.
    public static let standardSessionGap = 600.0

    /// Returns the time without events that ends a session, in seconds.
    ///
    /// - Throws: `StoreError` if the database fails.
    public func sessionGap() async throws -> Double {
        try await mark("sessionGap").flatMap(Double.init) ?? Self.standardSessionGap
    }

    /// Sets the time without events that ends a session. Existing sessions do not change.
    ///
    /// - Parameter seconds: The time in seconds, from 1 to 86 400.
    /// - Throws: ``UsageError/invalidSettings(_:)``, or `StoreError` if the database fails.
    public func setSessionGap(_ seconds: Double) async throws {
        guard (1...86_400).contains(seconds) else {
            throw UsageError.invalidSettings("the pause that ends a session must be from 1 second to 1 day")
        }
        try await store.write { try Self.setMark("sessionGap", to: "\(seconds)", in: $0) }
    }

    /// Returns the session that a new event would belong to, or `nil` if the event would begin a new session.
    ///
    /// - Parameters:
    ///   - device: The key of the device.
    ///   - date: The time of the event.
    /// - Returns: The key of the session, and the time of the last event in the session.
    /// - Throws: `StoreError` if the database fails.
    public func openSession(of device: RecordID, at date: Date) async throws -> (id: RecordID, last: Date)? {
        let gap = try await sessionGap()
        return try await store.read { database in
            let row = try Row.fetchOne(
                database,
                sql:
                    "SELECT key, last FROM usageSession WHERE device = ? AND last BETWEEN ? AND ? ORDER BY last DESC LIMIT 1",
                arguments: [
                    Data(device.bytes), date.addingTimeInterval(-gap).milliseconds,
                    date.addingTimeInterval(gap).milliseconds,
                ])
            guard let row, let id = RecordID(bytes: row["key"] as Data) else { return nil }
            return (id, Date(milliseconds: row["last"]))
        }
    }

    /// Returns the phrase under construction: the symbols that the user tapped in a session since the last
    /// phrase.
    ///
    /// - Parameter session: The key of the session.
    /// - Throws: `StoreError` if the database fails.
    public func draft(in session: RecordID) async throws -> PhraseDraft {
        try await store.read { database in
            var draft = PhraseDraft()
            for row in try Self.rows(
                UsageFilter(sessionID: session), "c.place >= ? ORDER BY c.place",
                [try Self.firstPlace(of: session, in: database)], in: database)
            {
                switch row.event.action {
                case .phrase: draft = PhraseDraft()
                case .tap(let tap) where !tap.isModeled:
                    draft.add(tap.symbolID, label: tap.label, at: row.event.time.milliseconds)
                case .tap: break
                }
            }
            return draft
        }
    }

    private static func firstPlace(of session: RecordID, in database: Database) throws -> Int64 {
        let first = try Int64.fetchOne(
            database, sql: "SELECT first FROM usageSession WHERE key = ?", arguments: [Data(session.bytes)])
        return first.map { TimeOrderedRowIDs.usage.first(of: $0) } ?? .max
    }

    /// Returns sessions, newest first.
    ///
    /// - Parameters:
    ///   - since: The earliest start of the returned sessions, inclusive.
    ///   - until: The time before which the returned sessions started.
    ///   - deviceID: The key of the device; `nil` for all devices.
    ///   - limit: The maximum number of sessions.
    /// - Throws: `StoreError` if the database fails.
    public func sessions(
        since: Date? = nil, until: Date? = nil, deviceID: RecordID? = nil, limit: Int = .max
    ) async throws -> [UsageSession] {
        try await store.read { database in
            try Self.sessions(
                "s.first >= ? AND s.first < ? AND (?3 IS NULL OR s.device = ?3) ORDER BY s.first DESC, s.key LIMIT ?",
                [
                    since?.milliseconds ?? Int64.min, until?.milliseconds ?? Int64.max,
                    deviceID.map { Data($0.bytes) }, limit,
                ], in: database)
        }
    }

    /// Returns a session.
    ///
    /// - Parameter reference: The key of the session, the last 8 to 12 digits of the key, or the rank of the
    ///   session by age (1 is the newest).
    /// - Throws: ``UsageError/notFound(_:reference:)``, ``UsageError/ambiguous(_:reference:count:)``, or
    ///   `StoreError` if the database fails.
    public func session(_ reference: RecordReference) async throws -> UsageSession {
        try await store.read { database in
            let (condition, arguments) = reference.condition(
                key: "s.key", isText: false, newest: "s.first DESC, s.key")
            return try Self.one(
                of: Self.sessions(condition, arguments, in: database), "session",
                reference: reference.description)
        }
    }

    static func sessions(
        _ condition: String, _ arguments: StatementArguments, in database: Database
    ) throws -> [UsageSession] {
        try Row.fetchAll(
            database,
            sql: """
                SELECT s.*, n.title, n.place, (SELECT count(*) FROM usageSessionSymbol y WHERE y.session = s.key) AS uniques
                FROM usageSession s LEFT JOIN usageSessionNote n ON n.key = s.key WHERE \(condition)
                """, arguments: arguments
        ).compactMap { row in
            guard let id = RecordID(bytes: row["key"] as Data),
                let device = RecordID(bytes: row["device"] as Data)
            else { return nil }
            return UsageSession(
                id: id, deviceID: device, start: ZonedTime(milliseconds: row["first"], zone: row["zone"]),
                end: Date(milliseconds: row["last"]), totalSymbols: row["taps"],
                uniqueSymbols: row["uniques"],
                phrases: row["phrases"], longestPhrase: row["longest"], title: row["title"],
                place: row["place"])
        }
    }
}
