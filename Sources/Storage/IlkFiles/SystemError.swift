import Glibc

/// An error number of the system.
package struct SystemError: Hashable, Sendable {
    /// The value of `errno`.
    package let number: Int32

    package init(_ number: Int32) { self.number = number }

    /// The error of the last failed call on this thread.
    package static var last: SystemError { SystemError(errno) }

    /// The system's message, in lower case because it follows a colon.
    package var words: String {
        guard let text = strerror(number) else { return "error \(number)" }
        let words = String(cString: text)
        return words.prefix(1).lowercased() + words.dropFirst()
    }
}
