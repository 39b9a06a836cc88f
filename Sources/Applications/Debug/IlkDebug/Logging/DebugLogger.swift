#if DEBUG
    public import IlkVocabulary
    import Synchronization

    /// Collects the events of a debug build and ships them in batches. By default a batch is sent when it has
    /// 50 events, or 30 seconds after its first event.
    ///
    /// Entries are kept in order, within limits, until a server acknowledges them. One shipment is sent at a
    /// time. Dropped and rejected entries are counted. Release builds do not contain the logger.
    public final class DebugLogger: Sendable {
        /// The logger of the process. It collects entries and ships them after
        /// ``connect(to:source:deviceId:)``.
        public static let shared = DebugLogger()

        /// The id of the program's run. All entries of the run have it.
        public let sessionId: RecordID
        private let driver: DebugDriver

        /// Creates a logger.
        ///
        /// - Parameters:
        ///   - settings: The limits and intervals.
        ///   - shipper: The shipper, or `nil` to set one later.
        ///   - clock: The clocks.
        ///   - newID: Returns the ids of the session and of entries.
        ///   - random: Returns a random number from 0 up to, but not including, 1. It spreads the retries of
        ///     many clients.
        public init(
            settings: DebugLoggerSettings = DebugLoggerSettings(), shipper: DebugLogShipper? = nil,
            clock: DebugClock = .system, newID: @escaping @Sendable () -> RecordID = DebugIDs.next,
            random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
        ) {
            sessionId = newID()
            driver = DebugDriver(settings: settings, clock: clock, newID: newID, random: random)
            if let shipper { driver.connect(shipper, nil, nil) }
        }

        deinit { driver.end() }

        /// Sets the shipper and starts shipping.
        ///
        /// - Parameters:
        ///   - shipper: The shipper.
        ///   - source: The part of the system that logs, or `nil` to keep the current one.
        ///   - deviceId: The id of the device, or `nil` to keep the current one.
        public func connect(
            to shipper: DebugLogShipper, source: LogSource? = nil, deviceId: RecordID? = nil
        ) {
            driver.connect(shipper, source, deviceId)
        }

        /// Logs an event. It neither throws nor blocks.
        ///
        /// - Parameters:
        ///   - event: The name of the event, for example `API_REQUEST`.
        ///   - level: The level.
        ///   - payload: Further values. Secrets are redacted unless the settings disable it.
        ///   - correlationId: The id of the request to which the event belongs, or `nil` for an unrelated
        ///     event.
        /// - Complexity: O(*n*) in the size of the payload.
        public func log(
            event: String, level: LogLevel = .info, payload: DebugPayload = [:],
            correlationId: RecordID? = nil
        ) {
            driver.log(event, level, payload, correlationId, sessionId)
        }

        /// Sends all pending entries and waits for the acknowledgment.
        ///
        /// - Parameter timeout: The time in which sending is retried. With zero there is one attempt, or
        ///   none during a pause.
        /// - Returns: The outcome: ``FlushOutcome/reached`` if all of these entries were acknowledged,
        ///   rejected or dropped, ``FlushOutcome/failed`` if the only attempt failed or the server refuses
        ///   all requests.
        @discardableResult
        public func flush(timeout: Duration = .zero) async -> FlushOutcome {
            await driver.flush(timeout: timeout)
        }

        /// Flushes the logger and closes it. Later entries are dropped and counted.
        ///
        /// - Parameter timeout: The time in which sending is retried.
        /// - Returns: `true` if no entry was left.
        @discardableResult
        public func close(timeout: Duration = .seconds(5)) async -> Bool {
            let isDone = await driver.flush(timeout: timeout) == .reached
            driver.end()
            await driver.ended()
            return isDone
        }

        /// The counts of all entries so far.
        public var counts: DebugLoggerCounts { driver.counts }
    }
#endif
