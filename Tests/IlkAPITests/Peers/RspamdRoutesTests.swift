import Ilk
import IlkAPI
import IlkFraming
import IlkHTTP
import IlkLog
import IlkStore
import IlkSyncStore
import IlkVocabulary
import StoreTestSupport
import Testing

/// The requests are those of `rspamc` 3.4.
@Suite("Rspamd's routes") struct RspamdRoutesTests {
    private static let spam =
        "Subject: URGENT!\nMessage-ID: <a@b>\n\nYou have won a 1000 prize. Call 09061701461 now\n"

    /// Creates a server for the spam taxonomy that logs, if a file is given.
    private func desk(
        log: String? = nil, _ change: (inout ServerSettings) -> Void = { _ in }
    ) throws -> (desk: APIDesk, logger: ClassificationLogger?) {
        let plain = try APIDesk.service(.spam)
        let logger = try log.map {
            ClassificationLogger(store: try ClassificationLogStore.open(.file($0), taxonomy: .spam))
        }
        let service = TextClassificationService(pipeline: plain.pipeline, logger: logger)
        let desk = try APIDesk { settings, parts in
            parts.classification = service
            parts.messages = PlainMessages()
            change(&settings)
        }
        return (desk, logger)
    }

    private func send(
        _ method: String, _ path: String, _ message: String = spam, to desk: APIDesk, password: String? = nil
    ) async throws -> APIResponse {
        var headers: HeaderFields = ["Filename": "m.eml", "Flags": "body_block", "User-Agent": "rspamc"]
        headers["Password"] = password
        return try await desk.send(
            method, path, type: method == "GET" ? nil : "text/plain", headers: headers, Array(message.utf8))
    }

    /// Calls a route without the check of its token.
    private func answer(
        _ method: String, _ target: String, _ message: String = spam, by desk: APIDesk
    ) async throws -> APIResponse {
        guard case .found(let route, let path) = desk.dispatcher.table.match(method, target) else {
            throw Problem.notFound
        }
        return try await route.respond(
            to: APIRequest(method, target, body: BytesBody(Array(message.utf8))), path: path)
    }

    @Test func `a message has a score, an action and symbols that add up to the score`() async throws {
        let answer = try await send("POST", "/checkv2", to: desk().desk).json
        #expect(answer["action"]?.string == "add header" && answer["message-id"]?.string == "a@b")
        let score = try #require(answer["score"]?.double)
        let symbols = try #require(answer["symbols"]?.members)
        let sum = symbols.compactMap { $0.value["score"]?.double }.reduce(0, +)
        #expect(score > 2 && score <= 15 && abs(min(max(sum, -15), 15) - score) < 1e-6)
        #expect(symbols.last?.name == "ILK_MODEL" && symbols.allSatisfy { $0.name.hasPrefix("ILK_") })
        #expect(answer["required_score"]?.double == 15)
    }

    @Test(
        arguments: [
            ("hello", [:], 422), ("", [:], 422), ("Subject: crash\n\n", [:], 422),
            ("hello", ["Raw": "yes"], 200),
            ("Subject: a\n\nb", ["Compression": "zstd"], 415),
        ] as [(String, [String: String], Int)])
    func `a body that is no message is refused, unless it is declared as text`(
        body: String, headers: [String: String], status: Int
    ) async throws {
        let fields = HeaderFields(headers.map { (name: $0.key, value: $0.value) })
        let response = try await desk().desk.send(
            "POST", "/checkv2", type: "text/plain", headers: fields, Array(body.utf8))
        #expect(response.status == status)
        let error = try await response.json["error"]?.string
        #expect((error == nil) == (status == 200))
    }

    @Test func `the header Password holds the token on these routes only`() async throws {
        let (desk, _) = try desk { $0.isOpen = false }
        let token = try await desk.hub.makeToken(for: "home", name: "a", scopes: [.classify])
        #expect(try await send("POST", "/checkv2", to: desk).status == 401)
        #expect(try await send("POST", "/checkv2", to: desk, password: "x").status == 401)
        #expect(try await send("POST", "/checkv2", to: desk, password: token).status == 200)
        #expect(try await send("POST", "/learnspam", to: desk, password: token).status == 403)
        #expect(try await send("GET", "/stat", "", to: desk, password: token).status == 403)
        #expect(try await send("POST", "/v1/classify", to: desk, password: token).status == 401)
        #expect(try await send("GET", "/ping", "", to: desk).text == "pong\r\n")
    }

    @Test func `the OpenAPI document has the header Password`() async throws {
        let document = try await desk { $0.isOpen = false }.desk.send("GET", "/openapi.json").json
        let security = document["paths"]?["/checkv2"]?["post"]?["security"]?.elements
        #expect(security?.map { $0.members?.map(\.name) } == [["bearer"], ["password"]])
        #expect(document["components"]?["securitySchemes"]?["password"]?["name"]?.string == "Password")
        let other = document["paths"]?["/v1/classify"]?["post"]?["security"]?.elements
        #expect(other?.map { $0.members?.map(\.name) } == [["bearer"]])
    }

    @Test func `learned messages are logged and corrected`() async throws {
        let scratch = try Scratch()
        let (desk, logger) = try desk(log: scratch.path("log.sqlite"))
        let store = try #require(logger?.store)
        let ham = "Subject: Lunch\n\nAre we still on for lunch today?\n"
        for (path, message) in [("/learnspam", Self.spam), ("/learnham", ham)] {
            #expect(try await answer("POST", path, message, by: desk).json["success"] == .bool(true))
        }
        let corrections = try await store.correctedCategories()
        #expect(Set(corrections.values) == [["spam"], ["ham"]])
        let entries = try await store.entries(newest: 10)
        #expect(entries.count == 2 && entries.allSatisfy { $0.correction?.source == .api })
        let counts = try await answer("GET", "/stat", "", by: desk).json
        #expect(counts["scanned"] == .integer(2) && counts["total_learns"] == .integer(2))
        #expect((counts["spam_count"]?.integer ?? 0) + (counts["ham_count"]?.integer ?? 0) == 2)
        await logger?.close()
    }

    @Test(arguments: [("POST", "/learnspam"), ("POST", "/learnham"), ("GET", "/stat")])
    func `a server without a log refuses to learn`(method: String, path: String) async throws {
        let (desk, _) = try desk()
        let problem = await #expect(throws: Problem.self) { try await answer(method, path, by: desk) }
        #expect(problem?.type == .notLogging && problem?.detail.contains("--log") == true)
    }

    @Test func `a server without the labels of spam lacks the routes`() async throws {
        let desk = try APIDesk { _, parts in parts.messages = PlainMessages() }
        #expect(try await send("POST", "/checkv2", to: desk).status == 404)
    }
}
