#if Mail
    import FoundationEssentials
    import IlkStore

    /// Parses messages in a worker process and restarts it after a crash.
    ///
    /// The worker answers the messages in order. After a crash, the first message without an answer is
    /// therefore sent again, alone, to a new worker. If that worker also crashes, the message is reported as
    /// failed. All other messages are parsed. Exceeding the time limit counts as a crash.
    final class MailWorkerClient {
        /// The size of a chunk of messages in bytes. A chunk is sent as a whole before the answers are read.
        private static let chunkBytes = 1 << 18
        private static let chunkMessages = 64

        private let worker: MailWorker
        private var process: MailWorkerProcess?

        init(_ worker: MailWorker) { self.worker = worker }

        /// Parses messages. Calls `parsed` for each message in order, with the parsed message or the reason
        /// for the failure. Throws `StoreError` if the worker cannot be started.
        func parse(
            _ mails: ArraySlice<RawMessage>,
            _ parsed: (RawMessage, Result<MailMessage, MailWorkerProcess.WorkerFailure>) -> Void
        ) throws {
            var rest = mails
            var isAlone = false
            while let first = rest.first {
                let chunk = isAlone ? rest.prefix(1) : Self.chunk(of: rest)
                let process = try process ?? start()
                self.process = process
                do {
                    try process.send(chunk, timeLimit: worker.timeLimit)
                    for mail in chunk {
                        let answer = try process.receiveMessage(timeLimit: worker.timeLimit)
                        parsed(mail, .success(answer))
                        rest = rest.dropFirst()
                    }
                    isAlone = false
                } catch let death as MailWorkerProcess.WorkerFailure {
                    self.process = nil
                    guard isAlone else {
                        isAlone = true
                        continue
                    }
                    parsed(first, .failure(death))
                    rest = rest.dropFirst()
                    isAlone = false
                }
            }
        }

        private static func chunk(of mails: ArraySlice<RawMessage>) -> ArraySlice<RawMessage> {
            var (count, bytes) = (0, 0)
            for mail in mails.prefix(chunkMessages) where bytes < chunkBytes {
                bytes += mail.bytes.count
                count += 1
            }
            return mails.prefix(count)
        }

        /// Starts a worker and reads its greeting. The greeting distinguishes a wrong program from a failure
        /// to parse a message.
        private func start() throws -> MailWorkerProcess {
            let process = try MailWorkerProcess(worker)
            let greeting: [UInt8]
            do {
                greeting = try Array(
                    process.receive(MailWorkerService.greeting.count + 1, timeLimit: worker.timeLimit))
            } catch let death as MailWorkerProcess.WorkerFailure {
                throw StoreError(
                    code: .io, path: worker.executable,
                    detail: "cannot start the mail parser: \(death.reason)")
            }
            guard greeting.starts(with: MailWorkerService.greeting) else {
                throw StoreError(
                    code: .io, path: worker.executable,
                    detail: "cannot start the mail parser: the started program is not ilk")
            }
            guard greeting.last == 0 else { throw MailParser.missing }
            return process
        }
    }

    extension MailWorkerProcess {
        /// Sends a chunk: its length, then each message with its length.
        fileprivate func send(_ mails: ArraySlice<RawMessage>, timeLimit: Duration) throws {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(mails.reduce(4) { $0 + $1.bytes.count + 4 })
            bytes.append(number: UInt32(mails.reduce(0) { $0 + $1.bytes.count + 4 }))
            for mail in mails {
                bytes.append(number: UInt32(mail.bytes.count))
                bytes += mail.bytes
            }
            try bytes.withUnsafeBytes { try send($0, timeLimit: timeLimit) }
        }

        fileprivate func receiveMessage(timeLimit: Duration) throws -> MailMessage {
            let length: Int = try receive(4, timeLimit: timeLimit).number()
            guard length <= MailMessage.mostAnswerBytes,
                let message = try MailMessage(answer: receive(length, timeLimit: timeLimit))
            else { throw WorkerFailure(reason: "the parser sent a damaged response") }
            return message
        }
    }

    extension Array where Element == UInt8 {
        /// Appends a number in little-endian order.
        mutating func append<Number: FixedWidthInteger>(number: Number) {
            Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
        }
    }

    extension BidirectionalCollection<UInt8> {
        /// Returns the number in these bytes, which are in little-endian order.
        func number<Number: FixedWidthInteger>() -> Number {
            reversed().reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
        }
    }
#endif
