#if DEBUG
    import DebugTestSupport
    import Foundation
    import IlkDebug
    import IlkVocabulary
    import Synchronization
    import TestSupport
    import Testing

    @testable import IlkTransport

    /// Debug events that the transport logs for its requests, and their delivery.
    @Suite struct `Debug events of the sync transport` {
        private final class Noting: WebClient {
            let seen = Mutex<[WebRequest]>([])

            func send(_ request: WebRequest) async throws(WebFailure) -> WebReply {
                seen.withLock { $0.append(request) }
                return WebReply(status: 200)
            }
        }

        @Test func `every request has a correlation ID and a trace ID and is logged as an event`()
            async throws
        {
            let (client, server) = (Noting(), ScriptedServer())
            let address = try #require(WebAddress("http://127.0.0.1:1"))
            let transport = SyncTransport(to: address, token: "secret", client: client)
            DebugLogger.shared.connect(to: DebugLogShipper(over: server))
            for method in [WebRequest.Method.get, .post] {
                _ = try await transport.send(method, "/api/calls", query: [("page", "1")])
            }
            #expect(await DebugLogger.shared.flush(timeout: .seconds(60)) == .reached)
            let events = server.requests.flatMap { $0 }
            for request in client.seen.withLock({ $0 }) {
                let headers = Dictionary(
                    request.headers.map { ($0.name.lowercased(), $0.value) }, uniquingKeysWith: { $1 })
                let id = try #require(headers["x-correlation-id"].flatMap { RecordID($0) })
                let parent = try #require(headers["traceparent"].flatMap { TraceParent($0) })
                #expect(parent.correlationId == id)
                let event = try #require(events.first { $0.correlationId == id })
                #expect(event.event == "API_REQUEST" && event.payload["path"] == "/api/calls")
                #expect(event.payload["method"] == .string(request.method.rawValue))
                #expect(event.payload["correlationId"]?.asString == id.description)
                #expect(!String(decoding: event.json, as: UTF8.self).contains("secret"))
            }
        }

        private func shipment(
            _ limits: CurlClient.Limits = CurlClient.Limits(),
            _ answer: @escaping @Sendable (LoopbackRequest) -> LoopbackReply
        ) async throws -> DebugShipment {
            let server = try LoopbackServer(answer)
            let address = try #require(WebAddress(server.address))
            let carrier = WebDebugCarrier(to: address, over: CurlClient(limits: limits))
            return await DebugLogShipper(over: carrier).ship([DebugSamples.entry(1), DebugSamples.entry(2)])
        }

        @Test(.enabled(if: CurlClient.isAvailable, "built without the trait Network"))
        func `responses over a real connection determine the outcomes and the next attempt`() async throws {
            let asked = Mutex<LoopbackRequest?>(nil)
            let taken = try await shipment { request in
                asked.withLock { $0 = request }
                return LoopbackReply(status: 200, body: Array("{}".utf8))
            }
            #expect(taken.outcomes == [.stored, .stored])
            let request = try #require(asked.withLock { $0 })
            #expect(request.method == "POST" && request.path == "/debug/logs")
            #expect(
                request.headers["content-type"] == "application/json"
                    && request.headers["authorization"] == nil)
            #expect(try DebugBatch(json: request.body).items.count == 2)
            let later = try await shipment { _ in
                LoopbackReply(
                    status: 503,
                    headers: [
                        ("Retry-After", "Sun, 22 Nov 2026 09:31:00 GMT"),
                        ("Date", "Sun, 22 Nov 2026 09:30:00 GMT"),
                    ])
            }
            #expect(later.next == .after(.seconds(60)))
        }

        @Test(.enabled(if: CurlClient.isAvailable, "built without the trait Network"))
        func `broken, slow and oversized responses take bounded time and lose no event`() async throws {
            var limits = CurlClient.Limits()
            limits.deadline = 300
            for answer in [
                LoopbackReply.dropped,
                LoopbackReply(status: 200, body: [UInt8](repeating: 0x20, count: 5 << 20)),
                { () -> LoopbackReply in
                    var reply = LoopbackReply(status: 200, body: [UInt8](repeating: 0x20, count: 1000))
                    reply.drip = 50
                    return reply
                }(),
            ] {
                let shipment = try await shipment(limits) { _ in answer }
                #expect(shipment == DebugShipment(outcomes: [.retry, .retry], next: .backoff))
            }
        }
    }
#endif
