#if DEBUG
    package import IlkDebugStore
    package import IlkDebug
    import IlkStore
    import IlkVocabulary
    import Synchronization
    import TestSupport

    /// Events through a server that fails half of the calls: before it stored anything, after it did, or with the answer cut off.
    package enum DebugLoss {
        /// What it came to.
        package struct Outcome: Sendable {
            package var counts: DebugLoggerCounts
            /// How many entries the store has.
            package var stored: Int
            /// Whether each session's entries are there in their order, none missing and none twice.
            package var isInOrder: Bool
            /// How many calls there were, and how many failed.
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

        /// Sends so many events to an intake in this process, by a clock that waits for nobody.
        ///
        /// - Parameters:
        ///   - count: How many.
        ///   - intake: What the server does with a request.
        ///   - batch: How many go at once.
        ///   - watch: Hears how many were logged: now and then, and when all are sent, before it is looked at what is stored.
        package static func run(
            _ count: Int, seed: UInt64, into intake: DebugIntake, store: DebugLogStore, batch: Int = 50,
            watch: (Int) -> Void = { _ in }
        ) async throws -> Outcome {
            let carrier = FunctionCarrier { body, _, _ in
                let answer = await intake.take(
                    body, contentType: "application/json", encoding: nil, on: .debugLogs)
                return DebugLogReply(status: answer.status, body: answer.body)
            }
            return try await run(
                count, seed: seed, over: carrier, store: store, clock: VirtualClock(runsFreely: true).clock,
                retryAfter: "1", batch: batch, watch: watch)
        }

        /// Sends so many events to a server.
        ///
        /// - Parameters:
        ///   - count: How many.
        ///   - server: What carries to it; half of its calls are made to fail.
        ///   - store: Where the server puts them.
        ///   - clock: What the client goes by.
        ///   - retryAfter: What an answer that was made to fail asks for.
        ///   - batch: How many go at once.
        ///   - watch: Hears how many were logged: now and then, and when all are sent, before it is looked at what is stored.
        package static func run(
            _ count: Int, seed: UInt64, over server: any DebugLogCarrier, store: DebugLogStore,
            clock: DebugClock = .system, retryAfter: String? = nil, batch: Int = 50,
            watch: (Int) -> Void = { _ in }
        ) async throws -> Outcome {
            let network = Mutex(Network(random: SeededGenerator(seed: seed)))
            let carrier = failing(server, retryAfter: retryAfter) { body in
                network.withLock { $0.fate(of: body) }
            }
            var settings = DebugLoggerSettings()
            (settings.batchEntries, settings.maximumEntries) = (batch, 20 * batch)
            (settings.redacts, settings.firstPause) = (false, .milliseconds(10))
            let logger = DebugLogger(
                settings: settings, shipper: DebugLogShipper(over: carrier, clock: clock), clock: clock,
                random: { 0.5 })
            for number in 0..<count {
                let sample = DebugSamples.entry(number)
                logger.log(event: sample.event, level: sample.level ?? .info, payload: sample.payload)
                if number % (10 * batch) == 10 * batch - 1 {
                    // Nobody waits for the clock of the wall here, but for the server.
                    while await !logger.flush(patience: .seconds(3600)) {}
                    watch(number + 1)
                }
            }
            while await !logger.flush(patience: .seconds(3600)) {}
            await logger.close()
            watch(count)
            let (stored, isInOrder) = try await inspect(store, count)
            let (calls, failed) = network.withLock { ($0.calls, $0.failed) }
            return Outcome(
                counts: logger.counts, stored: stored, isInOrder: isInOrder, calls: calls, failed: failed)
        }

        /// Half of the calls fail: before the server hears of them, or after it stored what they have.
        private static func failing(
            _ server: any DebugLogCarrier, retryAfter: String?, fate: @escaping @Sendable ([UInt8]) -> Int
        ) -> FunctionCarrier {
            FunctionCarrier { body, path, headers in
                let outcome = fate(body)
                switch outcome {
                case 4: throw ScriptedServer.Silence()
                case 5: return DebugLogReply(status: [429, 502, 503, 504][body.count % 4])
                default: break
                }
                let reply = try await server.post(body, to: path, headers: headers)
                // It was stored, and nobody hears of it.
                if outcome == 6 { throw ScriptedServer.Silence() }
                if outcome == 7 { return DebugLogReply(status: 503, retryAfter: retryAfter) }
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

    private struct FunctionCarrier: DebugLogCarrier {
        let answer:
            @Sendable (
                _ body: [UInt8], _ path: String, _ headers: [(name: String, value: String)]
            ) async throws -> DebugLogReply

        func post(
            _ body: [UInt8], to path: String, headers: [(name: String, value: String)]
        ) async throws -> DebugLogReply {
            try await answer(body, path, headers)
        }
    }
#endif
