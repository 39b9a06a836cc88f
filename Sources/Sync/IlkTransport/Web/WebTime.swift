import IlkVocabulary

/// Parses the pause that a server requests in response headers.
package enum WebTime {
    /// Returns the pause in milliseconds, from `Retry-After` (seconds or a date) or else from
    /// `X-RateLimit-Reset`. Returns `nil` if neither is valid.
    package static func pause(_ reply: WebReply) -> UInt64? {
        if let seconds = HTTPTime.retryAfter(reply.header("Retry-After"), date: reply.header("Date")) {
            return seconds * 1000
        }
        guard let reset = reply.header("X-RateLimit-Reset").flatMap({ Int64($0) }),
            let now = reply.header("Date").flatMap(HTTPTime.seconds), reset > now, reset - now <= 3600
        else { return nil }
        return UInt64(reset - now) * 1000
    }
}
