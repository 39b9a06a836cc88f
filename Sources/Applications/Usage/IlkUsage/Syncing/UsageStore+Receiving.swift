public import FoundationEssentials
import GRDB
import IlkStore
import IlkVocabulary

extension UsageStore {
    /// The result of receiving a payload.
    public enum ReceiveResult: Sendable, Hashable {
        /// The record was inserted or replaced.
        case stored
        /// An identical record was already stored.
        case present
        /// The payload cannot be decoded by this version of the program. Its bytes are stored unchanged.
        case opaque
        /// The store has an event with the same key and different content. The stored event is kept, and the
        /// received bytes are stored separately.
        case conflicting
    }

    /// Stores received payloads in one transaction. Existing events are never changed; devices, caregivers
    /// and session notes are replaced. Payloads that cannot be decoded are stored byte for byte, so no
    /// payload is rejected.
    ///
    /// - Parameters:
    ///   - payloads: The payloads.
    ///   - date: The time of receipt.
    /// - Returns: The result for each payload, in order.
    /// - Throws: `StoreError` if the database fails.
    @discardableResult
    public func receive(_ payloads: [UsagePayload], at date: Date) async throws -> [ReceiveResult] {
        let records = payloads.map(\.record)
        return try await store.write { try Self.receive(payloads, records, at: date, in: $0) }
    }

    /// - Parameter records: The decoded record of each payload, decoded before the transaction begins.
    @discardableResult
    static func receive(
        _ payloads: [UsagePayload], _ records: [UsageRecord?], at date: Date, in database: Database
    ) throws -> [ReceiveResult] {
        let taking = try UsageInserter(database)
        return try zip(payloads, records).map { try receive($0, $1, at: date, taking, in: database) }
    }

    private static func receive(
        _ payload: UsagePayload, _ record: UsageRecord?, at date: Date, _ taking: UsageInserter,
        in database: Database
    ) throws -> ReceiveResult {
        guard let record else {
            return try keep(payload, at: date, in: database) ? .opaque : .present
        }
        // Also store the received bytes if they have unknown fields, so that a sync to other devices keeps
        // these fields.
        let own = UsagePayload(record).bytes
        let bytes = own == payload.bytes ? nil : payload.bytes
        guard case .event(var event) = record else {
            try put(record, payload: bytes, in: database)
            return .stored
        }
        if let there = try taking.event(event.id) {
            let bytes = there.payload ?? UsagePayload(.event(there.event)).bytes
            guard bytes != payload.bytes else { return .present }
            return try keep(payload, at: date, in: database) ? .conflicting : .present
        }
        event.receivedAt = date
        try taking.writer.write(event, payload: bytes)
        return .stored
    }

    /// Stores the bytes of a payload that was not decoded, or that conflicts with a stored event.
    ///
    /// - Returns: `false` if the same bytes are already stored for the key.
    private static func keep(_ payload: UsagePayload, at date: Date, in database: Database) throws -> Bool {
        try database.execute(
            sql: """
                INSERT INTO usageOpaque VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET collection = excluded.collection,
                    payload = excluded.payload WHERE payload <> excluded.payload
                """,
            arguments: [Data(payload.id.bytes), payload.collection, Data(payload.bytes), date.milliseconds])
        return database.changesCount > 0
    }
}
