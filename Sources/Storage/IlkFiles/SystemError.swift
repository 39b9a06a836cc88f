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

    /// Returns the reason why a file or folder cannot be opened for reading, after a colon and a space. The
    /// result is empty if it can be opened.
    ///
    /// The function is for messages about failed functions that do not set `errno`.
    package static func reason(opening path: String) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor < 0 else {
            close(descriptor)
            return ""
        }
        return ": \(last.words)"
    }
}
