/// A parser of mail messages. This is a protocol and not a closure, because it is the type of a task-local
/// value (see `MailboxReading` for the reason).
package protocol MessageReading: Sendable {
    /// Parses a message.
    ///
    /// - Parameter message: The bytes of the message.
    /// - Returns: The text, or `nil` if the bytes are not a message.
    /// - Throws: An error if the parser is not installed, or fails.
    func read(_ message: [UInt8]) async throws -> MessageText?
}

/// The parser of messages for the current task.
package enum MessageReader {
    /// The parser, or `nil` if the program has none.
    @TaskLocal package static var current: (any MessageReading)?
}
