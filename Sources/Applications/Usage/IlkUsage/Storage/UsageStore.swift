import FoundationEssentials
import GRDB
public import IlkStore
import IlkVocabulary

/// The store of the usage application: taps, phrases, sessions, devices and caregivers of a communication
/// app.
///
/// Several processes may open the file at once. Events are immutable. Each change is one transaction, which
/// also updates the counts for reports.
public final class UsageStore: JournaledStore {
    /// The schema of the file.
    public static let schema = UsageSchema.schema
    /// The consistency checks of `ilk doctor --thorough`, which compare the stored counts with the events.
    public static let checks = StoreChecks(counts: StoreChecks.recounts(of: "events", recounts))

    /// The open database.
    public let store: Store

    /// Creates a usage store from an open database.
    ///
    /// - Parameter store: The open database.
    public init(_ store: Store) { self.store = store }

    private static let recounts = [
        (
            kept: "SELECT * FROM usageDay",
            counted: """
            SELECT kind, day, t.number, d.number, c.number, count(*), sum(ifnull(length, 1)),
                sum(ifnull(constructionTime, 0))
            FROM usageEvent e JOIN usageTerm t ON t.term = ifnull(symbol, phrase) JOIN usageTerm d ON d.term = hex(device)
            JOIN usageTerm c ON c.term = hex(caregiver) GROUP BY 1, 2, 3, 4, 5
            """
        ),
        (
            kept: "SELECT key, first, last, taps, phrases, longest FROM usageSession",
            counted: """
            SELECT session, min(timestamp), max(timestamp), sum(kind = 0), sum(kind), max(ifnull(length, 0))
            FROM usageEvent GROUP BY 1
            """
        ),
        (
            kept: "SELECT * FROM usageSessionSymbol",
            counted: """
            SELECT session, number, count(*) FROM usageEvent JOIN usageTerm ON term = symbol WHERE kind = 0 GROUP BY 1, 2
            """
        ),
    ]
}

extension UsageStore {
    /// Inserts events in one transaction and waits for the commit. To record events without waiting, use
    /// ``UsageLogger``.
    ///
    /// - Parameter events: The events.
    /// - Throws: ``UsageError/invalid(_:)``, or `StoreError` if the database fails. After an error, no event
    ///   is inserted.
    public func record(_ events: [UsageEvent]) async throws {
        for event in events where !event.validationErrors.isEmpty {
            throw UsageError.invalid(event.validationErrors)
        }
        try await store.write { database in
            let writer = try UsageRowWriter(database)
            for event in events { try writer.write(event) }
        }
        try await store.checkpointIfLarge()
    }

    /// Returns the value that the store keeps under a name, such as a setting.
    ///
    /// - Throws: `StoreError` if the database fails.
    func mark(_ name: String) async throws -> String? {
        try await store.read { try Self.mark(name, in: $0) }
    }

    static func mark(_ name: String, in database: Database) throws -> String? {
        try KeyValueTable("usageMark", in: database).value(name)
    }

    /// Stores a value under a name; `nil` deletes the value.
    static func setMark(_ name: String, to value: String?, in database: Database) throws {
        try KeyValueTable("usageMark", in: database).set(name, to: value)
    }
}
