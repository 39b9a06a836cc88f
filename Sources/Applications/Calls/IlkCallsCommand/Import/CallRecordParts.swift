import IlkConsole
import FoundationEssentials
import IlkCalls
import IlkVocabulary

/// What a file says of a call, before it is looked at.
struct CallRecordParts {
    var key: RecordID?
    var id: Int32?
    var contactId: Int32?
    var contact = ""
    var duration: Int32?
    var emotionalState: String?
    var notes: String?
    var tags: [String] = []
    var attachments: [String] = []
    var syncStatus: String?
    var syncError: String?
    /// Times by name.
    var times: [String: String] = [:]

    /// The record.
    ///
    /// - Throws: `RecordProblem`.
    func record(newID: () -> RecordID, now: Date) throws -> CallRecord {
        let status = syncStatus.map { CallSyncStatus(rawValue: $0) } ?? .pending
        guard let status else { throw RecordProblem(says: "its syncStatus is none") }
        guard let calledAt = try time("calledAt") else {
            throw RecordProblem(says: "it has no 'calledAt'")
        }
        let createdAt = try time("createdAt") ?? now
        let call = CallLogEntity(
            key: key ?? newID(), id: id ?? 0, contactId: contactId ?? -1, calledAt: calledAt,
            duration: duration ?? 0, emotionalState: emotionalState, notes: notes,
            // One that was being sent is sent again.
            syncStatus: status == .syncing ? .pending : status, syncError: syncError, createdAt: createdAt,
            updatedAt: try time("updatedAt") ?? createdAt, lastSyncAttempt: try time("lastSyncAttempt"),
            isMarkedDeleted: false, serverUpdatedAt: try time("serverUpdatedAt"))
        return CallRecord(call: call, contact: contact, tags: tags, attachments: attachments)
    }

    private func time(_ name: String) throws -> Date? {
        guard let text = times[name] else { return nil }
        guard let seconds = RecordTime.seconds(text) else {
            throw RecordProblem(says: "its '\(name)' is no time")
        }
        return Date(timeIntervalSince1970: seconds)
    }
}
