import Ilk
import IlkAPI
import IlkFraming
import IlkHTTP
import IlkLog
import IlkStore
import IlkVocabulary
import StoreTestSupport
import Testing

@Suite("POST /v1/classify with tables, mail and log") struct ClassifyTableTests {
    private static let columns = ["category", "probability", "abstention", "entry", "error"]

    private func rows(_ response: APIResponse) async throws -> [[String?]] {
        #expect(response.status == 200 && response.headers["Content-Type"] == "text/csv")
        return CommaSeparated.rows(Array(try await response.text.utf8)).map { $0.fields ?? [] }
    }

    @Test(arguments: [1, 7, Int.max]) func `each row of a table gains its verdict`(size: Int) async throws {
        let desk = try APIDesk()
        let table =
            "id,text,note\r\n1,\"lol ok, are u\nstill coming tonight?\",a\n\n2,x = 1;,\"b \"\"c\"\"\"\r3,,d"
        let found = try await rows(try await desk.classify(table, type: "text/csv", by: size))
        #expect(found[0] == ["id", "text", "note"] + Self.columns)
        #expect(found.map { $0[0] } == ["id", "1", "2", "3"] && found.allSatisfy { $0.count == 8 })
        #expect(found[1][1] == "lol ok, are u\nstill coming tonight?" && found[2][2] == "b \"c\"")
        #expect(found.dropFirst().map { $0[3] } == ["message", "code", nil])
        #expect(found.dropFirst().map { $0[5] } == [nil, nil, "empty"])
        let plain = try await desk.classify("x = 1;", type: "text/plain").json
        #expect(found[2][4].flatMap(Double.init) == plain["probability"]?.double)
    }

    @Test func `the separator and the column with the texts are those of the header row`() async throws {
        let desk = try APIDesk()
        let table = "\u{FEFF}\"subject\";body\na, b;x = 1;\nc;\"see you; at 8 then\"\n"
        let response = try await desk.classify(table, type: "text/csv", query: "?textField=body&threshold=1")
        let expected = [
            "\u{FEFF}\"subject\";body;category;probability;abstention;entry;error",
            ";;;;;;line 2: the row has 3 fields, expected 2", "c;\"see you; at 8 then\";;;unsure;;",
        ]
        #expect(try await response.text == expected.map { $0 + "\r\n" }.joined())
        // A spreadsheet's guard is not part of the text.
        let guarded = try await rows(try await desk.classify("'text,n\n'x = 1;,'=1\n", type: "text/csv"))
        #expect(guarded[1][0] == "'x = 1;" && guarded[1][2] == "code")
    }

    @Test(arguments: [
        ("", "", "422"), ("\n \n", "", "422"), ("a,b\n1,2\n", "", "422"), ("text,text\n1,2\n", "", "422"),
        ("text,category\n1,2\n", "", "422"), ("te\"xt\n", "", "422"), ("\"text\n", "", "422"),
        ("text\na\n", "?textField=b", "422"), ("text\na\n", "?explain=true", "400 explain"),
        ("text\na\n", "?top=1", "400 top"), ("text\na\n", "?log=true", "422"),
        (String(repeating: "x", count: 101), "", "413"),
    ])
    func `a table without a usable header row is refused`(
        table: String, query: String, expected: String
    ) async throws {
        let desk = try APIDesk { settings, _ in settings.maxText = 100 }
        let response = try await desk.classify(table, type: "text/csv", query: query, by: 40)
        let names = try await response.json["errors"]?.elements?.compactMap { $0["parameter"]?.string } ?? []
        #expect(([String(response.status)] + names).joined(separator: " ") == expected)
    }

