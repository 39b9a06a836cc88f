#if Server && Network
    import Foundation
    import IlkTransport
    import StoreTestSupport
    import Synchronization
    import TestSupport
    import Testing

    /// A running server with a challenger and metrics.
    @Suite("a running server") struct ServingTests {
        private let tool: Tool

        init() throws { tool = try Tool() }

        private func send(_ address: String, _ path: String, _ text: String? = nil) async throws -> WebReply {
            try await CurlClient().send(
                WebRequest(
                    text == nil ? .get : .post, address + path, headers: [("Content-Type", "text/plain")],
                    body: text.map { Array($0.utf8) }))
        }

        /// Starts a server without authentication. Returns it with its address.
        private func serve(_ options: String...) throws -> (server: InteractiveRun, address: String) {
            let server = try InteractiveRun(
                tool, ["serve", "--listen", "127.0.0.1:0", "--open", "--no-debug"] + options, isHeard: false)
            var line = server.hearComplaint()
            while !line.isEmpty, !line.contains("http://") { line = server.hearComplaint() }
            let start = try #require(line.range(of: "http://"), "\(line)")
            return (server, String(line[start.lowerBound...].prefix { $0 != ";" }))
        }

        private struct Answer: Decodable {
            var category: String?
            var model: String?
        }

        private func answer(_ address: String, _ text: String) async throws -> Answer {
            let reply = try await send(address, "/v1/classify", text)
            #expect(reply.status == 200)
            return try JSONDecoder().decode(Answer.self, from: Data(reply.body))
        }

        /// Returns the value of a series of the metrics page.
        private func value(_ series: String, _ address: String) async throws -> Int? {
            let page = try await send(address, "/metrics")
            #expect(
                page.status == 200
                    && page.header("Content-Type")?.hasPrefix("text/plain; version=0.0.4") == true)
            let line = String(decoding: page.body, as: UTF8.self).split(separator: "\n")
                .first { $0.hasPrefix(series + " ") }
            return line.flatMap { Int($0.dropFirst(series.count + 1)) }
        }

        @Test func `expired records of all stores are deleted and counted, unless that is switched off`()
            async throws
        {
            let made = try tool.shell(
                """
                set -e
                echo 'see you at 8 then' | ilk classify --log
                echo 'you won' | ilk classify --log --taxonomy spam
                ilk calls add Sarah 'long ago' --calls-file mine.sqlite
                ilk usage tap want
                ilk log retention --older-than 0d
                ilk log retention --older-than 0d --taxonomy spam
                ilk calls retention --older-than 0d --calls-file mine.sqlite
                ilk usage retention --older-than 0d
                """)
            #expect(made.status == 0, "\(made.errors)")
            let (idle, _) = try serve("--no-retention", "--log")
            idle.signal(SIGTERM)
            #expect(try idle.end().status == 0)
            #expect(try tool.run("log", "stats").output.contains("entries   1"))
            // The server writes to one of the logs itself.
            let (server, address) = try serve("--log", "--calls-file", "mine.sqlite")
            for (store, count) in [("log", 2), ("calls", 1), ("usage", 1)] {
                try await eventually("the expired records of \(store) are deleted") {
                    try await value("ilk_retention_deleted_total{store=\"\(store)\"}", address) == count
                }
            }
            server.signal(SIGTERM)
            let (status, _, errors) = try server.end()
            #expect(status == 0, "\(errors)")
            for log in [["log", "stats"], ["log", "stats", "--taxonomy", "spam"]] {
                #expect(try tool.run(list: log).output.contains("entries   0"))
            }
            #expect(try tool.run("calls", "export", "--calls-file", "mine.sqlite").output.isEmpty)
            #expect(try tool.run("usage", "ls").output.isEmpty)
        }

        @Test func `a server of several taxonomies logs each text in the log of its taxonomy`() async throws {
            let (server, address) = try serve("--log", "--taxonomy", "doctype", "--taxonomy", "spam")
            let spam = try await send(address, "/v1/classify?taxonomy=spam", "you won, call now")
            #expect(spam.status == 200 && String(decoding: spam.body, as: UTF8.self).contains(#""ham":"#))
            #expect(try await answer(address, "see you at eight then").category == "message")
            #expect(try await send(address, "/v1/classify?taxonomy=nothing", "x").status == 404)
            server.signal(SIGTERM)
            #expect(try server.end().status == 0)
            let logs = try ["spam", "doctype"].map { try tool.run("log", "ls", "--taxonomy", $0).output }
            #expect(logs[0].contains("you won") && !logs[0].contains("see you"), "\(logs[0])")
            #expect(logs[1].contains("see you") && !logs[1].contains("you won"), "\(logs[1])")
        }

        @Test func `a deleted log is reported, and the server continues`() async throws {
            let (server, address) = try serve("--log")
            _ = try await answer(address, "see you at eight then")
            #expect(try tool.shell("rm \"$XDG_DATA_HOME/ilk/log.sqlite\"").status == 0)
            let ready = try await send(address, "/readyz")
            let checks = String(decoding: ready.body, as: UTF8.self)
            #expect(ready.status == 503 && checks.contains("was deleted or replaced"), "\(checks)")
            #expect(try await answer(address, "see you at eight then").category == "message")
            server.signal(SIGTERM)
            _ = try server.end()
        }

        @Test func `a server of all taxonomies answers for each that has rules or a model`() async throws {
            let (server, address) = try serve("--taxonomy", "all")
            let unknown = try await send(address, "/v1/classify?taxonomy=x", "x")
            let list = "the taxonomies are doctype, emotion, severity, spam"
            #expect(String(decoding: unknown.body, as: UTF8.self).contains(list))
            server.signal(SIGTERM)
            #expect(try server.end().status == 0)
            let model = try tool.run("serve", "--taxonomy", "all", "--model", "m.ilk")
            #expect(
                model.status == 64 && model.errors.contains("require a single taxonomy"), "\(model.errors)")
            let wrong = try tool.run("serve", "--taxonomy", "doctyp")
            #expect(wrong.status == 64 && wrong.errors.contains("did you mean 'doctype'?"), "\(wrong.errors)")
        }

        @Test func `a multi-label taxonomy answers with all categories, and a correction overrides them`()
            async throws
        {
            let words = ["garden": "rake", "harbour": "tide", "kitchen": "oven"]
            let texts = (0..<80).map { index in
                let labels = words.keys.sorted().enumerated().filter { index >> $0.offset & 1 == 1 }
                    .map(\.element)
                let text = (labels.compactMap { words[$0] } + ["note", "\(index)"]).joined(separator: " ")
                let list = labels.map { "\"\($0)\"" }.joined(separator: ",")
                return #"{"text":"\#(text)","label":[\#(list)]}"# + "\n"
            }
            try tool.write("tags.jsonl", texts.joined())
            #expect(try tool.run("train", "tags.jsonl", "--name", "tags").status == 0)
            let (server, address) = try serve("--log", "--taxonomy", "tags")
            func answer(_ text: String) async throws -> JSONValue {
                try JSONValue(Data(try await send(address, "/v1/classify", text).body))
            }
            func labels(_ answer: JSONValue) -> Set<String> {
                Set(answer["categories"].elements.compactMap(\.string))
            }
            let first = try await answer("rake and tide")
            #expect(labels(first) == ["garden", "harbour"])
            #expect(first["category"].string.map(labels(first).contains) == true)
            let id = try #require(first["entry"].string)
            try await eventually("the text is logged") {
                try tool.run("log", "show", id, "--taxonomy", "tags").status == 0
            }
            let corrected = try tool.run("log", "correct", id, "kitchen", "garden", "--taxonomy", "tags")
            #expect(corrected.status == 0, "\(corrected.errors)")
            try await eventually("the correction is active") {
                labels(try await answer("rake and tide")) == ["garden", "kitchen"]
            }
            server.signal(SIGTERM)
            #expect(try server.end().status == 0)
        }

        @Test func `a challenger runs in the shadow, its answers are logged, and the ledger is a metric`()
            async throws
        {
            try tool.run("classify", "--log", input: "Saturday as agreed then, bring the boat")
            try tool.run("log", "correct", "-1", "email")
            #expect(try tool.run("retrain").output.contains("is active"))
            let (server, address) = try serve("--log", "--challenger", "built-in")
            let texts = ["lol no", "x = 1;\ny = 2;", "Saturday as agreed then, bring the boats"]
            for text in texts { #expect(try await send(address, "/v1/classify", text).status == 200) }
            #expect(try await value(#"ilk_challenger_texts_total{challenger="built-in"}"#, address) == 3)
            let own = #"ilk_journal_entries_total{journal="log",outcome="stored"}"#
            try await eventually("all texts are logged") { try await value(own, address) == 3 }
            #expect(try await value(own.replacing("stored", with: "accepted"), address) == 3)
            // The ledger file also counts texts of other processes: one before the server, one during its
            // run.
            let file = #"ilk_journal_file_entries{journal="log",outcome="stored"}"#
            #expect(try await value(file, address) == 4)
            try tool.run("classify", "--log", input: "see you at 8 then")
            #expect(try await value(file, address) == 5)
            #expect(try await value(file.replacing("stored", with: "accepted"), address) == 5)
            for outcome in ["pending", "skipped.empty", "dropped.full", "quarantined", "lost.crash"] {
                #expect(try await value(file.replacing("stored", with: outcome), address) == 0)
            }
            #expect(try await value(own, address) == 3)
            server.signal(SIGTERM)
            let outcome = try server.end()
            #expect(
                outcome.status == 0 && outcome.errors.contains("of 3 verdicts differ"), "\(outcome.errors)")
            let compared = try tool.run("model", "compare", "built-in", "--answered")
            #expect(compared.output.contains("of 3 verdicts"), "\(compared.output) \(compared.errors)")
            #expect(try tool.run("serve", "--challenger", "9.9.9").status == 66)
        }

        @Test func `a port in use is reported with its address and a hint`() throws {
            let (server, address) = try serve()
            let place = String(address.dropFirst("http://".count))
            let second = try tool.run("serve", "--listen", place, "--no-debug")
            #expect(second.status == 69)
            #expect(second.errors.contains("the port is in use"), "\(second.errors)")
            #expect(second.errors.contains(place) && second.errors.contains("--listen 127.0.0.1:0"))
            #expect(!second.errors.contains("errno") && !second.errors.contains("bind"))
            server.signal(SIGTERM)
            #expect(try server.end().status == 0)
        }

        @Test(arguments: [["--log"], []])
        func `corrections and new models are used during a run and no request fails`(_ options: [String])
            async throws
        {
            let text = "Saturday as agreed then, bring the boat"
            let (server, address) = try options.isEmpty ? serve() : serve("--log")
            let first = try await answer(address, text)
            #expect(first.category != "search")
            let isOver = Atomic(false)
            let load = Task {
                var bad = 0
                while !isOver.load(ordering: .acquiring) {
                    if try await send(address, "/v1/classify", text).status != 200 { bad += 1 }
                }
                return bad
            }
            // Without `--log`, another process writes the log, which is created only now.
            try tool.run("classify", "--log", input: text)
            #expect(try tool.run("log", "correct", "-1", "search", "--by", "ana").status == 0)
            try await eventually("the correction is used") {
                try await answer(address, text).category == "search"
            }
            #expect(try tool.run("retrain").output.contains("is active"))
            try await eventually("the new model is used") {
                try await answer(address, text).model != first.model
            }
            try tool.run("retrain", "--without-author", "ana")
            try await eventually("the correction is ignored") {
                try await answer(address, text).category == first.category
            }
            try tool.run("retrain", "--with-author", "ana")
            try await eventually("the correction is used again") {
                try await answer(address, text).category == "search"
            }
            let purged = try tool.run("log", "purge", "--all", "--yes")
            #expect(purged.status == 0, "\(purged.errors)")
            try await eventually("the correction is purged with its entry") {
                let now = try await answer(address, text)
                return now.category == first.category && now.model == first.model
            }
            isOver.store(true, ordering: .releasing)
            #expect(try await load.value == 0)
            server.signal(SIGTERM)
            let outcome = try server.end()
            #expect(outcome.status == 0 && outcome.errors.contains("corrections of 1 text are active"))
        }

        @Test func `a label to flag must be one of the taxonomies`() throws {
            let run = try tool.run("serve", "--listen", "127.0.0.1:0", "--flagged-label", "nothing")
            #expect(run.status == 64 && run.errors.contains("unknown label 'nothing'"))
        }

        #if Mail
            @Test func `mail is checked as Rspamd does, and is learned with a token only`() async throws {
                let (server, address) = try serve("--taxonomy", "spam", "--flagged-label", "ham")
                let message = """
                    Subject: =?utf-8?q?URGENT!_You_have_won?=
                    Message-ID: <1@prize.example>
                    Content-Type: text/plain; charset=utf-8
                    Content-Transfer-Encoding: base64

                    WW91IGhhdmUgd29uIGEgMTAwMCBwb3VuZCBwcml6ZSEgQ2FsbCAwOTA2MTcwMTQ2MSBub3cgdG8g
                    Y2xhaW0uCg==

                    """
                let reply = try await send(address, "/checkv2", message)
                let answer = String(decoding: reply.body, as: UTF8.self)
                #expect(reply.status == 200 && answer.contains(#""action":"add header""#), "\(answer)")
                #expect(answer.contains(#""message-id":"1@prize.example""#))
                #expect(try await send(address, "/checkv2", "hello").status == 422)
                #expect(try await send(address, "/learnspam", message).status == 401)
                #expect(try await send(address, "/ping").body == Array("pong\r\n".utf8))
                server.signal(SIGTERM)
                #expect(try server.end().status == 0)
            }
        #endif
    }
#endif
