import IlkConsole
import FoundationEssentials
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
        guard let suggestion = record.suggestion else { return nil }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(suggestion))
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
