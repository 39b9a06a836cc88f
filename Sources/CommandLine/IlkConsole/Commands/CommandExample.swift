/// A command line that works verbatim in an empty folder after the examples before it. A test runs all
/// examples.
package struct CommandExample: Hashable, Sendable {
    /// The purpose, in a few words.
    package var purpose: String
    /// The line for a POSIX shell.
    package var line: String

    package init(_ purpose: String, _ line: String) {
        self.purpose = purpose
        self.line = line
    }
}
