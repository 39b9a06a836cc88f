import IlkHTTP
import IlkVocabulary

/// Detects cross-site request forgery: forms that a page of another site made a browser send.
struct FormGuard: Sendable {
    /// The cookie of the sign-in form, which has no session yet.
    static let cookie = "ilk-form"

    /// A secret of this run of the server.
    private let secret = RandomText.make()

    /// Returns `true` if a browser says that a page of another site sent the request.
    static func isForeign(_ request: APIRequest) -> Bool {
        // A proxy can change the host, but not this field. Browsers omit it without TLS, except on loopback.
        if let site = request.headers["Sec-Fetch-Site"] { return site != "same-origin" }
        guard let origin = request.headers["Origin"], let host = request.headers["Host"] else { return false }
        return origin.lowercased() != "https://" + host.lowercased()
            && origin.lowercased() != "http://" + host.lowercased()
    }

    /// Returns the token of a sign-in form. The token is valid only together with the cookie of the same
    /// response.
    ///
    /// - Parameter cookie: The value of the cookie.
    func token(for cookie: String) -> String {
        var hasher = ContentHasher()
        // The secret is last, so that a digest cannot be extended.
        hasher.update(cookie.utf8)
        hasher.update(secret.utf8)
        return hasher.finish().description
    }

    /// Returns `true` if a sign-in form has the token for its cookie.
    func permits(_ given: String?, cookie: String?) -> Bool {
        guard let given, let cookie, cookie.utf8.count == 64 else { return false }
        return Self.isSame(given, token(for: cookie))
    }

    /// Compares the digests of two secrets, so that the time of the comparison does not reveal a secret.
    static func isSame(_ one: String, _ other: String) -> Bool {
        ContentDigest(of: one) == ContentDigest(of: other)
    }
}

extension APIRequest {
    /// Returns the value of a cookie, or `nil` if the request lacks it.
    func cookie(_ name: String) -> String? {
        for pair in (headers["Cookie"] ?? "").split(separator: ";") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2, parts[0].filter({ $0 != " " }) == name { return String(parts[1]) }
        }
        return nil
    }
}
