package import FoundationEssentials
package import IlkVocabulary

extension AccessToken {
    /// Returns the description of the token in structured output, without the token itself.
    ///
    /// - Parameter now: The current time.
    package func fields(at now: Date) -> JSONObject {
        [
            "account": accountName, "name": name, "scopes": scopes.map(\.rawValue).sorted(),
            "created": TimeText.text(created), "expires": expires.map(TimeText.text),
            "isExpired": isExpired(at: now), "lastUsed": lastUsed.map(TimeText.text),
        ]
    }

    /// Returns `true` if the token has expired.
    ///
    /// - Parameter now: The current time.
    package func isExpired(at now: Date) -> Bool { expires.map { $0 <= now } ?? false }
}
