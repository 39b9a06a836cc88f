import FoundationEssentials
import IlkDebug
import IlkStore
import IlkVocabulary

/// Conversion between records and lines of JSON: the entry, the time of receipt, the corrections of its level
/// and the suggested level.
package enum DebugRecordJSON {
    package static func bytes(_ record: DebugRecord) throws -> [UInt8] {
        var bytes = record.entry.json
        bytes.removeLast()
        bytes += ",\"received_at\":\"\(DebugTime.text(record.received))\"".utf8
        if let level = record.correction { bytes += ",\"corrected_level\":\"\(level.rawValue)\"".utf8 }
        if let corrections = try RecordCorrection.json(record.corrections) {
            bytes += ",\"level_corrections\":\(corrections)".utf8
        }
        if let suggestion = try suggestion(record) { bytes += ",\"suggestion\":".utf8 + suggestion }
        return bytes + [UInt8(ascii: "}")]
    }

    /// Returns the suggestion as JSON, or `nil` if there is none.
    static func suggestion(_ record: DebugRecord) throws -> [UInt8]? {
        try record.suggestion.map { Array(try JSONEncoder.deterministic().encode($0)) }
    }

    private struct Corrected: Decodable {
        var corrections: [RecordCorrection]

        enum CodingKeys: String, CodingKey { case corrections = "level_corrections" }
    }

    /// Parses a record. If the record has no time of receipt, `now` is used, in nanoseconds since 1970.
    package static func record(_ json: ArraySlice<UInt8>, now: Int64) throws -> DebugRecord {
        let (event, members) = try entry(json)
        var record = DebugRecord(
            entry: event,
            received: members["received_at"]?.asString.flatMap(DebugTime.nanoseconds) ?? now,
            suggestion: members["suggestion"]?.asObject.flatMap { suggestion($0.json) })
        if members[Corrected.CodingKeys.corrections.rawValue] != nil {
            record.corrections = try levels(
                RecordError.decode(Corrected.self, json, of: "a debug event").corrections)
        }
        return record
    }

    private static func entry(_ json: ArraySlice<UInt8>) throws -> (DebugLogEntry, DebugPayload) {
        do throws(DebugEntryError) {
            return (try DebugLogEntry(json: json), try DebugPayload(json: json))
        } catch {
            throw RecordError(message: error.message)
        }
    }

    /// Returns the corrections unchanged. Throws `RecordError` if the label of a correction is not a level.
    static func levels(_ corrections: [RecordCorrection]) throws -> [RecordCorrection] {
        let areLevels = corrections.allSatisfy { correction in
            correction.taxonomy == Taxonomy.severity.name
                && correction.label.map { LogLevel(rawValue: $0) != nil } ?? true
        }
        guard areLevels else {
            throw RecordError(message: "the label of a correction must be debug, info, warn or error")
        }
        return corrections
    }

    /// Parses a suggestion. Returns `nil` if it is invalid.
    static func suggestion(_ json: [UInt8]) -> DebugSuggestedLevel? {
        try? JSONDecoder().decode(DebugSuggestedLevel.self, from: Data(json))  // If invalid, suggest again.
    }
}

/// Conversion between records and CSV rows. The payload is one field with JSON, and so are the corrections.
package struct DebugRecordCSV {
    /// The names of the fields, in the order of exports. Imports accept any order.
    package static let names: [String?] = [
        "id", "correlation_id", "timestamp", "source", "level", "event", "payload", "device_id", "session_id",
        "sequence", "received_at", "suggestion", "level_corrections",
    ]

    /// The fields that contain JSON or a number.
    private static let decoded: Set<String> = [
        "payload", "sequence", "suggestion", "level_corrections",
    ]

    private let named: NamedFields

    package static func fields(_ record: DebugRecord) throws -> [String?] {
        let entry = record.entry
        return [
            entry.id.description, entry.correlationId.description, DebugTime.text(entry.nanoseconds),
            entry.source.rawValue, entry.level?.rawValue, entry.event,
            String(decoding: entry.payload.json, as: UTF8.self), entry.deviceId?.description,
            entry.sessionId?.description, entry.sequence.map { "\($0)" }, DebugTime.text(record.received),
            try DebugRecordJSON.suggestion(record).map { String(decoding: $0, as: UTF8.self) },
            try RecordCorrection.json(record.corrections),
        ]
    }

    /// Creates a reader for rows whose columns have the given names. Throws `RecordError` if a required name
    /// is missing.
    package init(names: [String?]) throws {
        named = try NamedFields(names: names, needed: ["id", "timestamp", "source", "event"])
    }

    package func record(_ row: [String?], now: Int64) throws -> DebugRecord {
        var members = DebugPayload()
        for name in Self.names.compactMap(\.self) where !Self.decoded.contains(name) {
            if let text = named.field(name, of: row) { members[name] = .string(text) }
        }
        do throws(DebugEntryError) {
            if let text = named.field("payload", of: row) {
                members["payload"] = .object(try DebugPayload(json: text.utf8))
            }
        } catch {
            throw RecordError(message: error.message)
        }
        if let text = named.field("sequence", of: row) {
            guard let sequence = Int64(text) else {
                throw RecordError(message: "field 'sequence' must be an integer")
            }
            members["sequence"] = .integer(sequence)
        }
        var record = try DebugRecordJSON.record(members.json[...], now: now)
        if let corrections = named.field("level_corrections", of: row) {
            record.corrections = try DebugRecordJSON.levels(RecordCorrection.corrections(json: corrections))
        }
        record.suggestion = named.field("suggestion", of: row).flatMap {
            DebugRecordJSON.suggestion(Array($0.utf8))
        }
        return record
    }
}
