import FoundationEssentials
import GRDB
import IlkFraming
import IlkStore
public import IlkVocabulary

/// A record as it travels: its key, its collection, and the bytes that it is.
public struct UsagePayload: Sendable, Hashable {
    /// What happened, or what people say of things.
    public enum Collection: String, Sendable, Hashable, CaseIterable {
        /// ``UsageEvent``: written once.
        case events = "usage.event"
        /// ``UsageDevice``: the last word counts.
        case devices = "usage.device"
        /// ``CaregiverProfile``: the last word counts.
        case caregivers = "usage.caregiver"
        /// ``UsageSessionNote``: the last word counts.
        case sessions = "usage.session"
    }

    /// The record's key.
    public var id: RecordID
    /// Of which kind it is; one that is not known here is kept as it is.
    public var collection: String
    /// Its bytes: JSON that this program, or a newer one, wrote.
    public var bytes: [UInt8]

    /// A payload of these parts.
    public init(id: RecordID, collection: String, bytes: [UInt8]) {
        self.id = id
        self.collection = collection
        self.bytes = bytes
    }

    /// The payload of a record of this store.
    public init(_ record: UsageRecord) {
        var json = UsageRecordJSON()
        self.init(
            id: record.id, collection: Self.collection(of: record).rawValue,
            bytes: json.bytes(record, isLocal: false))
    }

    private static func collection(of record: UsageRecord) -> Collection {
        switch record {
        case .event: .events
        case .device: .devices
        case .caregiver: .caregivers
        case .session: .sessions
        }
    }

    /// The record that it is; nil when a newer program wrote it, when it is of a kind that is not known, or when it is no
    /// record at all: then it is kept as it is.
    public var record: UsageRecord? {
        let json = try? JSONTree(strictly: bytes)  // It is kept as it is.
        let read = try? json.map { try UsageRecordJSON.record($0) }  // See above.
        guard let record = read, record.id == id, Self.collection(of: record).rawValue == collection
        else { return nil }
        return record
    }
}

extension UsageStore {
    /// An event as it travels.
    static func payload(of row: UsageRow, _ json: inout UsageRecordJSON) -> UsagePayload {
        UsagePayload(
            id: row.event.id, collection: UsagePayload.Collection.events.rawValue,
            bytes: row.payload ?? json.bytes(.event(row.event), isLocal: false))
    }

    /// Events behind a place, as they travel, and the last of their places.
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

    /// Devices, caregivers, notes on sessions, and what nothing here understands, as they travel.
    static func peoplePayloads(in database: Database) throws -> [UsagePayload] {
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
        return try people(in: database).map { record in
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
