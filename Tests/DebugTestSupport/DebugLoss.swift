#if DEBUG
    package import IlkDebugStore
    package import IlkDebug
    import IlkStore
    import IlkVocabulary
    import Synchronization
    import TestSupport

    /// A test that sends events through a server that fails half of the calls: before storing, after storing,
    /// or by cutting off the response.
    package enum DebugLoss {
        package struct Outcome: Sendable {
            package var counts: DebugLoggerCounts
            /// The number of entries in the store.
            package var stored: Int
            /// `true` if the store contains every entry exactly once and in order.
            package var isInOrder: Bool
            package var calls = 0
            package var failed = 0
        }

        private struct Network: Sendable {
            var random: SeededGenerator
            var calls = 0
            var failed = 0

            mutating func fate(of body: [UInt8]) -> Int {
                calls += 1
                let fate = Int.random(in: 0..<8, using: &random)
                if fate >= 4 { failed += 1 }
                return fate
            }
        }

        /// Sends events to an intake in this process, with a clock that skips pauses.
        ///
        /// - Parameters:
        ///   - batch: The number of events in a shipment.
        ///   - watch: Called at intervals with the number of logged events, and once all events have been
        ///     sent.
        package static func run(
            _ count: Int, seed: UInt64, into intake: DebugIntake, store: DebugLogStore, batch: Int = 50,
            watch: (Int) -> Void = { _ in }
        ) async throws -> Outcome {
            let carrier = FunctionCarrier { body, _, _ in
                let answer = await intake.handle(
                    body, contentType: "application/json", encoding: nil, on: .debugLogs)
                return DebugLogResponse(status: answer.status, body: answer.body)
            }
            return try await run(
                count, seed: seed, over: carrier, store: store, clock: VirtualClock(runsFreely: true).clock,
                retryAfter: "1", batch: batch, watch: watch)
        }

        /// Sends events to a server.
        ///
        /// - Parameters:
        ///   - server: The connection to the server. Half of its calls are made to fail.
        ///   - store: The store of the server.
        ///   - retryAfter: The header `Retry-After` of failing responses.
        ///   - batch: The number of events in a shipment.
        ///   - watch: Called at intervals with the number of logged events, and once all events have been
        ///     sent.
        package static func run(
            _ count: Int, seed: UInt64, over server: any DebugLogTransport, store: DebugLogStore,
            clock: DebugClock = .system, retryAfter: String? = nil, batch: Int = 50,
            watch: (Int) -> Void = { _ in }
        ) async throws -> Outcome {
            let network = Mutex(Network(random: SeededGenerator(seed: seed)))
            let carrier = failing(server, retryAfter: retryAfter) { body in
                network.withLock { $0.fate(of: body) }
            }
            var settings = DebugLoggerSettings()
            (settings.batchEntries, settings.maximumEntries) = (batch, 20 * batch)
            (settings.redacts, settings.initialBackoff) = (false, .milliseconds(10))
            let logger = DebugLogger(
                settings: settings, shipper: DebugLogShipper(over: carrier, clock: clock), clock: clock,
                random: { 0.5 })
            for number in 0..<count {
                let sample = DebugSamples.entry(number)
                logger.log(event: sample.event, level: sample.level ?? .info, payload: sample.payload)
                if number % (10 * batch) == 10 * batch - 1 {
                    // Wait for the server before logging more, to bound the memory.
                    while await logger.flush(timeout: .seconds(3600)) != .reached {}
                    watch(number + 1)
                }
            }
            while await logger.flush(timeout: .seconds(3600)) != .reached {}
            await logger.close()
            watch(count)
            let (stored, isInOrder) = try await inspect(store, count)
            let (calls, failed) = network.withLock { ($0.calls, $0.failed) }
            return Outcome(
                counts: logger.counts, stored: stored, isInOrder: isInOrder, calls: calls, failed: failed)
        }

        /// Makes half of the calls fail, before the server receives them, or after it stored the entries.
        private static func failing(
            _ server: any DebugLogTransport, retryAfter: String?, fate: @escaping @Sendable ([UInt8]) -> Int
        ) -> FunctionCarrier {
            FunctionCarrier { body, path, headers in
                let outcome = fate(body)
                switch outcome {
                case 4: throw ScriptedServer.Silence()
                case 5: return DebugLogResponse(status: [429, 502, 503, 504][body.count % 4])
                default: break
                }
                let reply = try await server.post(body, to: path, headers: headers)
                // The entries are stored, but the response is lost.
                if outcome == 6 { throw ScriptedServer.Silence() }
                if outcome == 7 { return DebugLogResponse(status: 503, retryAfter: retryAfter) }
                return reply
            }
        }

        private static func inspect(_ store: DebugLogStore, _ count: Int) async throws -> (Int, Bool) {
            var (stored, isInOrder) = (0, true)
            var last: Int64?
            while true {
                let page = try await store.records(after: last, limit: 5000)
                for record in page.records {
                    isInOrder = isInOrder && record.entry.sequence == Int64(stored)
                    stored += 1
                }
                guard let row = page.end else { return (stored, isInOrder && stored == count) }
                last = row
            }
        }
    }

    private struct FunctionCarrier: DebugLogTransport {
        let answer:
            @Sendable (
                _ body: [UInt8], _ path: String, _ headers: [(name: String, value: String)]
            ) async throws -> DebugLogResponse

        func post(
            _ body: [UInt8], to path: String, headers: [(name: String, value: String)]
        ) async throws -> DebugLogResponse {
            try await answer(body, path, headers)
        }
    }
#endif
