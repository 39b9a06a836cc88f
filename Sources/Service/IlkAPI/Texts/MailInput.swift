import Ilk
import IlkHTTP
import IlkVocabulary

/// Mail messages in bodies of requests.
enum MailInput {
    /// The media type of a message.
    static let type = "message/rfc822"

    /// Parses a message.
    ///
    /// - Parameters:
    ///   - bytes: The message.
    ///   - messages: The parser.
    /// - Throws: ``Problem`` `not-mail` if the bytes have no mail header, and errors of the parser.
    static func message(_ bytes: [UInt8], by messages: any MessageReading) async throws -> MessageText {
        do {
            if let message = try await messages.read(bytes) { return message }
        } catch let error as IlkError where error.kind == .badData {
            throw Problem(.notMail, error.description)
        }
        throw Problem(.notMail, "the body is not a mail message: it has no header")
    }
}
