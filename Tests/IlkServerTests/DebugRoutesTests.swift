import DebugTestSupport
import Foundation
import IlkAPI
import IlkDebug
import IlkDebugStore
import IlkServer
import IlkStore
import IlkSyncStore
import IlkTransport
import IlkVocabulary
import StoreTestSupport
import Testing

@Suite("debug events over HTTP") struct DebugRoutesTests {
    /// A server with its own file of debug events.
    private final class Desk: Sendable {
        let scratch: Scratch
        let store: DebugLogStore
        let receiver: DebugReceiver
        let server: TestServer
        let token: String

        init(
            timeout: Duration = .seconds(60),
            _ change: @escaping (inout ServerSettings) -> Void = { _ in }
        ) async throws {
            let scratch = try Scratch()
            let store = try DebugLogStore.open(.file(scratch.path("debug.sqlite")))
            let receiver = DebugReceiver(store: store, timeout: timeout)
            server = try await TestServer { settings, parts in
                change(&settings)
                parts.debug = DebugIntake(into: receiver, now: { DebugLogEntry.nanoseconds(Date()) })
                parts.checks = [("debug", { receiver.isStalled ? "events wait" : nil })]
            }
            (self.scratch, self.store, self.receiver) = (scratch, store, receiver)
            token = try await server.token(.debug)
        }

        func send(
            _ body: [UInt8], to path: String = "/debug/logs", type: String? = "application/json",
            _ headers: [(name: String, value: String)] = []
        ) async throws -> WebReply {
            try await server.send(.post, path, token: token, type: type, headers: headers, body)
        }

        func end() async throws {
            try await server.end()
            await receiver.close()
            try store.close()
        }
    }

    private static let entries = (0..<50).map { DebugSamples.entry($0) }
    private static let batch = DebugBatch.json(entries, id: DebugSamples.id(900))

    @Test func `a batch is stored once, even if it is sent again`() async throws {
        let desk = try await Desk()
        for outcome in [DebugBatchResponse.Outcome.stored, .duplicate] {
            let reply = try await desk.send(Self.batch)
            #expect(reply.status == 200 && reply.header("Content-Type") == "application/json")
            let answer = try #require(DebugBatchResponse(json: reply.body))
            #expect(answer.batch == DebugSamples.id(900))
            #expect(answer.items == Self.entries.map { .init(id: $0.id, outcome) })
        }
        #expect(try await desk.store.records(after: nil).records.map(\.entry) == Self.entries)
        try await desk.end()
    }

    @Test func `one invalid entry of fifty is reported and the others are stored`() async throws {
        let desk = try await Desk()
        var texts = Self.entries.map { String(decoding: $0.json, as: UTF8.self) }
        texts[17] = texts[17].replacing("\"source\":\"", with: "\"source\":\"x")
        let reply = try await desk.send(Array("[\(texts.joined(separator: ","))]".utf8))
        #expect(reply.status == 207)
        let items = try #require(DebugBatchResponse(json: reply.body)).items
        #expect(items.count == 50 && items.indices.filter { items[$0].outcome != .stored } == [17])
        #expect(items[17].id == Self.entries[17].id)
        #expect(try await desk.store.count() == 49)
        try await desk.end()
    }

    @Test func `OpenTelemetry logs are accepted, including our own export`() async throws {
        let desk = try await Desk()
        for _ in 0..<2 {
            let reply = try await desk.send(OTLPLogs.json(Self.entries), to: "/v1/logs")
            #expect(reply.status == 200 && reply.text == "{}")
        }
        #expect(try await desk.store.records(after: nil).records.map(\.entry) == Self.entries)
        try await desk.end()
    }

    @Test func `a server for this machine can accept debug events without a token`() async throws {
        let desk = try await Desk { $0.acceptsOpenDebugEvents = true }
        let other = try await desk.server.token(.classify, name: "other")
        for path in ["/debug/logs", "/v1/logs"] {
            let body = path == "/v1/logs" ? OTLPLogs.json(Self.entries) : Self.batch
            let stored = try await desk.server.send(.post, path, type: "application/json", body)
            #expect(stored.status == 200)
            let wrong = try await desk.server.send(
                .post, path, token: other, type: "application/json", body)
            #expect(wrong.status == 403)
            // A page of another site can send this media type.
            #expect(try await desk.server.send(.post, path, type: "text/plain", body).status == 415)
        }
        try await desk.end()
    }

