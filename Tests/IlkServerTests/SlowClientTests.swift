import Foundation
import IlkAPI
import IlkServer
import IlkSync
import IlkSyncStore
import IlkTransport
import StoreTestSupport
import TestSupport
import Testing

/// Behavior with clients that hold connections without using them.
@Suite("slow clients", .serialized) struct SlowClientTests {
    /// Creates an open server with deadlines and rate windows of one second.
    private static func desk(
        _ change: @escaping (inout ServerSettings) -> Void = { _ in }
    ) async throws -> TestServer {
        try await TestServer { settings, _ in
            settings.isOpen = true
            settings.deadline = 1
            settings.rateWindow = 1
            change(&settings)
        }
    }

    private static func post(
        _ type: String, length: Int?, path: String = "/v1/classify", token: String? = nil
    ) -> String {
        "POST \(path) HTTP/1.1\r\nHost: x\r\nContent-Type: \(type)\r\n"
            + (token.map { "Authorization: Bearer \($0)\r\n" } ?? "")
            + (length.map { "Content-Length: \($0)" } ?? "Transfer-Encoding: chunked") + "\r\n\r\n"
    }

    private static func client(_ desk: TestServer, receiveBuffer: Int? = nil) throws -> RawClient {
        try #require(RawClient(port: desk.port, receiveBuffer: receiveBuffer))
    }

