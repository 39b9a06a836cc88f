import FoundationEssentials
package import IlkStore
package import IlkVocabulary

extension Outbox.Entry {
    /// Returns a waiting call in structured output.
    ///
    /// - Parameters:
    ///   - call: The call of the entry.
    ///   - contact: The name of its contact.
    package func fields(of call: CallLogEntity, contact: String) -> JSONObject {
        [
            "schema": "ilk.call.queue/1", "key": call.key.description, "contact": contact,
            "change": call.waitingChange, "syncStatus": call.syncStatus.rawValue, "syncError": call.syncError,
            "attempts": attempts,
            "notBefore": notBefore.timeIntervalSince1970 > 0 ? CallTime.text(notBefore) : nil,
            "isOutcomeUnknown": isOutcomeUnknown,
        ]
    }
}

extension CallLogEntity {
    /// The change that waits for the server: `create`, `update` or `delete`.
    package var waitingChange: String { isMarkedDeleted ? "delete" : id == 0 ? "create" : "update" }
}
