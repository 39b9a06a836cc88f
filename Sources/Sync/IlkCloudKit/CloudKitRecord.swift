import FoundationEssentials
package import IlkSync
import IlkVocabulary

/// The mapping between sync records and CloudKit records. Each sync record is one CloudKit record, named
/// after its key.
///
/// The `Stamp` that decides between versions is stored in fields. CloudKit's own timestamps are not used,
/// because they come from an unknown clock.
package enum CloudKitRecord {
    /// The CloudKit record type of sync records.
    static let type = "IlkRecord"
    /// The type of the marker record that holds the zone's epoch.
    static let zoneType = "IlkZone"
    /// The type of the marker records that hold a device's incarnation.
    static let deviceType = "IlkDevice"
    /// The largest record that CloudKit accepts, in bytes, minus a reserve for fields and system data.
    static let mostBytes = 1_000_000 - 2_000

    /// The name of the zone's marker record.
    static let zoneName = "ilk-zone"

    static func deviceName(_ device: DeviceID) -> String { "ilk-device-" + hex(device.number) }

    static func name(_ key: SyncKey) -> String { key.recordID.description }

    /// Returns the key for a record name, or `nil` if the name is not a key.
    static func key(_ name: String) -> SyncKey? { RecordID(name).map { SyncKey($0) } }

    static func hex(_ number: UInt64) -> String { number.zeroPadded(to: 16, radix: 16) }

    static func number(_ text: String) -> UInt64? {
        text.utf8.count == 16 && text == text.lowercased() ? UInt64(text, radix: 16) : nil
    }

    private static let kinds: [(name: String, kind: RecordKind)] = [
        ("event", .event), ("metadata", .metadata), ("loser", .conflictCopy),
    ]

    /// Returns a marker record with a number in one field.
    static func counter(_ name: String, type: String, _ field: String, _ number: UInt64)
        -> CloudKitWire.Record
    {
        CloudKitWire.Record(recordName: name, recordType: type, fields: [field: text(hex(number))])
    }

    /// Returns the number in a field of a marker record.
    static func counter(_ record: CloudKitWire.Record, _ field: String) -> UInt64? {
        text(record, field).flatMap(number)
    }

    static func fields(_ record: SyncRecord) -> [String: CloudKitWire.Field] {
        var fields = [
            "kind": text(kinds.first { $0.kind == record.kind }?.name ?? ""),
            "collection": text(record.collection),
            "time": text(hex(record.stamp.time.bits)), "device": text(hex(record.stamp.device.number)),
            "life": text(hex(record.stamp.incarnation.number)),
            "isDeleted": CloudKitWire.Field(value: .number(record.isTombstone ? 1 : 0), type: "INT64"),
        ]
        if !record.vector.dots.isEmpty {
            let edits = record.vector.dots.map { "\(hex($0.incarnation.number)):\($0.count)" }
            fields["edits"] = text(edits.joined(separator: ","))
        }
        if let payload = record.payload, !payload.isEmpty {
            fields["payload"] = CloudKitWire.Field(
                value: .text(Data(payload).base64EncodedString()), type: "BYTES")
        }
        return fields
    }

    private static func text(_ text: String) -> CloudKitWire.Field {
        CloudKitWire.Field(value: .text(text), type: "STRING")
    }

    private static func text(_ record: CloudKitWire.Record, _ field: String) -> String? {
        guard case .text(let text) = record.fields?[field]?.value else { return nil }
        return text
    }

    /// Parses a record from a CloudKit response, or returns `nil` if Ilk did not write it.
    package static func record(json: [UInt8]) -> SyncRecord? {
        let found = try? JSONDecoder().decode(CloudKitWire.Record.self, from: Data(json))  // Other JSON.
        return found.flatMap { record($0) }
    }

    /// Returns the sync record in a CloudKit record, or `nil` if Ilk did not write it.
    static func record(_ found: CloudKitWire.Record) -> SyncRecord? {
        guard found.recordType == type, let key = key(found.recordName),
            let kind = kinds.first(where: { $0.name == text(found, "kind") })?.kind,
            let collection = text(found, "collection"),
            let time = text(found, "time").flatMap(number), let life = text(found, "life").flatMap(number),
            let device = text(found, "device").flatMap(number),
            case .number(let isDeleted) = found.fields?["isDeleted"]?.value,
            let vector = vector(text(found, "edits"))
        else { return nil }
        var payload: [UInt8]? = isDeleted == 0 ? [] : nil
        if isDeleted == 0, let coded = text(found, "payload") {
            guard let data = Data(base64Encoded: coded) else { return nil }
            payload = Array(data)
        }
        let stamp = Stamp(
            time: HybridTime(bits: time), device: DeviceID(device), incarnation: Incarnation(life))
        return SyncRecord(
            key: key, kind: kind, collection: collection, stamp: stamp, vector: vector, payload: payload)
    }

    private static func vector(_ text: String?) -> VersionVector? {
        var dots: [VersionVector.Dot] = []
        for part in (text ?? "").split(separator: ",") {
            let sides = part.split(separator: ":")
            guard sides.count == 2, let life = number(String(sides[0])), let count = UInt32(sides[1])
            else { return nil }
            dots.append(VersionVector.Dot(Incarnation(life), count))
        }
        return VersionVector(sorted: dots)
    }
}
