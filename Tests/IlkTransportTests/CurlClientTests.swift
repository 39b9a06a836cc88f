import Foundation
import Synchronization
import TestSupport
import Testing

@testable import IlkTransport

/// The client over real connections on this machine.
@Suite(.enabled(if: CurlClient.isAvailable, "built without the trait Network")) struct `HTTP client` {
    /// What a server was asked.
    private final class Asked: Sendable {
        private let all = Mutex<[LoopbackRequest]>([])
        func note(_ request: LoopbackRequest) { all.withLock { $0.append(request) } }
        var requests: [LoopbackRequest] { all.withLock { $0 } }
    }

    /// A server that notes what it was asked.
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

    @Test func `methods, headers, bodies and answers go whole`() async throws {
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
        // An empty body is one.
        _ = try await client.send(WebRequest(.post, host.server.address, body: []))
        #expect(host.requests.last?.headers["content-length"] == "0")
    }

    @Test func `a redirect is an answer, and nobody goes there`() async throws {
        let host = try Host { _ in LoopbackReply(status: 302, headers: [("Location", "/elsewhere")]) }
        let reply = try await CurlClient().send(WebRequest(.get, host.server.address + "/here"))
        #expect(reply.status == 302 && reply.header("location") == "/elsewhere")
        #expect(host.requests.map(\.path) == ["/here"])
    }

    @Test func `a creation is sent once, though the connection breaks under it`() async throws {
        let host = try Host { request in
            request.method == "POST" ? .dropped : LoopbackReply(status: 200)
        }
        let client = CurlClient()
        // A connection that is kept: one that breaks is tried again by the library where twice does no harm.
        _ = try await client.send(WebRequest(.get, host.server.address + "/"))
        let failure = await #expect(throws: WebFailure.self) {
            try await client.send(WebRequest(.post, host.server.address + "/", body: [1]))
        }
        #expect(failure?.kind == .broken)
        #expect(host.requests.count(where: { $0.method == "POST" }) == 1)
    }

    @Test func `what is too large, too slow, or not there says so`() async throws {
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
        // The port is free again as soon as its server has looked.
        var last: WebFailure.Kind?
        for _ in 0..<100 where last != .unreachable {
            last = try await CurlClient(limits: limits(200)).sendOrKind(closed.address)
        }
        #expect(last == .unreachable)
    }

    @Test func `a header cannot hold another one`() async throws {
        let host = try Host { _ in LoopbackReply(status: 200) }
        let failure = await #expect(throws: WebFailure.self) {
            try await CurlClient().send(
                WebRequest(.get, host.server.address, headers: [("X-A", "1\r\nX-B: 2")]))
        }
        #expect(failure?.kind == .badAddress && host.requests.isEmpty)
    }

    @Test func `a task that is cancelled waits for nobody`() async throws {
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
        #expect(failure?.kind == .cancelled)
    }
}

extension CurlClient {
    /// What a request comes to; nil for an answer.
    fileprivate func sendOrKind(_ url: String) async throws -> WebFailure.Kind? {
        do {
            _ = try await send(WebRequest(.get, url))
            return nil
        } catch {
            return error.kind
        }
    }
}
