#if Server && DEBUG
    import IlkDebug
    import IlkDebugStore
    import IlkVocabulary
    import Logging

    /// What a debug build's server has to say of itself, among the debug events that it takes in: its failures stand beside
    /// the events of whoever asked, under the same correlation.
    ///
    /// It hands them to its own intake, without a connection; what the intake itself logs goes nowhere, so an event makes no
    /// event.
    struct OwnEvents: Sendable {
        private struct Carrier: DebugLogCarrier {
            let intake: DebugIntake

            func post(
                _ body: [UInt8], to path: String, headers: [(name: String, value: String)]
            ) async throws -> DebugLogReply {
                let answer = await intake.take(
                    body, contentType: DebugBatch.contentType, encoding: nil, on: .debugLogs)
                return DebugLogReply(
                    status: answer.status, body: answer.body, retryAfter: answer.retryAfter.map(String.init))
            }
        }

        private let logger = DebugLogger()

        init(into intake: DebugIntake) {
            logger.connect(to: DebugLogShipper(over: Carrier(intake: intake)), source: .backend)
        }

        /// A logger that tells what `other` tells, and makes events of it.
        func beside(_ other: Logger) -> Logger {
            Logger(label: other.label) { [logger] label in
                MultiplexLogHandler([other.handler, DebugLogHandler(label: label, logger: logger)])
            }
        }

        /// Hands over what waits, and ends.
        func close() async {
            await logger.close()
        }
    }
#endif
