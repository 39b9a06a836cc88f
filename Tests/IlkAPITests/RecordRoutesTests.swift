import Foundation
import IlkCalls
import IlkDebug
import IlkDebugStore
import IlkFiles
import IlkFraming
import IlkHTTP
import IlkMail
import IlkStore
import IlkSyncStore
import IlkUsage
import IlkVocabulary
import Testing

/// The lists, searches and records of calls, mail, usage and debug events.
@Suite("GET /v1/calls, /v1/mail, /v1/usage and /v1/debug") struct RecordRoutesTests {
    private static let names = ["calls", "mail", "usage", "debug"]
    /// Three records, the oldest first.
    private static let texts = ["zorp one", "blick two", "zorp three"]
    private static let start = Date(timeIntervalSince1970: 1_700_000_000)

    private func fill(_ name: String, _ folders: IlkFolders) async throws {
        switch name {
        case "calls": try await fillCalls(folders.calls)
        case "mail": try await fillMail(folders.mail)
        case "usage": try await fillUsage(folders.usage)
        default: try await fillDebug(folders.debug)
        }
    }

    private func fillCalls(_ path: String) async throws {
        let store = try CallLogStorage.open(.file(path))
        let contact = try await store.contact(creatingNamed: "Ann").contact
        for (hour, text) in Self.texts.enumerated() {
            let time = Self.start.addingTimeInterval(Double(hour) * 3600)
            try await store.saveCallLog(
                CallDraft(contactId: contact.id, calledAt: time, notes: text, tags: ["work"]))
        }
        try store.close()
    }

    private func fillMail(_ path: String) async throws {
        let store = try DatabaseService.open(.file(path))
        let account = Account(email: "ann@example.org")
        try await store.accounts.save(account)
        try await store.emails.saveAll(
            Self.texts.enumerated().map { hour, text in
                Email(
                    gmailId: "m\(hour)", accountId: account.id, threadId: "t\(hour)", subject: text,
                    fromAddress: "bob@example.org", date: Self.start.addingTimeInterval(Double(hour) * 3600),
                    snippet: text)
            })
        try store.close()
    }

    private func fillUsage(_ path: String) async throws {
        let store = try UsageStore.open(.file(path))
        let device = store.nextID()
        let events = Self.texts.enumerated().map { hour, text in
            UsageEvent(
                id: store.nextID(),
                time: ZonedTime(milliseconds: (1_700_000_000 + Int64(hour) * 3600) * 1000, zone: 0),
                action: .phrase(PhraseCompletion(symbolIDs: ["a"], phrase: text, constructionTime: 1000)),
                language: "en", sessionID: device, deviceID: device, caregiverProfileID: device)
        }
        _ = try await store.insert(events.map { .event($0) })
        try store.close()
    }

    private func fillDebug(_ path: String) async throws {
        let store = try DebugLogStore.open(.file(path))
        let records = Self.texts.enumerated().map { hour, text in
            let time = (1_700_000_000 + Int64(hour) * 3600) * 1_000_000_000
            return DebugRecord(
                entry: DebugLogEntry(
                    id: store.nextID(), nanoseconds: time, source: .backend, event: "NOTE",
                    payload: ["note": .string(text)]),
                received: time)
        }
        _ = try await store.insert(records)
        try store.close()
    }

    /// Returns the places in ``texts`` of the records of a page.
    private func places(_ page: JSONTree) -> [Int] {
        (page["items"]?.elements ?? []).map { item in
            let text = "\(item)"
            return Self.texts.firstIndex { text.contains($0) } ?? -1
        }
    }

    @Test(arguments: names) func `records are listed by page, searched and shown`(name: String) async throws {
        let desk = try await LogDesk([])
        let path = "/v1/\(name)"
        // Without a store there are no records, and none is created.
        #expect(try await places(desk.get(path).json) == [])
        #expect(try await desk.get("\(path)/-1").status == 404)
        try await fill(name, desk.folders)
        let all = try await desk.get(path).json
        #expect(places(all) == [2, 1, 0] && all["next"] == nil)
        let first = try await desk.get("\(path)?limit=2")
        #expect(try await places(first.json) == [2, 1])
        let next = try #require(try await first.json["next"]?.string)
        #expect(next.hasPrefix("\(path)?limit=2&cursor="))
        #expect(first.headers["Link"] == "<\(next)>; rel=\"next\"")
        let last = try await desk.get(next)
        #expect(try await places(last.json) == [0] && last.headers["Link"] == nil)
        #expect(try await places(desk.get("\(path)?q=zorp").json) == [2, 0])
        #expect(try await places(desk.get("\(path)?q=nothing").json) == [])
        let lines = try await desk.get(path, headers: ["Accept": "application/x-ndjson"])
        let objects = try await lines.text.split(separator: "\n").map {
            try JSONTree(strictly: Array($0.utf8))
        }
        #expect(all["items"]?.elements == objects)
        #expect(try await "\(desk.get("\(path)/-1").json)".contains(Self.texts[2]))
        #expect(try await desk.get("\(path)/-9").status == 404)
    }

