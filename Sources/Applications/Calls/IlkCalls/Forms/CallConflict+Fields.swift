package import IlkVocabulary

extension CallConflict {
    /// Returns the conflict as a JSON object.
    ///
    /// - Parameter contacts: The name of each contact, by contact id. A contact without a name is written as
    ///   `#` and its id.
    package func fields(contacts: [Int32: String]) -> JSONObject {
        [
            "schema": "ilk.call.conflict/1", "id": id.description, "call": callKey.description,
            "local": local.fields(contacts), "server": server.fields(contacts), "winner": winner.rawValue,
            "foundAt": CallTime.text(foundAt), "resolution": resolution?.rawValue,
        ]
    }
}

extension CallVersion {
    fileprivate func fields(_ contacts: [Int32: String]) -> JSONObject {
        [
            "contact": contacts[contactId] ?? "#\(contactId)", "calledAt": CallTime.text(calledAt),
            "duration": duration, "emotionalState": emotionalState, "notes": notes, "isDeleted": isDeleted,
            "updatedAt": CallTime.text(updatedAt),
        ]
    }
}
