/// One line that a user can run as it stands, in an empty folder, after the lines before it. A test runs them
/// all.
package struct CommandExample: Hashable, Sendable {
    /// What it shows, in a few words.
    package var says: String
    /// The line for a POSIX shell.
    package var line: String

    package init(_ says: String, _ line: String) {
        self.says = says
        self.line = line
    }
}
