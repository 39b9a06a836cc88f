public import FoundationEssentials
import GRDB
import IlkStore
import IlkVocabulary

extension UsageStore {
    /// What becomes of a payload that came from elsewhere.
    public enum Arrival: Sendable, Hashable {
        /// It is new, or another word than before.
        case stored
        /// It was there already.
        case present
        /// It is kept as it is: nothing here understands it.
        case opaque
        /// An event of that key is here and says something else: that one stays, this one is kept as it is.
        case conflicting
    }

    /// Takes payloads that came from elsewhere, all or none: events as a set, of other records the last word, which is the
    /// one given. Nothing that comes is refused: what is not understood is kept, byte for byte.
    ///
    /// - Throws: `StoreError`.
    @discardableResult
    public func receive(_ payloads: [UsagePayload], at date: Date) async throws -> [Arrival] {
        let records = payloads.map(\.record)
        return try await store.write { try Self.receive(payloads, records, at: date, in: $0) }
    }

    /// - Parameter records: The record of each payload, read before the transaction.
    @discardableResult
    static func receive(
        _ payloads: [UsagePayload], _ records: [UsageRecord?], at date: Date, in database: Database
    ) throws -> [Arrival] {
        let taking = try UsageTaking(database)
        return try zip(payloads, records).map { try receive($0, $1, at: date, taking, in: database) }
    }

    private static func receive(
        _ payload: UsagePayload, _ record: UsageRecord?, at date: Date, _ taking: UsageTaking,
        in database: Database
    ) throws -> Arrival {
        guard let record else {
            return try keep(payload, at: date, in: database) ? .opaque : .present
        }
        // Members that this program does not know go on with the record.
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

    /// - Returns: Whether it is new.
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