    @Test func `debug events require a token with their scope, even on an open server`() async throws {
        let desk = try await Desk { $0.isOpen = true }
        let other = try await desk.server.token(.classify, .sync, name: "other")
        for path in ["/debug/logs", "/v1/logs"] {
            let refused = try await desk.server.send(.post, path, type: "application/json", Self.batch)
            #expect(refused.status == 401)
            let wrong = try await desk.server.send(
                .post, path, token: other, type: "application/json", Self.batch)
            #expect(wrong.status == 403)
        }
        #expect(try await desk.server.send(.post, "/v1/classify", type: "text/plain", [0x78]).status == 200)
        #expect(try await desk.store.count() == 0)
        try await desk.end()
    }

    @Test(arguments: [nil, "text/plain", "application/x-www-form-urlencoded", "application/jsonl"])
    func `media types that a foreign page can send without a CORS preflight are rejected`(type: String?)
        async throws
    {
        let desk = try await Desk()
        let reply = try await desk.send(Self.batch, type: type)
        #expect(reply.status == 415 && reply.header("Content-Type") == "application/problem+json")
        #expect(try await desk.store.count() == 0)
        try await desk.end()
    }

    @Test func `an invalid batch is answered with a problem that echoes no input`() async throws {
        let desk = try await Desk()
        let reply = try await desk.send(Array(#"{"batch_id":"<script>","entries":7}"#.utf8))
        #expect(reply.status == 400 && reply.text.contains("/problems/malformed-body"))
        #expect(!reply.text.contains("script"))
        let long = try await desk.send([UInt8](repeating: 0x20, count: 10_000_000))
        #expect(long.status == 413 && long.header("Content-Type") == "application/problem+json")
        try await desk.end()
    }

    @Test func `too many concurrent requests are answered 429 with Retry-After`() async throws {
        let desk = try await Desk { $0.debugRequests = 0 }
        let reply = try await desk.send(Self.batch)
        #expect(reply.status == 429 && reply.header("Retry-After") == "1")
        try await desk.end()
    }

    @Test func `while the file is locked, events are answered 503 and the server is not ready`()
        async throws
    {
        let desk = try await Desk(timeout: .milliseconds(200))
        #expect(try await desk.server.send(.get, "/readyz").status == 200)
        let writer = try OutsideWriter(holding: desk.scratch.path("debug.sqlite"))
        for (path, body) in [("/debug/logs", Self.batch), ("/v1/logs", OTLPLogs.json(Self.entries))] {
            let reply = try await desk.send(body, to: path)
            #expect(reply.status == 503 && reply.header("Retry-After") == "1")
        }
        let ready = try await desk.server.send(.get, "/readyz")
        #expect(ready.status == 503 && ready.text.contains("events wait"))
        try writer.release()
        try await eventually("the server is ready again") {
            try await desk.server.send(.get, "/readyz").status == 200
        }
        try await eventually("the batch is accepted") { try await desk.send(Self.batch).status == 200 }
        #expect(try await desk.store.count() == 50)
        try await desk.end()
    }

    @Test func `a request gets the correlation ID of the client or else of its trace`() async throws {
        let desk = try await Desk()
        let trace = ("traceparent", "00-0192f3a0000070008000000000000001-00f067aa0ba902b7-01")
        let traced = try await desk.send(Self.batch, [trace])
        #expect(traced.header("X-Correlation-ID") == "0192F3A0-0000-7000-8000-000000000001")
        let named = try await desk.send(
            Self.batch, [trace, ("X-Correlation-ID", "0192F3A0-0000-7000-8000-000000000002")])
        #expect(named.header("X-Correlation-ID") == "0192F3A0-0000-7000-8000-000000000002")
        try await desk.end()
    }

    #if DEBUG
        @Test func `an internal error is logged as an event with the request's correlation ID`() async throws
        {
            let desk = try await Desk()
            try desk.server.hub.close()
            let id = try #require(RecordID("0192F3A0-0000-7000-8000-000000000003"))
            let reply = try await desk.send(Self.batch, [("X-Correlation-ID", id.description)])
            #expect(reply.status == 500)
            try await desk.server.end()
            let records = try await desk.store.records(after: nil).records
            #expect(records.map(\.entry.correlationId) == [id])
            #expect(records.first?.entry.level == .error && records.first?.entry.source == .backend)
            await desk.receiver.close()
            try desk.store.close()
        }
    #endif
}
