import IlkConsole
import FoundationEssentials
import IlkCalls
import IlkStore
import IlkVocabulary

/// The CSV encoding of a call. In the fields, tags are separated by commas and attachments by line feeds;
/// corrections are JSON.
struct CallRecordCSV {
    /// The column names in output order. Input may have any order.
    static let names: [String?] = [
        "key", "id", "contactId", "contact", "calledAt", "duration", "emotionalState", "notes", "tags",
        "attachments", "syncStatus", "syncError", "createdAt", "updatedAt", "lastSyncAttempt",
        "serverUpdatedAt", "givenEmotionalState", "corrections",
    ]

    private let named: NamedFields

    static func fields(_ record: CallRecord) throws -> [String?] {
        let call = record.call
        func list(_ values: [String], _ separator: String) -> String? {
            values.isEmpty ? nil : values.joined(separator: separator)
        }
        return [
            call.key.description, "\(call.id)", "\(call.contactId)", record.contact,
            CallTime.text(call.calledAt), "\(call.duration)", call.emotionalState, call.notes,
            list(record.tags, ","), list(record.attachments, "\n"), call.syncStatus.rawValue, call.syncError,
            CallTime.text(call.createdAt), CallTime.text(call.updatedAt),
            call.lastSyncAttempt.map(CallTime.text), call.serverUpdatedAt.map(CallTime.text),
            record.givenEmotionalState, try RecordCorrection.json(record.corrections),
        ]
    }

    /// Creates a decoder for the columns of a file.
    ///
    /// - Throws: `RecordError` if a required column is missing.
    init(names: [String?]) throws {
        named = try NamedFields(names: names, needed: ["contact", "calledAt"])
    }

    /// Decodes a row.
    ///
    /// - Throws: `RecordError` if a field is malformed.
    func record(_ row: [String?], newID: () -> RecordID, now: Date) throws -> CallRecord {
        func field(_ name: String) -> String? { named.field(name, of: row) }
        func number(_ name: String) throws -> Int32? {
            guard let text = field(name) else { return nil }
            guard let number = Int32(text) else {
                throw RecordError(message: "field '\(name)' must be an integer")
            }
            return number
        }
        let key = field("key").flatMap { RecordID($0) }
        guard field("key") == nil || key != nil else {
            throw RecordError(message: "field 'key' must be a UUID")
        }
        let (id, contactId, duration) = (try number("id"), try number("contactId"), try number("duration"))
        guard let calledAt = field("calledAt") else {
            throw RecordError(message: "missing field 'calledAt'")
        }
        return try CallRecordFields(
            key: key, id: id, contactId: contactId, contact: field("contact") ?? "", calledAt: calledAt,
            duration: duration, emotionalState: field("emotionalState"), notes: field("notes"),
            tags: field("tags")?.split(separator: ",").map(String.init),
            attachments: field("attachments")?.split(separator: "\n").map(String.init),
            syncStatus: field("syncStatus"), syncError: field("syncError"), createdAt: field("createdAt"),
            updatedAt: field("updatedAt"), lastSyncAttempt: field("lastSyncAttempt"),
            serverUpdatedAt: field("serverUpdatedAt"), givenEmotionalState: field("givenEmotionalState"),
            corrections: try field("corrections").map { try RecordCorrection.corrections(json: $0) }
        ).record(newID: newID, now: now)
    }
}
