import IlkConsole
import FoundationEssentials
import IlkCalls
import IlkFraming
import IlkVocabulary

/// A call as a JSON object, and back.
struct CallRecordJSON {
    private var writer = JSONWriter()

    /// The object on one line, without a line feed.
    mutating func bytes(_ record: CallRecord) -> [UInt8] {
        let call = record.call
        writer.reset()
        writer.beginObject()
        member("key", call.key.description)
        number("id", Int(call.id))
        number("contactId", Int(call.contactId))
        member("contact", record.contact)
        member("calledAt", CallTime.text(call.calledAt))
        number("duration", Int(call.duration))
        member("emotionalState", call.emotionalState)
        member("notes", call.notes)
        list("tags", record.tags)
        list("attachments", record.attachments)
        member("syncStatus", call.syncStatus.rawValue)
        member("syncError", call.syncError)
        member("createdAt", CallTime.text(call.createdAt))
        member("updatedAt", CallTime.text(call.updatedAt))
        member("lastSyncAttempt", call.lastSyncAttempt.map(CallTime.text))
        member("serverUpdatedAt", call.serverUpdatedAt.map(CallTime.text))
        writer.endObject()
        return writer.bytes
    }

    private mutating func member(_ name: String, _ value: String?) {
        guard let value else { return }
        writer.key(name)
        writer.string(value)
    }

    private mutating func number(_ name: String, _ value: Int) {
        writer.key(name)
        writer.raw("\(value)".utf8)
    }

    private mutating func list(_ name: String, _ values: [String]) {
        guard !values.isEmpty else { return }
        writer.key(name)
        writer.beginArray()
        for value in values { writer.string(value) }
        writer.endArray()
    }

    private struct Members: Decodable {
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
    }

    /// Reads an object.
    ///
    /// - Parameters:
    ///   - newID: Makes a key for one that has none.
    ///   - now: When it is recorded, where it does not say.
    /// - Throws: `RecordProblem`.
    static func record(_ json: ArraySlice<UInt8>, newID: () -> RecordID, now: Date) throws -> CallRecord {
        let members = try RecordProblem.decode(Members.self, json, of: "a call")
        var parts = CallRecordParts()
        parts.key = members.key
        parts.id = members.id
        parts.contactId = members.contactId
        parts.contact = members.contact
        parts.duration = members.duration
        parts.emotionalState = members.emotionalState
        parts.notes = members.notes
        parts.tags = members.tags ?? []
        parts.attachments = members.attachments ?? []
        parts.syncStatus = members.syncStatus
        parts.syncError = members.syncError
        parts.times = [
            "calledAt": members.calledAt, "createdAt": members.createdAt, "updatedAt": members.updatedAt,
            "lastSyncAttempt": members.lastSyncAttempt, "serverUpdatedAt": members.serverUpdatedAt,
        ].compactMapValues { $0 }
        return try parts.record(newID: newID, now: now)
    }
}
