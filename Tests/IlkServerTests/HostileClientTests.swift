import Foundation
import IlkAPI
import IlkServer
import IlkTransport
import TestSupport
import Testing

/// Behavior with malicious or broken clients.
@Suite("hostile clients") struct HostileClientTests {
    /// Creates an open server with deadlines and rate windows of one second.
    private static func desk() async throws -> TestServer {
        try await TestServer { settings, _ in
            settings.isOpen = true
            settings.deadline = 1
            settings.rateWindow = 1
        }
    }

    private static func client(_ desk: TestServer) throws -> RawClient {
        try #require(RawClient(port: desk.port))
    }

    /// Sends text and returns the response, blocking a separate thread.
    private static func talk(
        _ desk: TestServer, _ words: String, drip: [String] = []
    ) async throws -> (text: String, isClosed: Bool) {
        let client = try client(desk)
        return try await BlockingWork.run {
            client.send(words)
            for drop in drip {
                usleep(400_000)
                client.send(drop)
            }
            // Far more than the server's deadline of one second, for slow machines.
            return client.receive(forMilliseconds: 20_000)
        }
    }

    @Test func `a header that never ends is cut off`() async throws {
        let desk = try await Self.desk()
        let outcome = try await Self.talk(desk, "POST /v1/classify HTTP/1.1\r\nHost: x\r\nX-A: ")
        #expect(outcome.isClosed)
        try await desk.end()
    }

    @Test func `a slow body is limited by a deadline for the whole body`() async throws {
        let desk = try await Self.desk()
        let outcome = try await Self.talk(
            desk, "POST /v1/classify HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n",
            drip: ["a", "b", "c", "d", "e", "f"])
        #expect(outcome.text.hasPrefix("HTTP/1.1 408") && outcome.text.contains("Connection: close"))
        #expect(outcome.isClosed, "the connection stays open after the response")
        try await desk.end()
    }

    /// Each request gets status 400 or no response, the connection ends, and no second response follows.
    @Test(arguments: [
        "POST /v1/classify HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /livez HTTP/1.1\r\n\r\n",
        "POST /v1/classify HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
        "POST /v1/classify HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n",
        "GET /livez\u{0}x HTTP/1.1\r\nHost: x\r\n\r\n", "nonsense\r\n\r\n", "GET /livez HTTP/9.9\r\n\r\n",
    ])
    func `an ambiguous request is rejected`(words: String) async throws {
        let desk = try await Self.desk()
        let outcome = try await Self.talk(desk, words)
        #expect(outcome.isClosed && !outcome.text.contains("\"ok\""), "\(outcome.text)")
        #expect(outcome.text.isEmpty || outcome.text.hasPrefix("HTTP/1.1 4"), "\(outcome.text)")
        try await desk.end()
    }

    @Test func `headers are limited in number and length`() async throws {
        let desk = try await Self.desk()
        let many = (0..<200).map { "X-\($0): a\r\n" }.joined()
        let long = "X-Long: " + String(repeating: "a", count: 20_000) + "\r\n"
        for headers in [many, long] {
            let outcome = try await Self.talk(desk, "GET /livez HTTP/1.1\r\nHost: x\r\n\(headers)\r\n")
            #expect(outcome.isClosed && !outcome.text.contains("\"ok\""))
        }
        try await desk.end()
    }

    @Test func `200 pipelined requests on one connection are answered in order`() async throws {
        let desk = try await Self.desk()
        let client = try Self.client(desk)
        var words = ""
        for number in 0..<200 {
            let body = "{\"id\":\(number),\"text\":\"see attached\"}\n"
            words +=
                "POST /v1/classify HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-ndjson\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
        let request = words
        let heard = try await BlockingWork.run {
            client.send(request)
            return client.receive(forMilliseconds: 20_000).text
        }
        var last = heard.startIndex
        for number in 0..<200 {
            let place = try #require(heard.range(of: "{\"id\":\(number),", range: last..<heard.endIndex))
            last = place.upperBound
        }
        try await desk.end()
    }

    @Test func `a client that disconnects within a request does not affect others`() async throws {
        let desk = try await Self.desk()
        for _ in 0..<20 {
            let client = try Self.client(desk)
            client.send(
                "POST /v1/classify HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-ndjson\r\n"
                    + "Content-Length: 1000000\r\n\r\n{\"text\":\"one\"}\n")
        }
        #expect(try await desk.send(.get, "/livez").status == 200)
        #expect(try await desk.send(.post, "/v1/classify", type: "text/plain", [0x78]).status == 200)
        try await desk.end()
    }

    @Test func `a server that is asked to stop finishes pending requests`() async throws {
        let desk = try await TestServer { settings, _ in settings.isOpen = true }
        let client = try Self.client(desk)
        client.send("POST /v1/classify HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhe")
        try await Task.sleep(for: .milliseconds(200))
        async let ended: Void = desk.end()
        try await Task.sleep(for: .milliseconds(200))
        client.send("llo")
        let heard = try await BlockingWork.run { client.receive(forMilliseconds: 20_000) }
        #expect(heard.text.hasPrefix("HTTP/1.1 200") && heard.isClosed)
        try await ended
    }
}
