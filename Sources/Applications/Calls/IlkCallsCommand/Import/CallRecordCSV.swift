import IlkConsole
import FoundationEssentials
import IlkCalls
import IlkStore
import IlkVocabulary

/// The decoder of calls in CSV, whose columns are ``CallRecord/columnNames``.
struct CallRecordCSV {
    private let named: NamedFields

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
