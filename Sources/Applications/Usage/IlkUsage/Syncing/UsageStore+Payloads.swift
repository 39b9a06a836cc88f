import FoundationEssentials
import GRDB
import IlkFraming
import IlkStore
public import IlkVocabulary

/// A record in the form that sync transfers: a key, a collection and bytes.
public struct UsagePayload: Sendable, Hashable {
    /// The collections of usage records.
    public enum Collection: String, Sendable, Hashable, CaseIterable {
        /// Events, ``UsageEvent``. Events are immutable.
        case events = "usage.event"
        /// Devices, ``UsageDevice``. The last write wins.
        case devices = "usage.device"
        /// Caregivers, ``CaregiverProfile``. The last write wins.
        case caregivers = "usage.caregiver"
        /// Titles and places of sessions, ``UsageSessionNote``. The last write wins.
        case sessions = "usage.session"
    }

    /// The key of the record.
    public var id: RecordID
    /// The name of the collection, which may be unknown to this version of the program.
    public var collection: String
    /// The JSON of the record, possibly written by a later version of the program.
    public var bytes: [UInt8]

    /// Creates a payload.
    ///
    /// - Parameters:
    ///   - id: The key of the record.
    ///   - collection: The name of the collection.
    ///   - bytes: The JSON of the record.
    public init(id: RecordID, collection: String, bytes: [UInt8]) {
        self.id = id
        self.collection = collection
        self.bytes = bytes
    }

    /// Creates the payload of a record of this store.
    ///
    /// - Parameter record: The record. Corrections are not synced, so the record must not be a correction.
    public init(_ record: UsageRecord) {
        guard let collection = Self.collection(of: record) else {
            preconditionFailure("corrections are not synced")
        }
        var json = UsageRecordJSON()
        self.init(
            id: record.id, collection: collection.rawValue, bytes: json.bytes(record, isLocal: false))
    }

    private static func collection(of record: UsageRecord) -> Collection? {
        switch record {
        case .event: .events
        case .device: .devices
        case .caregiver: .caregivers
        case .session: .sessions
        case .correction: nil
        }
    }

    /// The decoded record, or `nil` if this version of the program cannot decode the payload: the payload
    /// comes from a later version, belongs to an unknown collection, or is malformed.
    public var record: UsageRecord? {
        let json = try? JSONTree(strictly: bytes)  // Malformed: stored unchanged.
        let read = try? json.map { try UsageRecordJSON.record($0) }  // Not a known record: stored unchanged.
        guard let record = read, record.id == id, Self.collection(of: record)?.rawValue == collection
        else { return nil }
        return record
    }
}

extension UsageStore {
    /// Returns the payload of an event.
    static func payload(of row: UsageRow, _ json: inout UsageRecordJSON) -> UsagePayload {
        UsagePayload(
            id: row.event.id, collection: UsagePayload.Collection.events.rawValue,
            bytes: row.payload ?? json.bytes(.event(row.event), isLocal: false))
    }

    /// Returns the payloads of the events after a row number, and the last row number.
    static func payloads(
        after place: Int64, limit: Int, in database: Database
    ) throws -> (payloads: [UsagePayload], place: Int64?) {
        let rows = try RawStatement(
            "SELECT \(UsageRow.columns) FROM usageEvent c WHERE c.place > ? ORDER BY c.place LIMIT ?",
            on: database)
        rows.bind(place, Int64(limit))
        defer { rows.reset() }
        var json = UsageRecordJSON()
        var payloads: [UsagePayload] = []
        var last: Int64?
        while try rows.step() {
            let row = try UsageRow(rows)
            payloads.append(payload(of: row, &json))
            last = row.place
        }
        return (payloads, last)
    }

    /// Returns the payloads of devices, caregivers and session notes, and the received payloads that could
    /// not be decoded.
    static func metadataPayloads(in database: Database) throws -> [UsagePayload] {
        let came = try Row.fetchAll(
            database,
            sql: """
                SELECT key, payload FROM usageDevice WHERE payload IS NOT NULL
                UNION ALL SELECT key, payload FROM usageCaregiver WHERE payload IS NOT NULL
                UNION ALL SELECT key, payload FROM usageSessionNote WHERE payload IS NOT NULL
                """)
        let bytes = Dictionary(
            came.map { ($0["key"] as Data, $0["payload"] as Data) }, uniquingKeysWith: { first, _ in first })
        let opaque = try Row.fetchAll(
            database,
            sql:
                "SELECT * FROM usageOpaque o WHERE NOT EXISTS(SELECT 1 FROM usageEvent e WHERE e.key = o.key) ORDER BY key"
        )
        return try metadataRecords(in: database).map { record in
            var payload = UsagePayload(record)
            if let came = bytes[Data(record.id.bytes)] { payload.bytes = Array(came) }
            return payload
        }
            + opaque.compactMap { row in
                RecordID(bytes: row["key"] as Data).map {
                    UsagePayload(id: $0, collection: row["collection"], bytes: Array(row["payload"] as Data))
                }
            }
    }
}
