#if Server && Network
    import Foundation
    import IlkTransport
    import StoreTestSupport
    import Testing

    /// A running server that has a challenger answer too, and says what it counted.
    @Suite("a running server") struct ServingTests {
        private let tool: Tool

        init() throws { tool = try Tool() }

        private func send(_ address: String, _ path: String, _ text: String? = nil) async throws -> WebReply {
            try await CurlClient().send(
                WebRequest(
                    text == nil ? .get : .post, address + path, headers: [("Content-Type", "text/plain")],
                    body: text.map { Array($0.utf8) }))
        }

        /// The value of a series of the page.
        private func value(_ series: String, _ address: String) async throws -> Int? {
            let page = try await send(address, "/metrics")
            #expect(
                page.status == 200
                    && page.header("Content-Type")?.hasPrefix("text/plain; version=0.0.4") == true)
            let line = String(decoding: page.body, as: UTF8.self).split(separator: "\n")
                .first { $0.hasPrefix(series + " ") }
            return line.flatMap { Int($0.dropFirst(series.count + 1)) }
        }

        @Test func `a challenger answers in the shadow, its answers are logged, and the ledger is a metric`()
            async throws
        {
            try tool.run("classify", "--log", input: "Saturday as agreed then, bring the boat")
            try tool.run("log", "correct", "-1", "email")
            #expect(try tool.run("retrain").output.contains("in use now"))
            let server = try Conversation(
                tool,
                [
                    "serve", "--listen", "127.0.0.1:0", "--open", "--log", "--no-debug", "--challenger",
                    "built-in",
                ],
                isHeard: false)
            var line = server.hearComplaint()
            while !line.isEmpty, !line.contains("http://") { line = server.hearComplaint() }
            let start = try #require(line.range(of: "http://"), "\(line)")
            let address = String(line[start.lowerBound...].prefix { $0 != ";" })

            let texts = ["lol no", "x = 1;\ny = 2;", "Saturday as agreed then, bring the boats"]
            for text in texts { #expect(try await send(address, "/v1/classify", text).status == 200) }
            #expect(try await value(#"ilk_challenger_texts_total{challenger="built-in"}"#, address) == 3)
            let stored = #"ilk_journal_entries_total{journal="classification-log",outcome="stored"}"#
            let page = try await send(address, "/metrics")
            let name =
                String(decoding: page.body, as: UTF8.self).split(separator: "\n").map(String.init)
                .first { $0.contains(#"outcome="stored""#) }?.split(separator: " ").first.map(String.init)
                ?? stored
            try await eventually("all is stored") { try await value(name, address) == 3 }
            let accepted = name.replacing("stored", with: "accepted")
            #expect(try await value(accepted, address) == 3)
            server.signal(SIGTERM)
            let outcome = try server.end()
            #expect(
                outcome.status == 0 && outcome.errors.contains("of 3 texts otherwise"), "\(outcome.errors)")
            let compared = try tool.run("model", "compare", "built-in", "--answered")
            #expect(compared.output.contains("of 3 verdicts"), "\(compared.output) \(compared.errors)")
            #expect(try tool.run("serve", "--challenger", "9.9.9").status == 66)
        }
    }
#endif
