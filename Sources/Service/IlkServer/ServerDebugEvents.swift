#if Server && DEBUG
    import IlkDebug
    import IlkDebugStore
    import IlkVocabulary
    import Logging

    /// Adds the log messages of a server's debug build to the debug events that the server receives. A server
    /// error therefore appears next to the client's events with the same correlation ID.
    ///
    /// Messages go to the intake directly, without a connection. The intake's own logging is not captured, to
    /// prevent a loop.
    struct ServerDebugEvents: Sendable {
        private struct Carrier: DebugLogTransport {
            let intake: DebugIntake

            func post(
                _ body: [UInt8], to path: String, headers: [(name: String, value: String)]
            ) async throws -> DebugLogResponse {
                let answer = await intake.handle(
                    body, contentType: DebugBatch.contentType, encoding: nil, on: .debugLogs)
                return DebugLogResponse(
                    status: answer.status, body: answer.body, retryAfter: answer.retryAfter.map(String.init))
            }
        }

        private let logger = DebugLogger()

        init(into intake: DebugIntake) {
            logger.connect(to: DebugLogShipper(over: Carrier(intake: intake)), source: .backend)
        }

        /// Returns a logger that writes to `other` and also creates debug events.
        func beside(_ other: Logger) -> Logger {
            Logger(label: other.label) { [logger] label in
                MultiplexLogHandler([other.handler, DebugLogHandler(label: label, logger: logger)])
            }
        }

        /// Delivers pending events and stops.
        func close() async {
            await logger.close()
        }
    }
#endif
