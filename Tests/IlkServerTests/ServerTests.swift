import Foundation
import Ilk
import IlkAPI
import IlkFiles
import IlkHTTP
import IlkServer
import IlkSync
import IlkSyncStore
import IlkTransport
import IlkVocabulary
import StoreTestSupport
import SyncTestSupport
import TestSupport
import Testing

@Suite("HTTP server") struct ServerTests {
    @Test func `health checks need no token and report problems`() async throws {
        let desk = try await TestServer { _, parts in
            parts.checks = [("disk", { nil }), ("model", { "it is not there" })]
        }
        let live = try await desk.send(.get, "/livez")
        #expect(live.status == 200 && live.text == #"{"status":"ok"}"#)
        let ready = try await desk.send(.get, "/readyz")
        #expect(ready.status == 503)
        #expect(
            ready.text == #"{"status":"unavailable","checks":{"disk":"ok","model":"it is not there"}}"#)
        try await desk.end()
    }

    @Test func `a request that may take long does not run on the thread of its connection`() async throws {
        let desk = try await TestServer { _, parts in parts.checks = [("thread", { Self.threadName() })] }
        let ready = try await desk.send(.get, "/readyz")
        #expect(ready.status == 503 && !ready.text.contains(#""thread":"NIO"#), "\(ready.text)")
        try await desk.end()
    }

    /// The name of the thread. The threads of event loops begin with NIO.
    private static func threadName() -> String {
        let path = "/proc/thread-self/comm"
        let name = try? String(contentsOfFile: path, encoding: .utf8)  // The test then fails.
        return name ?? "NIO, perhaps"
    }

