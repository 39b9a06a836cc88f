#if Mail
    import IlkStore

    /// Reads the texts of the messages in a mailbox file, without a store.
    public struct MailboxMessages {
        /// A message, or the reason why it cannot be read.
        public struct Message: Sendable {
            /// The offset of the message in the file, in bytes.
            public let offset: Int
            /// The subject, an empty line and the text of the message. `nil` if the message cannot be read.
            public let text: String?
            /// The reason why the message cannot be read, or `nil` if the message was read.
            public let problem: String?
        }

        /// The number of bytes and of messages that are read before they are parsed.
        private static let (batchBytes, batchMessages) = (1 << 22, 512)

        private let reader: MailboxReader
        private let client: MailWorkerClient

        /// Opens a mailbox.
        ///
        /// - Parameters:
        ///   - path: The file.
        ///   - worker: The program that parses the messages.
        ///   - variant: The quoting of `From ` lines.
        /// - Throws: `StoreError` if the file cannot be opened or is not a regular file.
        public init(_ path: String, worker: MailWorker, variant: MailboxVariant = .auto) throws {
            reader = try MailboxReader(path, variant: variant)
            client = MailWorkerClient(worker)
        }

        /// Parses the next messages of the file.
        ///
        /// - Returns: The messages in the order of the file. The array is empty at the end of the file.
        /// - Throws: `StoreError` if reading fails, or if GMime or libxml2 is not installed.
        public func next() throws -> [Message] {
            var found: [RawMessage] = []
            var bytes = 0
            while bytes < Self.batchBytes, found.count < Self.batchMessages, let mail = try reader.next() {
                found.append(mail)
                bytes += mail.bytes.count
            }
            var messages: [Message] = []
            try client.parse(found[...]) { mail, result in
                messages.append(Self.message(mail, result))
            }
            return messages
        }

        private static func message(
            _ mail: RawMessage, _ result: Result<MailMessage, MailWorkerProcess.WorkerFailure>
        ) -> Message {
            switch result {
            case .success(let message) where message.isMessage:
                Message(offset: mail.offset, text: message.row.classifiedText, problem: nil)
            case .success:
                Message(offset: mail.offset, text: nil, problem: MailMessage.noMessage)
            case .failure(let failure):
                Message(offset: mail.offset, text: nil, problem: failure.reason)
            }
        }
    }
#endif
