import Foundation
import Synchronization
import TestSupport
import Testing

@testable import IlkTransport

/// Tests the client with real loopback connections.
@Suite(.enabled(if: CurlClient.isAvailable, "built without the trait Network")) struct `HTTP client` {
    /// The requests that a server received.
    private final class Asked: Sendable {
        private let all = Mutex<[LoopbackRequest]>([])
        func note(_ request: LoopbackRequest) { all.withLock { $0.append(request) } }
        var requests: [LoopbackRequest] { all.withLock { $0 } }
    }

    /// A server that records its requests.
    private struct Host {
        let asked = Asked()
        let server: LoopbackServer
        var requests: [LoopbackRequest] { asked.requests }

        init(_ answer: @escaping @Sendable (LoopbackRequest) -> LoopbackReply) throws {
            server = try LoopbackServer { [asked] request in
                asked.note(request)
                return answer(request)
            }
        }
    }

    private func limits(_ deadline: Int = 5000, answer: Int = 4 << 20) -> CurlClient.Limits {
        var limits = CurlClient.Limits()
        limits.deadline = deadline
        limits.answer = answer
        return limits
    }

    @Test func `methods, headers, bodies and responses are transferred completely`() async throws {
        let host = try Host { request in
            LoopbackReply(status: 201, headers: [("X-Word", "a: b"), ("Empty", "")], body: request.body)
        }
        let client = CurlClient()
        for method in [WebRequest.Method.get, .post, .put, .delete] {
            let body: [UInt8]? = method == .get || method == .delete ? nil : Array("{\"ü\":1}".utf8)
            let reply = try await client.send(
                WebRequest(method, host.server.address + "/a/b?c=d", headers: [("X-One", "1")], body: body))
            #expect(reply.status == 201 && reply.body == body ?? [])
            #expect(reply.header("x-word") == "a: b")
        }
        #expect(host.requests.map(\.method) == ["GET", "POST", "PUT", "DELETE"])
        #expect(host.requests.allSatisfy { $0.path == "/a/b" && $0.query == ["c": "d"] })
        #expect(host.requests.allSatisfy { $0.headers["x-one"] == "1" && $0.headers["expect"] == nil })
        // An empty body is sent as a body.
        _ = try await client.send(WebRequest(.post, host.server.address, body: []))
        #expect(host.requests.last?.headers["content-length"] == "0")
    }

    @Test func `a redirect is returned and not followed`() async throws {
        let host = try Host { _ in LoopbackReply(status: 302, headers: [("Location", "/elsewhere")]) }
        let reply = try await CurlClient().send(WebRequest(.get, host.server.address + "/here"))
        #expect(reply.status == 302 && reply.header("location") == "/elsewhere")
        #expect(host.requests.map(\.path) == ["/here"])
    }

    @Test func `a POST request is sent once, even if the connection breaks`() async throws {
        let host = try Host { request in
            request.method == "POST" ? .dropped : LoopbackReply(status: 200)
        }
        let client = CurlClient()
        // Open a reusable connection first: on a reused one, libcurl would retry a broken request
        // automatically.
        _ = try await client.send(WebRequest(.get, host.server.address + "/"))
        let failure = await #expect(throws: WebFailure.self) {
            try await client.send(WebRequest(.post, host.server.address + "/", body: [1]))
        }
        #expect(failure?.kind == .broken)
        #expect(host.requests.count(where: { $0.method == "POST" }) == 1)
    }

    @Test func `oversized, late and unreachable responses are reported as such`() async throws {
        let host = try Host { request in
            var reply = LoopbackReply(status: 200, body: [UInt8](repeating: 0x20, count: 10_000))
            if request.path == "/slow" { reply.drip = 50 }
            return reply
        }
        let address = host.server.address
        func kind(_ client: CurlClient, _ url: String) async -> WebFailure.Kind? {
            await #expect(throws: WebFailure.self) { try await client.send(WebRequest(.get, url)) }?.kind
        }
        #expect(await kind(CurlClient(limits: limits(answer: 9999)), address + "/") == .tooLarge)
        #expect(await kind(CurlClient(limits: limits(300)), address + "/slow") == .late)
        #expect(await kind(CurlClient(), "ftp://127.0.0.1/") == .badAddress)
        #expect(await kind(CurlClient(), "file:///etc/passwd") == .badAddress)
        let closed = try LoopbackServer { _ in LoopbackReply(status: 200) }
        closed.stop()
        // The port is closed as soon as the server's loop has ended.
        var last: WebFailure.Kind?
        for _ in 0..<100 where last != .unreachable {
            last = try await CurlClient(limits: limits(200)).sendOrKind(closed.address)
        }
        #expect(last == .unreachable)
    }

    @Test func `a header value cannot inject another header`() async throws {
        let host = try Host { _ in LoopbackReply(status: 200) }
        let failure = await #expect(throws: WebFailure.self) {
            try await CurlClient().send(
                WebRequest(.get, host.server.address, headers: [("X-A", "1\r\nX-B: 2")]))
        }
        #expect(failure?.kind == .badAddress && host.requests.isEmpty)
    }

    @Test func `a canceled task ends its request immediately`() async throws {
        let host = try Host { _ in
            var reply = LoopbackReply(status: 200, body: [UInt8](repeating: 0x20, count: 10_000))
            reply.drip = 50
            return reply
        }
        let address = host.server.address
        let task = Task { try await CurlClient(limits: limits(60_000)).send(WebRequest(.get, address)) }
        while host.requests.isEmpty { await Task.yield() }
        task.cancel()
        let failure = await #expect(throws: WebFailure.self) { try await task.value }
        #expect(failure?.kind == .canceled)
    }
}

extension CurlClient {
    /// Returns the type of failure of a request, or `nil` for a response.
    fileprivate func sendOrKind(_ url: String) async throws -> WebFailure.Kind? {
        do {
            _ = try await send(WebRequest(.get, url))
            return nil
        } catch {
            return error.kind
        }
    }
}
