#if Mail
    import Dispatch
    import IlkVocabulary
    import Synchronization

    /// Parses single messages in two worker processes, without blocking the threads that run Swift tasks.
    package final class MessageWorkers: Sendable {
        private let lanes: [Lane]
        private let turn = Atomic(0)

        /// - Parameter worker: The program that parses the messages. It is started when the first message is
        ///   parsed.
        package init(_ worker: MailWorker) { lanes = [Lane(worker), Lane(worker)] }

        /// Parses a message.
        ///
        /// - Parameter message: The bytes of the message.
        /// - Returns: The text to classify (the subject, an empty line and the text of the message), and the
        ///   Message-ID. Returns `nil` if the bytes are not a message.
        /// - Throws: `IlkError` (`badData`) if the parser crashes or exceeds its time limit. `StoreError` if
        ///   the parser cannot be started, or if GMime or libxml2 is not installed.
        package func parse(_ message: [UInt8]) async throws -> (text: String, messageID: String?)? {
            let lane = lanes[turn.wrappingAdd(1, ordering: .relaxed).oldValue & 1]
            return try await withCheckedThrowingContinuation { continuation in
                lane.queue.async { continuation.resume(with: Result { try lane.parse(message) }) }
            }
        }

        /// A worker process with its queue. It is `Sendable` because only the queue uses the client.
        private final class Lane: @unchecked Sendable {
            let queue = DispatchQueue(label: "ilk.mail.parser")
            private let client: MailWorkerClient

            init(_ worker: MailWorker) { client = MailWorkerClient(worker) }

            func parse(_ bytes: [UInt8]) throws -> (text: String, messageID: String?)? {
                var parsed: Result<MailMessage, MailWorkerProcess.WorkerFailure>?
                try client.parse([RawMessage(path: "message", bytes: bytes)]) { parsed = $1 }
                switch parsed {
                case .success(let message) where message.isMessage:
                    let row = message.row
                    return (row.classifiedText, row.messageID.map { row.string($0) })
                case .success, nil: return nil
                case .failure(let failure):
                    throw IlkError(.badData, "the message cannot be parsed: \(failure.reason)")
                }
            }
        }
    }
#endif
