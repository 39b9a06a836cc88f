import FoundationEssentials
package import IlkStore
package import IlkVocabulary

extension Outbox.Entry {
    /// Returns the outbox entry, together with its call, as a JSON object.
    ///
    /// - Parameters:
    ///   - call: The call of the entry.
    ///   - contact: The name of the contact of the call.
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
    /// The change that must be sent to the server: `create`, `update` or `delete`.
    package var waitingChange: String { isMarkedDeleted ? "delete" : id == 0 ? "create" : "update" }
}
