#if Server

    import Foundation
    import IlkAPI
    import IlkSyncStore
    import IlkTransport
    import Testing

    @Suite("metrics access and expired tokens") struct MetricsAccessTests {
        private static func desk(_ isPublic: Bool?) async throws -> TestServer {
            try await TestServer { settings, parts in
                settings.isMetricsPublic = isPublic
                parts.metrics = ("text/plain", { "ilk_texts_total 1\n" })
            }
        }

        @Test(arguments: [nil, true]) func `metrics need no token on loopback`(isPublic: Bool?) async throws {
            let desk = try await Self.desk(isPublic)
            let reply = try await desk.send(.get, "/metrics")
            #expect(reply.status == 200 && reply.text == "ilk_texts_total 1\n")
            try await desk.end()
        }

        @Test func `metrics that need a token require the scope metrics`() async throws {
            let desk = try await Self.desk(false)
            let refused = try await desk.send(.get, "/metrics")
            #expect(refused.status == 401 && !refused.text.contains("ilk_texts_total"))
            let others = try await desk.token(.classify, .debug, .sync, name: "others")
            #expect(try await desk.send(.get, "/metrics", token: others).status == 403)
            let own = try await desk.token(.metrics, name: "prometheus")
            #expect(try await desk.send(.get, "/metrics", token: own).text == "ilk_texts_total 1\n")
            #expect(
                try await desk.send(.post, "/v1/classify", token: own, type: "text/plain", [0x78]).status
                    == 403)
            #expect(try await desk.send(.get, "/livez").status == 200)
            try await desk.end()
        }

        @Test(arguments: [
            ("127.0.0.1", true), ("127.9.8.7", true), ("localhost", true), ("::1", true), ("0.0.0.0", false),
            ("::", false), ("192.0.2.1", false), ("127.0.0.1.example.com", false), ("127.example.0.1", false),
            ("127.0.0", false), ("127.0.0.1.1", false), ("127.0.0.256", false), ("example.com", false),
            ("", false),
        ])
        func `metrics need a token beyond loopback unless the settings say otherwise`(
            host: String, isLoopback: Bool
        ) throws {
            var settings = ServerSettings()
            settings.host = host
            #expect(settings.isLoopback == isLoopback)
            for (isPublic, isNeeded) in [(nil, !isLoopback), (true, false), (false, true)] as [(Bool?, Bool)]
            {
                settings.isMetricsPublic = isPublic
                #expect(settings.needsMetricsToken == isNeeded)
            }
        }

        @Test func `an expired token is refused with the time of its expiry`() async throws {
            let desk = try await TestServer()
            let end = Date(timeIntervalSince1970: 1_700_000_000)
            let expired = try await desk.hub.makeToken(
                for: "home", name: "old", scopes: [.classify], expires: end)
            let reply = try await desk.send(.post, "/v1/classify", token: expired, type: "text/plain", [0x78])
            #expect(reply.status == 401 && reply.header("WWW-Authenticate") == "Bearer")
            #expect(reply.text.contains("expired at 2023-11-14T22:13:20Z"), "\(reply.text)")
            let valid = try await desk.hub.makeToken(
                for: "home", name: "new", scopes: [.classify], expires: .now.addingTimeInterval(3600))
            #expect(
                try await desk.send(.post, "/v1/classify", token: valid, type: "text/plain", [0x78]).status
                    == 200
            )
            try await desk.end()
        }
    }

#endif