    @Test func `a text gets the same classification as on the command line`() async throws {
        let desk = try await TestServer()
        let token = try await desk.token(.classify)
        let reply = try await desk.send(
            .post, "/v1/classify", token: token, type: "text/plain; charset=utf-8",
            Array("Hey Sarah, are we still on for lunch today?".utf8))
        #expect(reply.status == 200 && reply.header("Content-Type") == "application/json")
        let json = try #require(
            try JSONSerialization.jsonObject(with: Data(reply.body)) as? [String: Any])
        #expect(json["category"] as? String == "message")
        #expect((json["scores"] as? [String: Double])?.count == 6)
        try await desk.end()
    }

    @Test func `a request names one of several taxonomies, and an unknown one is answered with the list`()
        async throws
    {
        let desk = try await TestServer { _, parts in
            let spam = PipelineAssembly(
                taxonomy: .spam, folders: IlkFolders(environment: ["HOME": "/nowhere"]))
            guard let types = parts.classification else { return }
            guard let pipeline = try? spam.pipeline() else { return }  // The requests fail without it.
            parts.taxonomies = [
                ("doctype", types), ("spam", TextClassificationService(pipeline: pipeline)),
            ]
        }
        let token = try await desk.token(.classify)
        func answer(_ query: String, type: String = "text/plain", _ body: String = "hello") async throws
            -> WebReply
        {
            try await desk.send(
                .post, "/v1/classify" + query, token: token, type: type, Array(body.utf8))
        }
        #expect(try await answer("?taxonomy=spam").text.contains(#""ham":"#))
        #expect(try await answer("?taxonomy=doctype").text.contains(#""email":"#))
        #expect(try await answer("").text.contains(#""email":"#))
        let lines = try await answer(
            "?taxonomy=spam", type: "application/x-ndjson", #"{"text":"hello"}"# + "\n")
        #expect(lines.text.contains(#""ham":"#), "\(lines.text)")
        for type in ["text/plain", "application/x-ndjson"] {
            let unknown = try await answer("?taxonomy=sp%C3%A4m", type: type)
            #expect(unknown.status == 404 && unknown.header("Content-Type") == "application/problem+json")
            #expect(unknown.text.contains("/problems/no-such-taxonomy"), "\(unknown.text)")
            #expect(unknown.text.contains("there is no taxonomy 'späm'; the taxonomies are doctype, spam"))
            let near = try await answer("?taxonomy=span", type: type)
            #expect(near.text.contains("there is no taxonomy 'span'; did you mean 'spam'? the taxonomies"))
        }
        // The token is checked first, so that the list is not public.
        #expect(
            try await desk.send(.post, "/v1/classify?taxonomy=x", type: "text/plain", [0x78]).status == 401)
        try await desk.end()
    }

    @Test func `a request can ask for the verdicts of rules and model alone`() async throws {
        let desk = try await TestServer()
        let token = try await desk.token(.classify)
        for (type, body) in [("text/plain", "hello"), ("application/x-ndjson", #"{"text":"hello"}"# + "\n")] {
            func answer(_ query: String) async throws -> WebReply {
                try await desk.send(
                    .post, "/v1/classify" + query, token: token, type: type, Array(body.utf8))
            }
            let answered = try await answer("?components=true").text
            #expect(answered.contains(#","components":{"rules":{"category":"#), "\(answered)")
            #expect(answered.contains(#"},"model":{"category":"#), "\(answered)")
            for query in ["", "?components=false"] {
                #expect(try await !answer(query).text.contains("components"))
            }
            let unknown = try await answer("?components=all")
            #expect(unknown.status == 400 && unknown.text.contains("components must be true or false"))
        }
        try await desk.end()
    }

    @Test func `NDJSON lines keep their order and content, with faults in place of invalid lines`()
        async throws
    {
        let desk = try await TestServer { settings, _ in settings.maxText = 4000 }
        let token = try await desk.token(.classify)
        var lines: [String] = []
        for number in 0..<500 {
            lines.append(#"{"id":\#(number),"text":"dear all, see attached \#(number)"}"#)
        }
        lines[7] = #"{"id":7,"nothing":1}"#
        lines[8] = "no json"
        lines[9] = #"{"id":9,"text":"\#(String(repeating: "x", count: 5000))"}"#
        let reply = try await desk.send(
            .post, "/v1/classify", token: token, type: "application/x-ndjson",
            Array((lines.joined(separator: "\n") + "\n").utf8))
        #expect(reply.status == 200)
        let answers = reply.text.split(separator: "\n")
        #expect(answers.count == 500)
        for (number, answer) in answers.enumerated() {
            if (7...9).contains(number) {
                #expect(
                    answer.hasPrefix(#"{"error":{"code":"#) && answer.hasSuffix(#","line":\#(number + 1)}"#))
            } else {
                #expect(answer.hasPrefix(lines[number].dropLast() + #","classification":{"category":"#))
            }
        }
        try await desk.end()
    }

    @Test func `each route checks the scope of the token`() async throws {
        let desk = try await TestServer()
        let classify = try await desk.token(.classify, name: "c")
        let sync = try await desk.token(.sync, name: "s")
        func status(_ path: String, _ token: String?, _ type: String) async throws -> Int {
            try await desk.send(.post, path, token: token, type: type, Array("x".utf8)).status
        }
        #expect(try await status("/v1/classify", classify, "text/plain") == 200)
        #expect(try await status("/v1/classify", sync, "text/plain") == 403)
        #expect(try await status("/v1/classify", nil, "text/plain") == 401)
        #expect(try await status("/v1/classify", classify + "x", "text/plain") == 401)
        #expect(try await status("/v1/sync", sync, SyncWire.mediaType) == 400)
        #expect(try await status("/v1/sync", sync, "text/plain") == 415)
        #expect(try await status("/v1/sync", classify, SyncWire.mediaType) == 403)
        #expect(try await status("/v1/nothing", classify, "text/plain") == 404)
        let refused = try await desk.send(.post, "/v1/classify", type: "text/plain", Array("x".utf8))
        #expect(refused.header("WWW-Authenticate") == "Bearer")
        #expect(refused.header("Content-Type") == "application/problem+json")
        try await desk.end()
    }

    @Test func `guessing tokens is limited, and a valid token is still accepted`() async throws {
        let desk = try await TestServer { settings, _ in settings.maxRefusals = 5 }
        let token = try await desk.token(.classify)
        var statuses: [Int] = []
        for number in 0..<8 {
            let reply = try await desk.send(
                .post, "/v1/classify", token: "ilk_guess\(number)", type: "text/plain", [0x78])
            statuses.append(reply.status)
        }
        // If a minute ends between two attempts, five more get status 401.
        #expect(statuses.allSatisfy { $0 == 401 || $0 == 429 } && statuses.filter { $0 == 401 }.count >= 5)
        let own = try await desk.send(.post, "/v1/classify", token: token, type: "text/plain", [0x78])
        #expect(own.status == 200)
        try await desk.end()
    }

    @Test func `an open server classifies without a token and still requires one for syncing`() async throws {
        let desk = try await TestServer { settings, _ in settings.isOpen = true }
        #expect(try await desk.send(.post, "/v1/classify", type: "text/plain", [0x78]).status == 200)
        #expect(try await desk.send(.post, "/v1/sync", type: SyncWire.mediaType, [0x78]).status == 401)
        try await desk.end()
    }

    @Test func `a body above the size limit is rejected before it is read`() async throws {
        let desk = try await TestServer { settings, _ in settings.maxText = 1000 }
        let token = try await desk.token(.classify)
        let reply = try await desk.send(
            .post, "/v1/classify", token: token, type: "text/plain", [UInt8](repeating: 0x78, count: 1001))
        #expect(reply.status == 413)
        try await desk.end()
    }

    @Test func `a correlation ID that is a UUID is returned, and any other is replaced`() async throws {
        let desk = try await TestServer()
        let id = "0192F3A0-0000-7000-8000-000000000001"
        let good = try await desk.send(.post, "/v1/nothing", headers: [("X-Correlation-ID", id)], [])
        #expect(good.header("X-Correlation-ID") == id)
        let bad = try await desk.send(.post, "/v1/nothing", headers: [("X-Correlation-ID", "<script>")], [])
        let given = try #require(bad.header("X-Correlation-ID"))
        #expect(RecordID(given) != nil && given != id)
        try await desk.end()
    }

    @Test func `a route receives the header Host, which shows forms of other sites`() async throws {
        let desk = try await TestServer { _, parts in
            let route = Route(
                .get, "/ui/host", "showHost", tag: "page", "Show the host.",
                answers: [.init(200, "The host.", ["text/plain"])]
            ) { call in
                .text(call.request.headers["Host"] ?? "none")
            }
            parts.pages = { _ in [route] }
        }
        #expect(try await desk.send(.get, "/ui/host").text == "127.0.0.1:\(desk.port)")
        let named = try await desk.send(.get, "/ui/host", headers: [("Host", "ilk.example.org")])
        #expect(named.text == "ilk.example.org")
        try await desk.end()
    }

    @Test func `the hub over HTTP passes the conformance suite`() async throws {
        let desk = try await TestServer()
        try await SyncLinkConformance(HTTPFixture(desk: desk)).hold()
        try await desk.end()
    }
}

/// Links to a hub over loopback connections.
private struct HTTPFixture: SyncLinkConformance.Fixture {
    let desk: TestServer

    private func link(_ token: String) throws -> any SyncLink {
        HubLink(
            SyncTransport(to: try #require(WebAddress(desk.address)), token: token, client: CurlClient()))
    }

    func link(for replica: ReplicaStore) async throws -> any SyncLink {
        try link(try await desk.token(.sync, name: UUID().uuidString))
    }

    func stranger(for replica: ReplicaStore) async throws -> any SyncLink { try link("ilk_nobody") }
}
