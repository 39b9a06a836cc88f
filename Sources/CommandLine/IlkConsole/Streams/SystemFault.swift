import Glibc

/// An error number of the system, in words.
package struct SystemFault: Hashable, Sendable {
    /// The number, as `errno` has it.
    package let number: Int32

    package init(_ number: Int32) { self.number = number }

    /// The fault of the call that has just failed on this thread.
    package static var last: SystemFault { SystemFault(errno) }

    /// The system's words for it, in lower case as they follow a colon here.
    package var words: String {
        guard let text = strerror(number) else { return "error \(number)" }
        let words = String(cString: text)
        return words.prefix(1).lowercased() + words.dropFirst()
    }
}
