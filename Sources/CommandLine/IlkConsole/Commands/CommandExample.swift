/// A command line that works verbatim in an empty folder after the examples before it. A test runs all
/// examples.
package struct CommandExample: Hashable, Sendable {
    /// The purpose, in a few words.
    package var says: String
    /// The line for a POSIX shell.
    package var line: String

    package init(_ says: String, _ line: String) {
        self.says = says
        self.line = line
    }
}