    @Test func `a row that cannot be read has its error, and one that is too long ends the table`()
        async throws
    {
        let desk = try APIDesk { settings, _ in settings.maxText = 100 }
        let long = String(repeating: "y", count: 150)
        let table = "text,n\nx = 1;,1\na\"b,2\n\(long),3\nx = 2;,4\n\"\(long)\(long)"
        let found = try await rows(try await desk.classify(table, type: "text/csv", by: 64))
        #expect(
            found.dropFirst().map { $0[6] } == [
                nil,
                "line 3: a quote in a field without quotes; "
                    + "quote the field and double each quote in it (\"\")",
                "a row has more than 100 bytes: the rest of the table was not read",
            ])
        let whole = try await rows(try await desk.classify(table, type: "text/csv"))
        #expect(whole[3][6] == "line 4: the row has more than 100 bytes" && whole[4][2] == "code")
        let latin = try await desk.send(
            "POST", "/v1/classify", type: "text/csv", Array("text\n".utf8) + [0xE9, 0x0A])
        #expect(try await rows(latin)[1][5] == "line 2: the text is not valid UTF-8")
        #expect(try await desk.classify("text\na", type: "text/csv; charset=utf-16").status == 415)
    }

    @Test func `a column of another name is the text of NDJSON too`() async throws {
        let desk = try APIDesk()
        let response = try await desk.classify(
            #"{"body":"x = 1;","text":"see you"}"# + "\n", type: "application/x-ndjson",
            query: "?textField=body")
        #expect(try await response.json["classification"]?["category"]?.string == "code")
        let text = try await desk.classify("x", type: "text/plain", query: "?textField=body")
        #expect(text.status == 400)
    }

    @Test func `a mail message is classified by its text`() async throws {
        let desk = try APIDesk { settings, parts in
            settings.maxText = 20
            parts.messages = PlainMessages()
        }
        let mail = "Subject: a\n\nsee you at 8 then"
        for path in ["/v1/classify", "/v1/explain"] {
            let text = try await desk.send("POST", path, type: "text/plain", Array("see you at 8 then".utf8))
            let found = try await desk.send("POST", path, type: "message/rfc822", Array(mail.utf8))
            #expect(try await found.text == text.text, "\(path)")
        }
        let long = try await desk.classify("Subject: a\n\n" + mail, type: "message/rfc822")
        #expect(try await long.json["flags"] == .array([.string("truncated")]))
        for broken in ["no header", "Subject: crash"] {
            let response = try await desk.classify(broken, type: "message/rfc822")
            #expect(try await response.json["type"]?.string == "/problems/not-mail")
        }
        #expect(try await APIDesk().classify(mail, type: "message/rfc822").status == 415)
    }

    @Test func `a request decides that its texts are not logged`() async throws {
        let scratch = try Scratch()
        let pipeline = try APIDesk.service(.documentType).pipeline
        let store = try ClassificationLogStore.open(
            .file(scratch.path("log.sqlite")), taxonomy: .documentType)
        let logger = ClassificationLogger(store: store)
        let desk = try APIDesk { _, parts in
            parts.classification = TextClassificationService(pipeline: pipeline, logger: logger)
        }
        for (body, type, query) in [
            (#"{"text":"a b","log":false}"#, "application/json", ""),
            (#"{"inputs":["a b"],"log":false}"#, "application/json", ""),
            ("text=a+b&log=false", "application/x-www-form-urlencoded", ""),
            ("a b", "text/plain", "?log=false"),
            (#"{"text":"a b"}"# + "\n", "application/x-ndjson", "?log=false"),
            ("text\na b\n", "text/csv", "?log=false"),
        ] {
            let response = try await desk.classify(body, type: type, query: query)
            let text = try await response.text
            #expect(response.status == 200 && !text.contains("\"entry\""), "\(type)")
        }
        let kept = try await desk.classify(#"{"text":"a b","log":true}"#).json
        let row = try await rows(try await desk.classify("text\nc d\n", type: "text/csv"))
        await logger.flush(.committed, timeout: .seconds(60))
        let entries = [kept["entry"]?.string, row[1][4]].compactMap { $0 }
        #expect(entries.count == 2 && Set(entries).count == 2)
        #expect(try await store.facets(by: [.category]).reduce(0) { $0 + $1.entries } == 2)
        let unlogged = try await APIDesk().classify(#"{"text":"a","log":true}"#)
        #expect(try await unlogged.json["type"]?.string == "/problems/not-logging")
    }
}