    private static let columns: [String: [String?]] = [
        "calls": CallRecord.columnNames, "mail": StoredMessage.columnNames, "usage": UsageRecord.columnNames,
        "debug": DebugRecordCSV.names,
    ]

    @Test(arguments: names) func `a list in CSV has the columns of the export`(name: String) async throws {
        let desk = try await LogDesk([])
        let path = "/v1/\(name)"
        func get(_ target: String) async throws -> (response: APIResponse, rows: [[String?]]) {
            let response = try await desk.get(target, headers: ["Accept": "text/csv"])
            #expect(response.headers["Content-Type"] == "text/csv; charset=utf-8")
            let rows = CommaSeparated.rows(Array(try await response.text.utf8)).map { $0.fields ?? [] }
            #expect(rows.first == Self.columns[name])
            #expect(rows.allSatisfy { $0.count == rows.first?.count })
            return (response, Array(rows.dropFirst()))
        }
        func places(_ rows: [[String?]]) -> [Int] {
            rows.map { row in Self.texts.firstIndex { "\(row)".contains($0) } ?? -1 }
        }
        #expect(try await get(path).rows.isEmpty)
        try await fill(name, desk.folders)
        let first = try await get("\(path)?limit=2")
        #expect(places(first.rows) == [2, 1])
        let link = try #require(first.response.headers["Link"])
        let last = try await get(String(link.dropFirst().prefix { $0 != ">" }))
        #expect(places(last.rows) == [0] && last.response.headers["Link"] == nil)
        #expect(try await places(get("\(path)?q=zorp").rows) == [2, 0])
        #expect(try await desk.get(path, headers: ["Accept": "text/html"]).status == 406)
    }

    @Test func `a spreadsheet runs no field of a list as a formula`() async throws {
        let desk = try await LogDesk(["=1+1"])
        let call = #"{"contact":"Ann","notes":"=1+1"}"#
        _ = try await desk.send("POST", "/v1/calls", as: .correct, call)
        for path in ["/v1/calls", "/v1/log/doctype", "/v1/log/doctype/export"] {
            for (query, isGuarded, text) in [("", false, "=1+1"), ("?spreadsheet=true", true, "'=1+1")] {
                let csv = try await desk.get(path + query, headers: ["Accept": "text/csv"])
                let rows = CommaSeparated.rows(Array(try await csv.text.utf8)).map { $0.fields ?? [] }
                #expect(rows.count == 2 && rows[1].contains(text), "\(path)\(query)")
                #expect(rows[0].compactMap { $0 }.first?.hasPrefix("'") == isGuarded, "\(path)\(query)")
            }
        }
    }

    @Test(arguments: names) func `invalid requests have their problem`(name: String) async throws {
        let desk = try await LogDesk([])
        try await fill(name, desk.folders)
        let path = "/v1/\(name)"
        for (query, problem) in [
            ("cursor=%21", "no-such-page"), ("q=%22", "invalid-query"), ("limit=0", "invalid-parameter"),
            ("since=x", name == "mail" ? "unknown-parameter" : "invalid-parameter"),
        ] {
            let response = try await desk.get("\(path)?\(query)")
            #expect(try await desk.problem(response) == problem, "\(query)")
        }
        #expect(try await desk.get(path, as: .classify).status == 403)
    }

    @Test(arguments: ["calls", "usage", "debug"])
    func `a list is limited to a period`(name: String) async throws {
        let desk = try await LogDesk([])
        try await fill(name, desk.folders)
        let period = "since=2023-11-14T23:00:00Z&until=2023-11-14T23:30:00Z"
        #expect(try await places(desk.get("/v1/\(name)?\(period)").json) == [1])
    }
}
