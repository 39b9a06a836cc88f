/// An example on a help page. The examples of a page run in order, in a folder that is empty at the start. A
/// test runs all of them.
package struct CommandExample: Hashable, Sendable {
    /// The purpose of the example, in a few words.
    package var purpose: String
    /// The command line, for a POSIX shell.
    package var line: String

    package init(_ purpose: String, _ line: String) {
        self.purpose = purpose
        self.line = line
    }
}
