#if Mail
    import Ilk
    import IlkMail
    import IlkMailCommand

    /// Parses single messages in worker processes of this program.
    struct ParsedMessages: MessageReading {
        private let workers = MessageWorkers(MailStoreAccess.worker)

        func read(_ message: [UInt8]) async throws -> MessageText? {
            try await workers.parse(message).map {
                MessageText(text: $0.text, messageID: $0.messageID)
            }
        }
    }
#endif
