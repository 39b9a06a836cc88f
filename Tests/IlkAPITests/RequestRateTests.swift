import IlkAPI
import IlkHTTP
import IlkSyncStore
import SyncTestSupport
import Testing

@Suite("limit on requests") struct RequestRateTests {
    @Test func `a client has a number of requests a minute`() async throws {
        let clock = ManualClock()
        let desk = try APIDesk(clock: clock) { settings, _ in settings.requestsPerMinute = 2 }
        let one = try await desk.hub.makeToken(for: "home", name: "a", scopes: [.classify])
        let two = try await desk.hub.makeToken(for: "home", name: "b", scopes: [.classify])
        func ask(_ token: String?, from client: String = "") async throws -> (Int, String?, String?) {
            var headers: HeaderFields = [:]
            headers["Authorization"] = token.map { "Bearer \($0)" }
            let response = try await desk.send(
                "POST", "/v1/classify", type: "application/json", headers: headers, Array("{}".utf8),
                from: client)
            #expect(response.headers["RateLimit-Policy"] == "\"default\";q=2;w=60")
            return (response.status, response.headers["RateLimit"], response.headers["Retry-After"])
        }
        // Requests with problems count, too.
        #expect(try await ask(one) == (422, "\"default\";r=1;t=60", nil))
        clock.pass(1500)
        #expect(try await ask(one) == (422, "\"default\";r=0;t=59", nil))
        clock.pass(20_000)
        #expect(try await ask(one) == (429, "\"default\";r=0;t=39", "39"))
        // Other tokens and addresses have their own.
        #expect(try await ask(two).0 == 422)
        #expect(try await ask(nil, from: "127.0.0.1").0 == 422)
        #expect(try await ask(nil, from: "127.0.0.1").0 == 422)
        #expect(try await ask(nil, from: "127.0.0.1").0 == 429)
        #expect(try await ask(nil, from: "127.0.0.2").0 == 422)
        clock.pass(38_500)
        #expect(try await ask(one) == (422, "\"default\";r=1;t=60", nil))
        for target in ["/livez", "/openapi.json"] {
            let response = try await desk.send("GET", target)
            #expect(response.status == 200 && response.headers["RateLimit"] == nil)
        }
    }

    @Test func `there is no limit by default`() async throws {
        let response = try await APIDesk().classify("a", type: "text/plain")
        #expect(response.status == 200 && response.headers["RateLimit-Policy"] == nil)
    }
}
