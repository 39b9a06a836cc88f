#if DEBUG
    public import IlkVocabulary
    import Synchronization

    /// Collects events of a debug build and ships them: when fifty wait, or the first has waited for half a minute, whichever
    /// comes first.
    ///
    /// Entries stay until a server has acknowledged them, in their order, bounded; one shipment is on its way at a time. What
    /// goes for want of room, and what nobody will take, is counted. In a release build there is none of this.
    public final class DebugLogger: Sendable {
        /// The program's own. It keeps what it is given, and ships it once it is ``connect(to:source:deviceId:)``ed.
        public static let shared = DebugLogger()

        /// The run of the program that its entries belong to.
        public let sessionId: RecordID
        private let driver: DebugDriver

        /// A logger.
        ///
        /// - Parameters:
        ///   - settings: How it collects, ships and forgets.
        ///   - shipper: What sends; nil until it is connected.
        ///   - clock: What it goes by.
        ///   - newID: Makes ids.
        ///   - random: Gives 0 ..< 1, so that many clients do not come back at once.
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

        /// Says where to ship to, and what the program is.
        public func connect(
            to shipper: DebugLogShipper, source: LogSource? = nil, deviceId: RecordID? = nil
        ) {
            driver.connect(shipper, source, deviceId)
        }

        /// Logs an event. Never throws, never waits.
        ///
        /// - Parameters:
        ///   - event: Its name, as `API_REQUEST`.
        ///   - level: How grave it is.
        ///   - payload: What else there is to say. Secrets are taken out of it, unless the settings say otherwise.
        ///   - correlationId: What it belongs together with; nil: it stands alone.
        public func log(
            event: String, level: LogLevel = .info, payload: DebugPayload = [:],
            correlationId: RecordID? = nil
        ) {
            driver.log(event, level, payload, correlationId, sessionId)
        }

        /// Sends what was logged before, and waits until the server has it.
        ///
        /// - Parameter patience: How long it goes on when the server does not take it; without any it tries once, and not at all
        ///   while the server has asked to wait.
        /// - Returns: Whether nothing of it waits any more.
        @discardableResult
        public func flush(patience: Duration = .zero) async -> Bool {
            await driver.flush(patience: patience)
        }

        /// Flushes, and ends: what is logged later is dropped, counted.
        ///
        /// - Returns: Whether nothing was left behind.
        @discardableResult
        public func close(patience: Duration = .seconds(5)) async -> Bool {
            let isDone = await driver.flush(patience: patience)
            driver.end()
            await driver.ended()
            return isDone
        }

        /// What became of all entries so far.
        public var counts: DebugLoggerCounts { driver.counts }
    }
#endif
