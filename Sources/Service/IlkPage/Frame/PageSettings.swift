/// The settings of the pages.
package struct PageSettings: Sendable {
    /// The version of the program, which each page shows.
    package var version = "unknown"
    /// A folder whose files replace templates, the style sheet or the script, or `nil`.
    package var folder: String?
    /// `true` if browsers reach the server by TLS. Then they send the cookie by TLS only.
    package var isSecure = false
    /// The link that signs in once, or `nil`.
    package var link: SignInLink?
    /// The maximum size of a form in bytes.
    package var maxBody = 8 << 20

    package init() {}
}
