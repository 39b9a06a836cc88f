import FoundationEssentials
import IlkCalls
import IlkConsole
import IlkFraming
import IlkStore
import IlkVocabulary

/// The JSON encoding of a call.
struct CallRecordJSON {
    private var writer = JSONWriter()

    /// Encodes a record on one line, without a line feed.
    ///
    /// - Throws: `EncodingError`.
    mutating func bytes(_ record: CallRecord) throws -> [UInt8] {
        let call = record.call
        writer.reset()
        writer.beginObject()
        writer.field("key", call.key.description)
        writer.field("id", Int(call.id))
        writer.field("contactId", Int(call.contactId))
        writer.field("contact", record.contact)
        writer.field("calledAt", CallTime.text(call.calledAt))
        writer.field("duration", Int(call.duration))
        writer.field("emotionalState", call.emotionalState)
        writer.field("notes", call.notes)
        if !record.tags.isEmpty { writer.field("tags", record.tags) }
        if !record.attachments.isEmpty { writer.field("attachments", record.attachments) }
        writer.field("syncStatus", call.syncStatus.rawValue)
        writer.field("syncError", call.syncError)
        writer.field("createdAt", CallTime.text(call.createdAt))
        writer.field("updatedAt", CallTime.text(call.updatedAt))
        writer.field("lastSyncAttempt", call.lastSyncAttempt.map(CallTime.text))
        writer.field("serverUpdatedAt", call.serverUpdatedAt.map(CallTime.text))
        writer.field("givenEmotionalState", record.givenEmotionalState)
        if let corrections = try RecordCorrection.json(record.corrections) {
            writer.key("corrections")
            writer.raw(corrections.utf8)
        }
        writer.endObject()
        return writer.bytes
    }

    /// Decodes a record.
    ///
    /// - Parameters:
    ///   - newID: A function that creates a key, for a record without a key.
    ///   - now: The creation time of a call whose record has none.
    /// - Throws: `RecordError` if a field is missing or malformed.
    static func record(_ json: ArraySlice<UInt8>, newID: () -> RecordID, now: Date) throws -> CallRecord {
        try RecordError.decode(CallRecordFields.self, json, of: "a call").record(newID: newID, now: now)
    }
}

/// The fields of a call in a file, before validation.
struct CallRecordFields: Decodable {
    var key: RecordID?
    var id: Int32?
    var contactId: Int32?
    var contact: String
    var calledAt: String
    var duration: Int32?
    var emotionalState: String?
    var notes: String?
    var tags: [String]?
    var attachments: [String]?
    var syncStatus: String?
    var syncError: String?
    var createdAt: String?
    var updatedAt: String?
    var lastSyncAttempt: String?
    var serverUpdatedAt: String?
    var givenEmotionalState: String?
    var corrections: [RecordCorrection]?

    /// Validates the fields.
    ///
    /// - Throws: `RecordError` if a field is missing or malformed.
    func record(newID: () -> RecordID, now: Date) throws -> CallRecord {
        let status = syncStatus.map { CallSyncStatus(rawValue: $0) } ?? .pending
        guard let status else {
            throw RecordError(message: "field 'syncStatus' must be pending, syncing, synced or failed")
        }
        let called = try Self.time("calledAt", calledAt)
        let created = try createdAt.map { try Self.time("createdAt", $0) } ?? now
        let call = CallLogEntity(
            key: key ?? newID(), id: id ?? 0, contactId: contactId ?? -1, calledAt: called,
            duration: duration ?? 0, emotionalState: emotionalState, notes: notes,
            // A call that was being sent is sent again, because the result is unknown.
            syncStatus: status == .syncing ? .pending : status, syncError: syncError, createdAt: created,
            updatedAt: try updatedAt.map { try Self.time("updatedAt", $0) } ?? created,
            lastSyncAttempt: try lastSyncAttempt.map { try Self.time("lastSyncAttempt", $0) },
            isMarkedDeleted: false,
            serverUpdatedAt: try serverUpdatedAt.map { try Self.time("serverUpdatedAt", $0) })
        return CallRecord(
            call: call, contact: contact, tags: tags ?? [], attachments: attachments ?? [],
            corrections: corrections ?? [], givenEmotionalState: givenEmotionalState)
    }

    private static func time(_ name: String, _ text: String) throws -> Date {
        guard let seconds = RecordTime.seconds(text) else {
            throw RecordError(
                message: "field '\(name)' must be a string: an ISO 8601 time or a number of seconds")
        }
        return Date(timeIntervalSince1970: seconds)
    }
}
