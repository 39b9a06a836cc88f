import FoundationEssentials
import IlkConsole
import IlkDebug
import IlkDebugStore
import IlkVocabulary

/// A debug event as a JSON object on one line, and back: what its sender sent, when it came in, and what the pipeline
/// thinks of its level.
enum DebugRecordJSON {
    /// The object.
    static func bytes(_ record: DebugRecord) throws -> [UInt8] {
        var bytes = record.entry.json
        bytes.removeLast()
        bytes += ",\"received_at\":\"\(DebugTime.text(record.received))\"".utf8
        if let suggestion = try suggestion(record) { bytes += ",\"suggestion\":".utf8 + suggestion }
        return bytes + [UInt8(ascii: "}")]
    }

    /// What the pipeline thinks, as JSON; nil where there is nothing.
    static func suggestion(_ record: DebugRecord) throws -> [UInt8]? {
        try record.suggestion.map { Array(try JSONEncoder.ofOutput(isPretty: false).encode($0)) }
    }

    /// Reads an object.
    ///
    /// - Parameter now: When it came in, where it does not say: nanoseconds since 1970.
    /// - Throws: `RecordProblem`.
    static func record(_ json: ArraySlice<UInt8>, now: Int64) throws -> DebugRecord {
        do throws(DebugEntryFault) {
            let entry = try DebugLogEntry(json: json)
            let members = try DebugPayload(json: json)
            return DebugRecord(
                entry: entry,
                received: members["received_at"]?.asString.flatMap(DebugTime.nanoseconds) ?? now,
                suggestion: members["suggestion"]?.asObject.flatMap { suggestion($0.json) })
        } catch {
            throw RecordProblem(says: error.says)
        }
    }

    /// Reads what the pipeline thinks; nil for anything else.
    static func suggestion(_ json: [UInt8]) -> DebugSuggestedLevel? {
        try? JSONDecoder().decode(DebugSuggestedLevel.self, from: Data(json))  // Then it is suggested anew.
    }
}

/// A debug event as a row of fields, and back: its payload is JSON in one of them.
struct DebugRecordCSV {
    /// What the fields are called, in the order in which they are written. They are read in any order.
    static let names: [String?] = [
        "id", "correlation_id", "timestamp", "source", "level", "event", "payload", "device_id", "session_id",
        "sequence", "received_at", "suggestion",
    ]

    private let named: NamedFields

    /// The fields of a record.
    static func fields(_ record: DebugRecord) throws -> [String?] {
        let entry = record.entry
        return [
            entry.id.description, entry.correlationId.description, DebugTime.text(entry.nanoseconds),
            entry.source.rawValue, entry.level?.rawValue, entry.event,
            String(decoding: entry.payload.json, as: UTF8.self), entry.deviceId?.description,
            entry.sessionId?.description, entry.sequence.map { "\($0)" }, DebugTime.text(record.received),
            try DebugRecordJSON.suggestion(record).map { String(decoding: $0, as: UTF8.self) },
        ]
    }

    /// Fields under these names.
    ///
    /// - Throws: `RecordProblem` when a name is missing that every event needs.
    init(names: [String?]) throws {
        named = try NamedFields(names: names, needed: ["id", "timestamp", "source", "event"])
    }

    /// The record of a row.
    ///
    /// - Throws: `RecordProblem`.
    func record(_ row: [String?], now: Int64) throws -> DebugRecord {
        var members = DebugPayload()
        for name in Self.names.compactMap(\.self) where !["payload", "sequence", "suggestion"].contains(name)
        {
            if let text = named.field(name, of: row) { members[name] = .string(text) }
        }
        do throws(DebugEntryFault) {
            if let text = named.field("payload", of: row) {
                members["payload"] = .object(try DebugPayload(json: text.utf8))
            }
        } catch {
            throw RecordProblem(says: error.says)
        }
        if let text = named.field("sequence", of: row) {
            guard let sequence = Int64(text) else {
                throw RecordProblem(says: "its 'sequence' is no whole number")
            }
            members["sequence"] = .integer(sequence)
        }
        var record = try DebugRecordJSON.record(members.json[...], now: now)
        record.suggestion = named.field("suggestion", of: row).flatMap {
            DebugRecordJSON.suggestion(Array($0.utf8))
        }
        return record
    }
}
