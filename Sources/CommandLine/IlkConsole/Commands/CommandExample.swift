/// An example of a help page. The command line works unchanged in an empty folder after the previous examples
/// have run. A test runs all examples.
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
