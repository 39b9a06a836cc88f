/// A parsed mail message, as far as classification needs it.
package struct MessageText: Hashable, Sendable {
    /// The subject, an empty line and the text.
    package var text: String
    /// The Message-ID without angle brackets, or `nil` if the message has none.
    package var messageID: String?

    package init(text: String, messageID: String? = nil) {
        self.text = text
        self.messageID = messageID
    }
}
