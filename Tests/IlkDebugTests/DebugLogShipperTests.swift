#if DEBUG
    import DebugTestSupport
    import Foundation
    import IlkVocabulary
    import StoreTestSupport
    import Synchronization
    import Testing

    @testable import IlkDebug

    @Suite struct `Debug log shipper` {
        private let entries = (0..<10).map { DebugSamples.entry($0) }

        private func ship(
            _ entries: [DebugLogEntry]? = nil,
            _ answer: @escaping @Sendable (Int, [DebugLogEntry]) async throws -> DebugLogResponse
        ) async -> (DebugShipment, ScriptedServer) {
            let server = ScriptedServer(answer)
            let shipper = DebugLogShipper(over: server, clock: VirtualClock().clock)
            return (await shipper.ship(entries ?? self.entries), server)
        }

        @Test func `DebugLogShipper creates correct POST request body`() async throws {
            let (_, server) = await ship { _, entries in ScriptedServer.taken(entries) }
            #expect(server.paths == ["/debug/logs"])
            let (headers, body) = (server.headers[0], server.bodies[0])
            #expect(headers["Content-Type"] == "application/json")
            let whole = try DebugPayload(json: body)
            #expect(whole.fields.map(\.name) == ["batch_id", "entries"])
            #expect(whole["batch_id"]?.asString.flatMap { RecordID($0) } != nil)
            #expect(headers["X-Correlation-ID"] == whole["batch_id"]?.asString)
            let batch = try DebugBatch(json: body)
            #expect(try batch.items.map { try $0.entry.get() } == entries)
            #expect(
                whole["entries"]?.asArray?.first?.asObject?["correlation_id"]?.asString
                    == entries[0].correlationId.description)
        }

        @Test func `entries that the server accepts are acknowledged`() async {
            for reply in [
                DebugLogResponse(status: 204), DebugLogResponse(status: 200, body: Array("{}".utf8)),
            ] {
                let (shipment, server) = await ship { _, _ in reply }
                #expect(shipment == DebugShipment(outcomes: entries.map { _ in .stored }))
                #expect(server.requests.count == 1 && server.requests[0] == entries)
            }
        }

        @Test(arguments: [
            (429, nil, DebugShipment.Next.backoff), (502, "7", .after(.seconds(7))),
            (503, "garbage", .backoff),
            (504, "-3", .backoff),
            (503, "999999999", .after(.seconds(3600))),
            (429, "Sun, 22 Nov 2026 09:31:00 GMT", .after(.seconds(60))),
            (503, "Sun, 22 Nov 2020 09:31:00 GMT", .after(.zero)), (503, "0", .after(.zero)),
            (503, "1.5", .backoff),
        ]) func `a retryable status keeps the entries and sets the pause`(
            status: Int, retryAfter: String?, next: DebugShipment.Next
        ) async {
            let (shipment, server) = await ship { _, _ in
                DebugLogResponse(
                    status: status, retryAfter: retryAfter, date: "Sun, 22 Nov 2026 09:30:00 GMT")
            }
            #expect(shipment == DebugShipment(outcomes: entries.map { _ in .retry }, next: next))
            #expect(server.requests.count == 1)
        }

        @Test func `without a response all entries are kept`() async {
            let (shipment, _) = await ship { _, _ in throw ScriptedServer.Silence() }
            #expect(shipment == DebugShipment(outcomes: entries.map { _ in .retry }, next: .backoff))
            let (large, _) = await ship { _, _ in
                DebugLogResponse(
                    status: 200,
                    body: [UInt8](repeating: 0x20, count: DebugLogShipper.maximumResponseSize + 1))
            }
            #expect(large == DebugShipment(outcomes: entries.map { _ in .retry }, next: .backoff))
        }

        @Test func `a request without a response ends after 30 seconds`() async throws {
            let clock = VirtualClock()
            let server = ScriptedServer { _, _ in
                try await Task.sleep(for: .seconds(3600))
                return DebugLogResponse(status: 200)
            }
            let shipper = DebugLogShipper(over: server, clock: clock.clock)
            async let shipment = shipper.ship(entries)
            while clock.sleepers == 0 { await Task.yield() }
            clock.advance(by: DebugLogShipper.requestTimeout)
            #expect(await shipment.next == .backoff)
        }

        @Test func `each request has its deadline, and one sleep serves all of them`() async throws {
            let clock = VirtualClock()
            let isSilent = Atomic<Bool>(false)
            let asked = Atomic<Int>(0)
            let server = ScriptedServer { _, entries in
                asked.add(1, ordering: .acquiringAndReleasing)
                if isSilent.load(ordering: .acquiring) { try await Task.sleep(for: .seconds(3600)) }
                return ScriptedServer.taken(entries)
            }
            let shipper = DebugLogShipper(over: server, clock: clock.clock)
            for _ in 0..<5 { #expect(await shipper.ship(entries).next == .now) }
            try await eventually("the sleep") { clock.sleepers == 1 }
            clock.advance(by: .seconds(20))
            isSilent.store(true, ordering: .releasing)
            let isOver = Atomic<Bool>(false)
            async let shipment = {
                let shipment = await shipper.ship(entries)
                isOver.store(true, ordering: .releasing)
                return shipment
            }()
            try await eventually("the request") { asked.load(ordering: .acquiring) == 6 }
            clock.advance(by: .seconds(10))
            try await eventually("the next sleep") { clock.sleepers == 1 }
            clock.advance(by: .milliseconds(19_999))
            #expect(clock.sleepers == 1 && !isOver.load(ordering: .acquiring))
            clock.advance(by: .milliseconds(1))
            #expect(await shipment.next == .backoff)
            // No request is pending, so no sleep is needed.
            try await eventually("the end of the sleep") { clock.sleepers == 0 }
        }

        @Test func `a batch answered with 400 is split until the bad entry is alone`() async {
            let poison = entries[6].id
            let (shipment, server) = await ship { _, entries in
                entries.contains { $0.id == poison }
                    ? DebugLogResponse(status: 400) : ScriptedServer.taken(entries)
            }
            #expect(shipment.next == .now)
            for (place, outcome) in shipment.outcomes.enumerated() {
                #expect(outcome == (place == 6 ? .refused(.refused) : .stored))
            }
            // Splitting preserves the order of the entries.
            let taken = server.requests.filter { !$0.contains { $0.id == poison } }.flatMap { $0 }
            #expect(taken.map(\.id) == entries.map(\.id).filter { $0 != poison })
            #expect(server.requests.count <= 1 + 2 * 4)
        }

        @Test func `a batch answered with 413 is split, and a single entry is set aside`() async {
            let (shipment, server) = await ship { _, entries in
                entries.count > 3 ? DebugLogResponse(status: 413) : ScriptedServer.taken(entries)
            }
            #expect(shipment.outcomes.allSatisfy { $0 == .stored })
            #expect(server.requests.last?.count ?? 9 <= 3)
            let (alone, _) = await ship { _, _ in DebugLogResponse(status: 413) }
            #expect(alone.outcomes.allSatisfy { $0 == .refused(.tooLarge) })
        }

        @Test func `no request exceeds the size limit`() async {
            var large = entries
            for place in large.indices {
                large[place].payload = ["text": .string(String(repeating: "x", count: 200_000))]
            }
            let (shipment, server) = await ship(large) { _, entries in ScriptedServer.taken(entries) }
            #expect(shipment.outcomes.allSatisfy { $0 == .stored })
            #expect(server.bodies.allSatisfy { $0.count <= DebugLogShipper.maximumRequestSize })
        }

        @Test(arguments: [401, 403, 404, 302]) func `a general refusal stops all shipments`(status: Int) async
        {
            let (shipment, _) = await ship { _, _ in DebugLogResponse(status: status) }
            #expect(
                shipment
                    == DebugShipment(outcomes: entries.map { _ in .retry }, next: .stopped(status: status)))
        }

        @Test(arguments: [500, 501, 409, 422]) func `a status without retry sets entries aside`(status: Int)
            async
        {
            let (shipment, server) = await ship { _, _ in DebugLogResponse(status: status) }
            #expect(shipment == DebugShipment(outcomes: entries.map { _ in .refused(.refused) }))
            #expect(server.requests.count == 1)
        }

        @Test func `after a partial success only the failed entries are sent again`() async {
            let (shipment, _) = await ship { _, entries in
                let items = entries.enumerated().map { place, entry in
                    let outcomes: [DebugBatchResponse.Outcome] = [
                        .stored, .duplicate, .refused(.badEvent), .retry,
                    ]
                    return DebugBatchResponse.Item(id: entry.id, outcomes[place % 4])
                }
                let answer = DebugBatchResponse(batch: nil, items: items)
                #expect(answer.status == 207)
                return DebugLogResponse(status: 207, body: answer.json)
            }
            for (place, outcome) in shipment.outcomes.enumerated() {
                let wanted: [DebugBatchResponse.Outcome] = [
                    .stored, .duplicate, .refused(.badEvent), .retry,
                ]
                #expect(outcome == wanted[place % 4])
            }
            #expect(shipment.next == .backoff)
            // OTLP's partial success is not retried; the rejected entries are counted.
            let (partial, server) = await ship { _, _ in
                DebugLogResponse(status: 200, body: OTLPLogs.Response(rejected: 3, message: "no").json)
            }
            #expect(partial == DebugShipment(outcomes: entries.map { _ in .stored }, rejected: 3))
            #expect(server.requests.count == 1)
        }

        /// Older servers answer with `later`.
        @Test(arguments: ["retry", "later"])
        func `an entry whose status is retry or later is sent again`(status: String) {
            let body = #"{"results":[{"id":"6F9619FF-8B86-D011-B42D-00CF4FC96401","status":"\#(status)"}]}"#
            #expect(DebugBatchResponse(json: Array(body.utf8))?.items.map(\.outcome) == [.retry])
            let written = DebugBatchResponse(batch: nil, items: [.init(id: nil, .retry)]).json
            #expect(String(decoding: written, as: UTF8.self).contains(#""status":"retry""#))
        }

        @Test func `an entry that cannot be sent does not block the others`() async {
            var poisoned = entries
            var deep: DebugPayloadValue = 1
            for _ in 0..<600 { deep = .array([deep]) }
            poisoned[2].payload = ["a": deep]
            poisoned[5].payload = ["a": .number(.infinity)]
            poisoned[7].event = "two\nlines"
            let (shipment, server) = await ship(poisoned) { _, entries in ScriptedServer.taken(entries) }
            #expect(
                shipment.outcomes[2] == .refused(.tooDeep) && shipment.outcomes[5] == .refused(.notANumber))
            #expect(shipment.outcomes[7] == .refused(.badEvent))
            #expect(server.requests.count == 1 && server.requests[0].count == 7)
            let (nothing, silent) = await ship([poisoned[2]]) { _, entries in ScriptedServer.taken(entries) }
            #expect(nothing.outcomes == [.refused(.tooDeep)] && silent.requests.isEmpty)
        }
    }
#endif
