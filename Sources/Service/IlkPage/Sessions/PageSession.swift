import IlkVocabulary

/// The session of a person who signed in. Sessions exist in memory only: a restart of the server ends them.
struct PageSession: Sendable {
    /// The digest of the token. The token itself is not kept.
    let token: ContentDigest
    /// A secret in each form of the session, which other sites cannot know.
    let formToken: String
    /// The time of the sign-in, in milliseconds of the monotonic clock.
    let created: UInt64
    /// The time of the last request.
    var used: UInt64
    /// The name of the token if a sign-in link of the server created it, otherwise `nil`. Signing out removes
    /// such a token.
    let ownToken: String?
    /// The name and the role at the last request, or `nil` before the first request.
    var person: Person?
    /// The message about the last change, until its page has shown it.
    var notice: PageNotice?
    /// The number of texts that were labeled in this session.
    var labeled = 0

    /// The name of the token and the role that its scopes give.
    struct Person: Sendable {
        let name: String
        let role: String
    }
}