    /// Returns the time until `/livez` responded, or 30 seconds if it did not.
    private static func timeOfAnswer(_ port: Int) -> Duration {
        let start = ContinuousClock.now
        let probe = RawClient(port: port)
        probe?.send("GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        let heard = probe?.receive(forMilliseconds: 30_000)
        let isAnswered = heard?.text.contains(#"{"status":"ok"}"#) == true && heard?.isClosed == true
        return isAnswered ? ContinuousClock.now - start : .seconds(30)
    }

    /// Requests of an attack: a body that never arrives, with and without keep-alive, and a head that never
    /// ends.
    @Test(arguments: [
        "POST /v1/classify HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n",
        "POST /v1/classify HTTP/1.1\r\nHost: x\r\nConnection: keep-alive\r\nContent-Length: 100000\r\n\r\n",
        "POST /v1/classify HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\nX-A: ",
        "GET /livez HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n",
    ])
    func `the server answers while 1,100 connections drip`(request: String)
        async throws
    {
        try #require(RawClient.allowOpenFiles(4096))
        let desk = try await TestServer()
        let port = desk.port
        let (times, closed) = try await BlockingWork.run { () -> ([Duration], Int) in
            var (clients, times): ([RawClient], [Duration]) = ([], [])
            // Measure while the clients connect and when all are connected.
            for _ in 0..<15 {
                let new = clients.count < 1100 ? (0..<110).compactMap { _ in RawClient(port: port) } : []
                for client in new { client.send(request) }
                for client in clients { _ = client.sendWithoutBlocking([0x61]) }
                clients += new
                times.append(Self.timeOfAnswer(port))
            }
            return (times, clients.filter { $0.receive(forMilliseconds: 20_000).isClosed }.count)
        }
        // Other tests of this process may block the server's threads for seconds.
        #expect(times.allSatisfy { $0 < .seconds(30) }, "\(times)")
        #expect(closed == 1100)
        try await desk.end()
    }

    @Test(arguments: [
        ("/v1/classify", "text/plain", "none", 401), ("/v1/classify", "text/plain", "sync", 403),
        ("/v1/nothing", "text/plain", "classify", 404), ("/v1/classify", "image/png", "classify", 415),
        ("/v1/sync", "text/plain", "sync", 415), ("/v1/sync", SyncWire.mediaType, "none", 401),
        ("/livez", "text/plain", "none", 405), ("/v1/classify", "text/plain", "guess", 429),
    ])
    func `a refused request with an unread body ends its connection`(
        path: String, type: String, token: String, status: Int
    ) async throws {
        let desk = try await TestServer { settings, _ in
            // Only the refusal may end a connection here, not a deadline.
            (settings.deadline, settings.rateWindow) = (3600, 3600)
            settings.maxRefusals = token == "guess" ? 0 : 100
        }
        let known = [
            "sync": try await desk.token(.sync, name: "s"), "classify": try await desk.token(.classify),
        ]
        let guess = token == "guess" ? "ilk_guess" : nil
        for body in ["", "a", String(repeating: "a", count: 900_000)] {
            let client = try Self.client(desk)
            let request = Self.post(type, length: 1_000_000, path: path, token: known[token] ?? guess) + body
            let heard = try await BlockingWork.run {
                client.send(request)
                return client.receive(forMilliseconds: 20_000)
            }
            #expect(heard.text.hasPrefix("HTTP/1.1 \(status) "), "\(heard.text)")
            #expect(heard.text.contains("Connection: close") && heard.isClosed)
            // The server has closed both directions.
            let isGone = try await BlockingWork.run {
                for _ in 0..<200 {
                    if client.sendWithoutBlocking([0x61]) == nil { return true }
                    usleep(50_000)
                }
                return false
            }
            #expect(isGone)
        }
        try await desk.end()
    }

    @Test func `input after a refused body is never treated as a request`() async throws {
        let desk = try await TestServer()
        let client = try Self.client(desk)
        let heard = try await BlockingWork.run {
            client.send(Self.post("text/plain", length: 100_000))
            let first = client.receive(forMilliseconds: 20_000, upTo: 12).text
            client.send("GET /livez HTTP/1.1\r\nHost: x\r\n\r\n")
            return first + client.receive(forMilliseconds: 20_000).text
        }
        #expect(heard.hasPrefix("HTTP/1.1 401") && !heard.contains(#""ok""#) && !heard.contains(" 200 "))
        try await desk.end()
    }

    @Test(arguments: ["text/plain", "application/x-ndjson", SyncWire.mediaType])
    func `a dripping body ends whatever its type`(type: String) async throws {
        let desk = try await Self.desk { $0.deadline = 3600 }
        let token = try await desk.token(.sync)
        let client = try Self.client(desk)
        let path = type == SyncWire.mediaType ? "/v1/sync" : "/v1/classify"
        let request = Self.post(type, length: nil, path: path, token: path == "/v1/sync" ? token : nil)
        let heard = try await BlockingWork.run { () -> (text: String, isClosed: Bool) in
            client.send(request)
            for _ in 0..<100 {
                client.send("1\r\n \r\n")
                let heard = client.receive(forMilliseconds: 100)
                if heard.isClosed || heard.text.contains("408") { return (heard.text, true) }
            }
            return ("", false)
        }
        #expect(heard.isClosed)
        if type != "application/x-ndjson" { #expect(heard.text.hasPrefix("HTTP/1.1 408")) }
        try await desk.end()
    }

    /// Sends lines whose responses are longer than the lines, and reads a number of bytes every 100 ms.
    ///
    /// - Returns: The received text, and `true` if the server closed the connection before all lines were
    ///   sent.
    private static func stream(
        _ megabytes: Int, reading bytes: Int, from desk: TestServer
    ) async throws -> (text: String, isClosed: Bool) {
        let client = try client(desk, receiveBuffer: 4096)
        let line = #"{"text":"see attached","x":"\#(String(repeating: "x", count: 500_000))"}"# + "\n"
        let body = String(repeating: line, count: 2 * megabytes)
        let request = Array((post("application/x-ndjson", length: body.utf8.count) + body).utf8)
        return try await BlockingWork.run {
            var (text, sent) = ("", 0)
            for _ in 0..<600 where !text.hasSuffix("0\r\n\r\n") {
                if sent < request.count {
                    guard let count = client.sendWithoutBlocking(Array(request[sent...].prefix(1 << 20)))
                    else {
                        return (text, true)
                    }
                    sent += count
                }
                text += client.receive(forMilliseconds: 100, upTo: bytes).text
                usleep(100_000)
            }
            return (text, false)
        }
    }

    @Test func `a client that reads ten bytes per second is disconnected`() async throws {
        let desk = try await Self.desk { $0.deadline = 3600 }
        #expect(try await Self.stream(40, reading: 1, from: desk).isClosed)
        try await desk.end()
    }

    @Test func `a slow client above the minimum rate receives the whole response`() async throws {
        let desk = try await Self.desk { $0.deadline = 3600 }
        let heard = try await Self.stream(8, reading: 1 << 20, from: desk)
        #expect(!heard.isClosed && heard.text.split(separator: #""classification":"#).count == 17)
        try await desk.end()
    }

    @Test func `an HTTP 1.0 connection closes after its response`() async throws {
        let desk = try await TestServer { settings, _ in settings.deadline = 3600 }
        let client = try Self.client(desk)
        let heard = try await BlockingWork.run {
            client.send("GET /livez HTTP/1.0\r\n\r\n")
            return client.receive(forMilliseconds: 20_000)
        }
        #expect(heard.isClosed && heard.text.contains(#"{"status":"ok"}"#))
        let keeping = try Self.client(desk)
        let both = try await BlockingWork.run { () -> String in
            let request = "GET /livez HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"
            keeping.send(request)
            let first = keeping.receive(forMilliseconds: 20_000, upTo: 20).text
            keeping.send(request.replacing("keep-alive", with: "close"))
            return first + keeping.receive(forMilliseconds: 20_000).text
        }
        #expect(both.split(separator: #"{"status":"ok"}"#, omittingEmptySubsequences: false).count == 3)
        try await desk.end()
    }

    @Test(arguments: ["", "Host: a\r\nHost: a\r\n", "Host: a\r\nHost: b\r\n"])
    func `a request without exactly one Host header gets status 400 and ends the connection`(hosts: String)
        async throws
    {
        let desk = try await TestServer { settings, _ in settings.deadline = 3600 }
        let client = try Self.client(desk)
        let heard = try await BlockingWork.run {
            client.send("GET /livez HTTP/1.1\r\n\(hosts)\r\nGET /livez HTTP/1.1\r\nHost: x\r\n\r\n")
            return client.receive(forMilliseconds: 20_000)
        }
        #expect(heard.isClosed && heard.text.hasPrefix("HTTP/1.1 400") && !heard.text.contains(#""ok""#))
        try await desk.end()
    }

    @Test func `a client that half-closes its connection gets a response, and the connection ends`()
        async throws
    {
        let desk = try await TestServer { settings, _ in
            (settings.isOpen, settings.deadline) = (true, 3600)
        }
        for (length, status) in [(5, 200), (100, 400)] {
            let client = try Self.client(desk)
            let heard = try await BlockingWork.run {
                client.send(Self.post("text/plain", length: length) + "hello")
                client.finishSending()
                return client.receive(forMilliseconds: 20_000)
            }
            #expect(heard.isClosed && heard.text.hasPrefix("HTTP/1.1 \(status)"), "\(heard.text)")
        }
        try await desk.end()
    }

    @Test func `the memory for unfinished bodies is limited across all routes`() async throws {
        let desk = try await Self.desk {
            $0.maxBodies = 1 << 20
            ($0.deadline, $0.rateWindow) = (3600, 3600)
        }
        let token = try await desk.token(.sync)
        let part = String(repeating: " ", count: 600_000)
        let whole = Self.post(SyncWire.mediaType, length: 600_001, path: "/v1/sync", token: token) + part
        for type in ["text/plain", "application/x-ndjson", SyncWire.mediaType] {
            let isSync = type == SyncWire.mediaType
            let request =
                Self.post(
                    type, length: 700_000, path: isSync ? "/v1/sync" : "/v1/classify",
                    token: isSync ? token : nil) + part
            // If the second client overtakes the first, both retry.
            try await eventually("a body of \(type) exceeds the budget") {
                let (first, second) = (try Self.client(desk), try Self.client(desk))
                let (heard, answer) = try await BlockingWork.run {
                    () -> ((text: String, isClosed: Bool), String) in
                    first.send(whole)
                    usleep(200_000)
                    second.send(request)
                    let heard = second.receive(forMilliseconds: 1000)
                    first.send(" ")
                    return (heard, first.receive(forMilliseconds: 1000, upTo: 12).text)
                }
                // The first fits in the budget and gets status 400, because it is not a sync request.
                guard heard.isClosed, answer == "HTTP/1.1 400" else { return false }
                // The stream had already sent status 200, so its connection ends.
                return type == "application/x-ndjson"
                    || (heard.text.hasPrefix("HTTP/1.1 503") && heard.text.contains("Retry-After: 1"))
            }
        }
        let text = [UInt8](repeating: 0x20, count: 900_000)
        try await eventually("the budget is free again") {
            try await desk.send(.post, "/v1/classify", type: "text/plain", text).status == 200
        }
        try await desk.end()
    }
}
