#if DEBUG
    public import IlkVocabulary
    import Synchronization

    /// Collects the events of a debug build and sends them to a server in batches. By default, a batch is
    /// sent when it has 50 events, or 30 seconds after its first event.
    ///
    /// Entries are kept in order until a server acknowledges them. If a limit is exceeded, entries are
    /// dropped. Dropped and rejected entries are counted. Only one batch is sent at a time. Release builds do
    /// not contain the logger.
    public final class DebugLogger: Sendable {
        /// The logger of the process. This logger collects entries from the start of the process, and sends
        /// entries after ``connect(to:source:deviceId:)`` is called.
        public static let shared = DebugLogger()

        /// The id of this run of the program. All entries of the run have this session id.
        public let sessionId: RecordID
        private let driver: DebugDriver

        /// Creates a logger.
        ///
        /// - Parameters:
        ///   - settings: The limits and intervals.
        ///   - shipper: The shipper, which sends the entries; `nil` to set a shipper later.
        ///   - clock: The clocks.
        ///   - newID: A function that returns the id for the session or for a new entry.
        ///   - random: A function that returns a random number from 0 up to, but not including, 1. Random
        ///     pauses prevent many clients from retrying at the same time.
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

        /// Sets the shipper and starts to send entries.
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

        /// Logs an event. The method neither throws nor blocks.
        ///
        /// - Parameters:
        ///   - event: The name of the event, for example `API_REQUEST`.
        ///   - level: The level.
        ///   - payload: Additional data of the event. Secrets are redacted, unless
        ///     ``DebugLoggerSettings/redacts`` is `false`.
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
        /// - Parameter timeout: The time during which failed requests are retried. With zero, each entry is
        ///   sent at most once; during a pause after a failure, no entry is sent.
        /// - Returns: ``FlushOutcome/reached`` if all pending entries were acknowledged, rejected or dropped.
        ///   ``FlushOutcome/failed`` if the attempt with a zero `timeout` failed, or if the server refuses
        ///   all requests. Otherwise ``FlushOutcome/timedOut`` or ``FlushOutcome/canceled``.
        @discardableResult
        public func flush(timeout: Duration = .zero) async -> FlushOutcome {
            await driver.flush(timeout: timeout)
        }

        /// Sends all pending entries and closes the logger. Later entries are dropped and counted.
        ///
        /// - Parameter timeout: The time during which failed requests are retried.
        /// - Returns: `true` if no entry is pending after the flush.
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
