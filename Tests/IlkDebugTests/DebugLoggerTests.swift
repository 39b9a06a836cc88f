#if DEBUG
    import DebugTestSupport
    import Foundation
    import IlkRedaction
    import IlkVocabulary
    import Logging
    import StoreTestSupport
    import Synchronization
    import Testing

    @testable import IlkDebug

    @Suite struct `Debug logger` {
        private let clock = VirtualClock()
        /// The clock of the shippers' deadlines. No request exceeds its deadline in these tests.
        private let deadlines = VirtualClock()

        private func logger(
            _ server: ScriptedServer?, settings: DebugLoggerSettings = DebugLoggerSettings()
        ) -> DebugLogger {
            DebugLogger(
                settings: settings,
                shipper: server.map { DebugLogShipper(over: $0, clock: deadlines.clock) },
                clock: clock.clock,
                random: { 0.5 })
        }

        @Test func `DebugLogger buffers entries until threshold reached`() async throws {
            let server = ScriptedServer()
            let logger = logger(server)
            for number in 0..<49 { logger.log(event: "E\(number)") }
            #expect(logger.counts.pending == 49)
            // The next step is due after 30 seconds.
            try await eventually("the timer") { clock.sleepers == 1 }
            #expect(server.requests.isEmpty)
        }

        @Test func `DebugLogger flushes when buffer hits 50 entries`() async throws {
            let server = ScriptedServer()
            let logger = logger(server)
            for number in 0..<51 { logger.log(event: "E\(number)") }
            try await eventually("a shipment") { logger.counts.acknowledged == 50 }
            #expect(server.requests.map(\.count) == [50] && logger.counts.pending == 1)
            #expect(server.requests[0].map(\.event) == (0..<50).map { "E\($0)" })
            #expect(Set(server.requests[0].map(\.sessionId)) == [logger.sessionId])
            #expect(server.requests[0].map(\.sequence) == (0..<50).map { Int64($0) })
        }

        @Test func `DebugLogger flush clears buffer after shipping`() async {
            let server = ScriptedServer()
            let logger = logger(server)
            logger.log(event: "ONE", level: .error, payload: ["a": 1])
            #expect(await logger.flush() == .reached)
            #expect(logger.counts.pending == 0 && logger.counts.acknowledged == 1)
            #expect(server.requests.map(\.count) == [1])
            // An empty buffer causes no request.
            #expect(await logger.flush() == .reached)
            #expect(server.requests.count == 1)
        }

        @Test func `pending entries are shipped after 30 seconds, in each round`() async throws {
            let server = ScriptedServer()
            let logger = logger(server)
            for round in 1...2 {
                logger.log(event: "E")
                try await eventually("the timer") { clock.sleepers == 1 }
                clock.advance(by: .milliseconds(29_900))
                await Task.yield()
                #expect(server.requests.count == round - 1)
                clock.advance(by: .milliseconds(200))
                try await eventually("a shipment") { logger.counts.acknowledged == round }
                #expect(server.requests.count == round)
            }
        }

        @Test func `a sleep that ends too early is repeated`() async throws {
            let now = Mutex((time: Duration.zero, sleeps: 0))
            let early = DebugClock(
                now: { now.withLock { $0.time } },
                sleep: { pause in
                    now.withLock { now in
                        now.sleeps += 1
                        if now.sleeps > 3 { now.time += pause }
                    }
                    await Task.yield()
                }, date: { Date() })
            let server = ScriptedServer()
            let shipper = DebugLogShipper(over: server, clock: deadlines.clock)
            let logger = DebugLogger(shipper: shipper, clock: early)
            logger.log(event: "E")
            try await eventually("a shipment") { logger.counts.acknowledged == 1 }
            #expect(now.withLock { $0.sleeps } == 4)
        }

        @Test func `a hundred concurrent flushes send nothing twice`() async {
            let server = ScriptedServer { _, entries in
                await Task.yield()
                return ScriptedServer.taken(entries)
            }
            let logger = logger(server)
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<100 {
                    group.addTask {
                        logger.log(event: "E\(number)")
                        await logger.flush()
                    }
                }
            }
            #expect(await logger.flush() == .reached)
            let ids = server.requests.flatMap { $0 }.map(\.id)
            #expect(ids.count == 100 && Set(ids).count == 100)
            #expect(server.mostActive == 1 && logger.counts.isBalanced)
            #expect(!server.requests.contains { $0.isEmpty })
        }

        @Test func `failed entries are kept in order and sent first`() async throws {
            let server = ScriptedServer { number, entries in
                if number == 0 { throw ScriptedServer.Silence() }
                return ScriptedServer.taken(entries)
            }
            let logger = logger(server)
            logger.log(event: "FIRST")
            #expect(await logger.flush() == .failed)
            logger.log(event: "SECOND")
            #expect(logger.counts.pending == 2)
            // A flush respects the pause, too.
            #expect(await logger.flush() == .failed)
            #expect(server.requests.count == 1)
            try await eventually("the pause") { clock.sleepers == 1 }
            clock.advance(by: .seconds(1))
            try await eventually("the second attempt") { logger.counts.acknowledged == 2 }
            #expect(server.requests[1].map(\.event) == ["FIRST", "SECOND"])
        }

        @Test func `a day offline keeps entries up to the limit and counts the dropped ones`() async throws {
            let isOnline = Atomic<Bool>(false)
            let reached = Mutex<[Int64]>([])
            let server = ScriptedServer { _, entries in
                guard isOnline.load(ordering: .acquiring) else { throw ScriptedServer.Silence() }
                reached.withLock { $0 += entries.compactMap(\.sequence) }
                return ScriptedServer.taken(entries)
            }
            var settings = DebugLoggerSettings()
            (settings.batchEntries, settings.maximumEntries) = (10, 100)
            let logger = logger(server, settings: settings)
            for hour in 0..<24 {
                for number in 0..<20 { logger.log(event: "E\(hour * 20 + number)") }
                clock.advance(by: .seconds(3600))
                await Task.yield()
            }
            let counts = logger.counts
            #expect(
                counts.accepted == 480 && counts.pending == 100 && counts.dropped == 380 && counts.isBalanced)
            isOnline.store(true, ordering: .releasing)
            try await eventually("all is sent") {
                clock.advance(by: .seconds(300))
                return logger.counts.pending == 0
            }
            #expect(logger.counts.acknowledged == 100)
            // The entries reach the server completely and, at their first arrival, in order.
            var seen: Set<Int64> = []
            let first = reached.withLock { $0 }.filter { seen.insert($0).inserted }
            #expect(first.count == 100 && first == first.sorted())
        }

        @Test func `a stopped logger sends nothing until it is connected again`() async {
            let server = ScriptedServer { number, entries in
                number == 0 ? DebugLogResponse(status: 401) : ScriptedServer.taken(entries)
            }
            let logger = logger(server)
            logger.log(event: "E")
            #expect(await logger.flush() == .failed)
            #expect(logger.counts.stopped == 401)
            #expect(await logger.flush(timeout: .seconds(10)) == .failed)
            #expect(server.requests.count == 1 && logger.counts.pending == 1)
            logger.connect(to: DebugLogShipper(over: server, clock: clock.clock), source: .web)
            #expect(await logger.flush() == .reached)
            #expect(logger.counts.acknowledged == 1 && logger.counts.stopped == nil)
        }

        @Test func `entries logged while sending are skipped`() async {
            let box = Mutex<DebugLogger?>(nil)
            let server = ScriptedServer { _, entries in
                box.withLock { $0 }?.log(event: "API_REQUEST", payload: ["path": "/debug/logs"])
                return ScriptedServer.taken(entries)
            }
            let logger = logger(server)
            box.withLock { $0 = logger }
            for _ in 0..<10 {
                logger.log(event: "E")
                #expect(await logger.flush() == .reached)
            }
            box.withLock { $0 = nil }
            #expect(logger.counts.skipped == 10 && logger.counts.accepted == 10)
            #expect(server.requests.count == 10)
        }

        @Test func `a jump of the wall clock changes only timestamps`() async throws {
            let server = ScriptedServer()
            let logger = logger(server)
            logger.log(event: "FIRST")
            clock.jump(by: 86_400)
            logger.log(event: "SECOND")
            clock.jump(by: -2 * 86_400)
            logger.log(event: "THIRD")
            try await eventually("the timer") { clock.sleepers == 1 }
            clock.advance(by: .seconds(30))
            try await eventually("a shipment") { logger.counts.acknowledged == 3 }
            #expect(server.requests[0].map(\.event) == ["FIRST", "SECOND", "THIRD"])
            #expect(server.requests[0].map(\.sequence) == [0, 1, 2])
        }

        @Test func `secrets are redacted before they are sent`() async {
            let server = ScriptedServer()
            let logger = logger(server)
            let jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.abcdefghijk"
            logger.log(
                event: "LOGIN ann@example.org",
                payload: [
                    "Authorization": "Bearer x",
                    "user": ["password": "hunter2hunter2", "mail": "ann@example.org"],
                    "list": [.string("call +49 30 1234567"), .string(jwt)], "ann@example.org": 1,
                    "bob@example.org": 2,
                    "note": "token=abcdef123456",
                ])
            #expect(await logger.flush() == .reached)
            let wire = String(decoding: server.bodies[0], as: UTF8.self)
            for secret in ["Bearer x", "hunter2", "example.org", "1234567\"", jwt, "abcdef123456"] {
                #expect(!wire.contains(secret), "\(secret)")
            }
            #expect(wire.contains("[email]#2"))
            // Redaction can be disabled.
            var settings = DebugLoggerSettings()
            settings.redacts = false
            let plain = self.logger(server, settings: settings)
            plain.log(event: "E", payload: ["mail": "ann@example.org"])
            #expect(await plain.flush() == .reached)
            #expect(String(decoding: server.bodies[1], as: UTF8.self).contains("ann@example.org"))
        }

        @Test func `closing sends pending entries and drops later ones`() async {
            let server = ScriptedServer()
            let logger = logger(server)
            for number in 0..<120 { logger.log(event: "E\(number)") }
            #expect(await logger.close())
            logger.log(event: "LATE")
            let counts = logger.counts
            #expect(counts.acknowledged == 120 && counts.dropped == 1 && counts.isBalanced)
            #expect(server.requests.flatMap { $0 }.count == 120)
        }

        @Test func `swift-log messages arrive with level, metadata and correlation`() async {
            let server = ScriptedServer()
            let debug = logger(server)
            var log = Logger(label: "service") { DebugLogHandler(label: $0, logger: debug) }
            log[metadataKey: "part"] = "store"
            let correlation = DebugSamples.id(7)
            log.warning(
                "disk is \(98) % full", metadata: ["correlation_id": "\(correlation)", "list": ["a", "b"]])
            log.trace("not heard")
            #expect(await debug.flush() == .reached)
            let entry = server.requests.first?.first
            #expect(entry?.level == .warn && entry?.correlationId == correlation && entry?.event == "LOG")
            #expect(entry?.payload["message"] == "disk is 98 % full" && entry?.payload["logger"] == "service")
            let metadata = entry?.payload["metadata"]?.asObject
            #expect(metadata?["part"] == "store" && metadata?["list"]?.asArray?[1] == "b")
            #expect(server.requests.flatMap { $0 }.count == 1)
        }

        @Test func `a signal flushes the logger before the program ends`() async throws {
            let server = ScriptedServer()
            let logger = logger(server)
            logger.log(event: "E")
            let ended = Atomic<Int32>(0)
            let termination = DebugTermination(flushing: logger, on: [SIGUSR2]) {
                ended.store($0, ordering: .releasing)
            }
            kill(getpid(), SIGUSR2)
            try await eventually("the end") { ended.load(ordering: .acquiring) == SIGUSR2 }
            #expect(logger.counts.acknowledged == 1)
            withExtendedLifetime(termination) {}
        }
    }

    /// Tests of the state machine, without a task or a clock.
    @Suite struct `Debug buffer` {
        private func filled(_ count: Int, _ settings: DebugLoggerSettings = DebugLoggerSettings())
            -> DebugBuffer
        {
            var buffer = DebugBuffer(settings)
            buffer.isConnected = true
            for number in 0..<count { _ = buffer.add(DebugSamples.entry(number), now: .zero) }
            return buffer
        }

        private func check(
            _ found: Int?, _ wanted: Int?, sourceLocation: SourceLocation = #_sourceLocation
        ) {
            #expect(found == wanted, sourceLocation: sourceLocation)
        }

        private func shipped(_ buffer: inout DebugBuffer, at now: Duration) -> Int? {
            if case .ship(let entries) = buffer.next(now: now) { entries.count } else { nil }
        }

        @Test(arguments: [
            (49, 0.0, nil), (50, 0, 50), (51, 0, 50), (49, 29.9, nil), (49, 30, 49), (1, 30.1, 1),
            (50, 30.1, 50), (0, 99, nil),
        ]) func `a batch ships at 50 entries or after 30 seconds, and only once`(
            count: Int, seconds: Double, wanted: Int?
        ) {
            var buffer = filled(count)
            check(shipped(&buffer, at: .seconds(seconds)), wanted)
            // While one shipment is pending, no other starts.
            check(shipped(&buffer, at: .seconds(seconds + 100)), wanted == nil && count > 0 ? count : nil)
        }

        @Test func `pauses double up to five minutes, and a success ends them`() {
            var buffer = filled(50)
            var now = Duration.zero
            var pauses: [Double] = []
            for _ in 0..<12 {
                check(shipped(&buffer, at: now), 50)
                buffer.settle(
                    DebugShipment(outcomes: Array(repeating: .retry, count: 50), next: .backoff), now: now,
                    jitter: 0.999_999)
                let until = buffer.notBefore ?? .zero
                pauses.append((until - now) / .seconds(1))
                check(shipped(&buffer, at: until - .milliseconds(1)), nil)
                now = until
            }
            #expect(pauses.map { $0.rounded() } == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300])
            check(shipped(&buffer, at: now), 50)
            buffer.settle(
                DebugShipment(outcomes: Array(repeating: .stored, count: 50)), now: now, jitter: 0)
            #expect(buffer.notBefore == nil && buffer.count == 0)
        }

        @Test(arguments: DebugLoggerSettings.Overflow.allCases)
        func `the buffer is limited by entries and by bytes`(
            overflow: DebugLoggerSettings.Overflow
        ) throws {
            var settings = DebugLoggerSettings()
            (settings.batchEntries, settings.maximumEntries, settings.overflow) = (10, 20, overflow)
            var buffer = filled(20, settings)
            check(shipped(&buffer, at: .zero), 10)
            for number in 20..<45 { _ = buffer.add(DebugSamples.entry(number), now: .zero) }
            #expect(
                buffer.count == 20 && buffer.currentCounts.dropped == 25 && buffer.currentCounts.isBalanced)
            buffer.settle(
                DebugShipment(outcomes: Array(repeating: .stored, count: 10)), now: .zero, jitter: 0)
            guard case .ship(let next) = buffer.next(now: .seconds(60)) else {
                return #expect(Bool(false), "nothing goes")
            }
            #expect(
                try next.first.map { try DebugLogEntry(json: $0) }?.sequence
                    == (overflow == .dropOldest ? 35 : 10))
            settings.maximumBytes = 10 * (DebugSamples.entry(0).json.count + 64)
            #expect(filled(100, settings).count <= 11)
        }

        @Test func `an entry that is too large is set aside at once`() async throws {
            let shipper = DebugLogShipper(over: ScriptedServer())
            var buffer = filled(0)
            var entry = DebugSamples.entry(1)
            entry.payload = ["text": .string(String(repeating: "x", count: DebugLogEntry.maximumSize))]
            _ = buffer.add(entry, now: .zero)
            #expect(await shipper.ship([entry]).outcomes == [.refused(.tooLarge)])
            entry.payload = ["text": .string(String(repeating: "x", count: 64 << 20))]
            _ = buffer.add(entry, now: .zero)
            #expect(await shipper.ship([entry]).outcomes == [.refused(.tooLarge)])
            #expect(buffer.count == 0)
            #expect(buffer.currentCounts.refused == 2 && buffer.currentCounts.isBalanced)
            // The largest permitted entry is sent unchanged.
            entry.payload = ["text": ""]
            let room = DebugLogEntry.maximumSize - entry.json.count
            entry.payload = ["text": .string(String(repeating: "x", count: room))]
            _ = buffer.add(entry, now: .zero)
            guard case .ship(let going) = buffer.next(now: .seconds(60)) else {
                return #expect(Bool(false), "nothing goes")
            }
            #expect(try going.map { try DebugLogEntry(json: $0) } == [entry])
        }

        @Test func `an entry that cannot be sent is set aside`() {
            var buffer = DebugBuffer(DebugLoggerSettings())
            for number in 0..<10 {
                var entry = DebugSamples.entry(number)
                entry.payload = ["a": .number(.nan)]
                let mayGo = buffer.add(entry, now: .zero)
                #expect(!mayGo)
            }
            #expect(buffer.currentCounts.refused == 10 && buffer.currentCounts.isBalanced)
        }
    }
#endif
