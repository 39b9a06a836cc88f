import IlkStore
package import IlkVocabulary

extension CallLogEntity {
    /// Returns the call as a JSON object. `contact` is the name of the contact.
    package func fields(contact: String) -> JSONObject {
        [
            "schema": "ilk.call/1", "key": key.description, "shortID": shortID, "id": id,
            "contactId": contactId, "contact": contact, "calledAt": CallTime.text(calledAt),
            "duration": duration, "emotionalState": emotionalState, "emoji": emotion?.emoji, "notes": notes,
            "syncStatus": syncStatus.rawValue, "syncError": syncError,
            "lastSyncAttempt": lastSyncAttempt.map(CallTime.text), "createdAt": CallTime.text(createdAt),
            "updatedAt": CallTime.text(updatedAt),
        ]
    }
}

extension CallSuggestedEmotion {
    package var fields: JSONObject {
        [
            "emotion": label.rawValue, "probability": probability, "evidence": evidence,
            "classifier": provenance.classifier, "model": provenance.modelDigest,
            "rules": provenance.ruleSetDigest,
        ]
    }
}
