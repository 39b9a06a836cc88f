import FoundationEssentials
import IlkStore
import IlkVocabulary

/// The columns of a call in a CSV file. Tags are separated by commas and attachments by line feeds;
/// corrections are JSON.
extension CallRecord {
    /// The column names in output order. Input may have any order.
    package static let columnNames: [String?] = [
        "key", "id", "contactId", "contact", "calledAt", "duration", "emotionalState", "notes", "tags",
        "attachments", "syncStatus", "syncError", "createdAt", "updatedAt", "lastSyncAttempt",
        "serverUpdatedAt", "givenEmotionalState", "corrections",
    ]

    /// Returns the values of the columns in the order of ``columnNames``.
    ///
    /// - Throws: `EncodingError`.
    package func columns() throws -> [String?] {
        func list(_ values: [String], _ separator: String) -> String? {
            values.isEmpty ? nil : values.joined(separator: separator)
        }
        return [
            call.key.description, "\(call.id)", "\(call.contactId)", contact,
            CallTime.text(call.calledAt), "\(call.duration)", call.emotionalState, call.notes,
            list(tags, ","), list(attachments, "\n"), call.syncStatus.rawValue, call.syncError,
            CallTime.text(call.createdAt), CallTime.text(call.updatedAt),
            call.lastSyncAttempt.map(CallTime.text), call.serverUpdatedAt.map(CallTime.text),
            givenEmotionalState, try RecordCorrection.json(corrections),
        ]
    }
}
