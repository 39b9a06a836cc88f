import Foundation
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
import TestSupport
import Testing

@testable import IlkAPI

@Suite("reports about debug events, mail and usage in the API") struct ApplicationRoutesTests {
    private func addEvents(_ desk: LogDesk, _ events: [(second: Int64, level: LogLevel)]) async throws {
        let store = try DebugLogStore.open(.file(desk.folders.debug))
        let correlation = try #require(RecordID("00000000-0000-0000-0000-000000000001"))
        let records = events.map { event in
            let time = (1_700_000_000 + event.second) * 1_000_000_000
            return DebugRecord(
                entry: DebugLogEntry(
                    id: store.nextID(), correlationId: correlation, nanoseconds: time, source: .backend,
                    level: event.level, event: "NOTE", payload: ["second": .integer(event.second)]),
                received: time)
        }
        _ = try await store.insert(records)
        try store.close()
    }

    /// Seconds of events, the width of a bar and the number of bars.
    private static let histograms: [(seconds: [Int64], width: Int, bars: Int)] = [
        ([0, 1, 3], 1, 4), ([0, 59], 1, 60), ([0, 60], 5, 13), ([0, 86_400 * 40], 86_400, 41), ([7], 1, 1),
    ]

    @Test(arguments: histograms)
    func `a histogram has at most 61 bars, with the empty ones`(
        seconds: [Int64], width: Int, bars: Int
    ) async throws {
        let desk = try await LogDesk([])
        try await addEvents(desk, seconds.map { ($0, .info) })
        let json = try await desk.get("/v1/debug/histogram").json
        let items = json["items"]?.elements ?? []
        #expect(json["seconds"]?.integer == width && items.count == bars)
        #expect(json["entries"]?.integer == seconds.count && json["isComplete"]?.bool == true)
        #expect(items.compactMap { $0["entries"]?.integer }.reduce(0, +) == seconds.count)
    }

    @Test func `a histogram counts the matches of a search by level`() async throws {
        let desk = try await LogDesk([])
        #expect(try await desk.get("/v1/debug/histogram").json["entries"]?.integer == 0)
        try await addEvents(desk, [(0, .info), (0, .error), (1, .error)])
        let json = try await desk.get("/v1/debug/histogram?q=level%3Aerror").json
        #expect(json["entries"]?.integer == 2)
        #expect(json["items"]?.elements?.first?["levels"]?["info"] == nil)
        #expect(try await desk.get("/v1/debug/histogram?q=%22").status == 422)
    }

    @Test func `the sync status counts from the replica of a store`() async throws {
        let desk = try await LogDesk([])
        for ending in ["", ".sync"] {
            try FormerRelease.unpack("stores/usage.sqlite" + ending, to: desk.folders.usage + ending)
        }
        let status = try await desk.get("/v1/sync/status").json["stores"]?.elements ?? []
        let usage = try #require(status.first { $0["name"]?.string == "usage" })
        #expect(usage["hub"]?.string != nil && usage["lastSync"]?.string != nil)
        #expect(usage["waiting"]?.integer == 0 && usage["refused"]?.integer == 0)
        #expect(usage["conflicts"]?.integer == 1 && usage["copies"]?.elements?.count == 1)
        let log = try #require(status.first { $0["name"]?.string == "log-doctype" })
        #expect(log["hub"] == nil && log["waiting"]?.integer == 0)
    }

    @Test func `a trace has its events in their order, and templates are counted`() async throws {
        let desk = try await LogDesk([])
        try await addEvents(desk, [(9, .info), (2, .info), (5, .warn)])
        let path = "/v1/debug/traces/00000000-0000-0000-0000-000000000001"
        let items = try await desk.get(path).json["items"]?.elements ?? []
        #expect(items.map { $0["payload"]?["second"]?.integer } == [2, 5, 9])
        #expect(try await desk.get(path.dropLast() + "2").status == 404)
        #expect(try await desk.get("/v1/debug/templates?hours=8760").status == 200)
    }

    @Test func `mail is listed by label with unread counts, and a thread has its texts`() async throws {
        let desk = try await LogDesk([])
        #expect(try await desk.get("/v1/mail/labels").json["items"]?.elements?.isEmpty == true)
        let store = try DatabaseService.open(.file(desk.folders.mail))
        let account = Account(email: "ann@example.org")
        try await store.accounts.save(account)
        try await store.labels.save(Label(gmailId: "Label_1", accountId: account.id, name: "Work"))
        var emails: [Email] = []
        for (number, thread) in ["t0", "t0", "t1"].enumerated() {
            var email = Email(gmailId: "m\(number)", accountId: account.id, threadId: thread, date: store.now)
            email.date += Double(number)
            email.bodyText = "text \(number)"
            email.isRead = number == 0
            email.labelIds = [thread == "t1" ? "INBOX" : "Label_1"]
            emails.append(email)
        }
        try await store.emails.saveAll(emails)
        try store.close()
        let labels = try await desk.get("/v1/mail/labels").json["items"]?.elements ?? []
        let work = try #require(labels.first { $0["id"]?.string == "Label_1" })
        #expect(work["name"]?.string == "Work" && work["messages"]?.integer == 2)
        #expect(work["unread"]?.integer == 1)
        let threads = try await desk.get("/v1/mail/threads?account=ann@example.org&label=Label_1").json
        let first = try #require(threads["items"]?.elements?.first)
        #expect(first["thread"]?.string == "t0" && first["account"]?.string == "ann@example.org")
        #expect(threads["items"]?.elements?.count == 1)
        let thread = try await desk.get("/v1/mail/threads/t0").json["items"]?.elements ?? []
        #expect(thread.map { $0["body"]?.string } == ["text 0", "text 1"])
        #expect(try await desk.get("/v1/mail/threads/t9").status == 404)
        #expect(try await desk.get("/v1/mail/threads?account=bob@example.org").status == 404)
    }

    @Test(arguments: ["", "&account=ann%40example.org", "&label=INBOX"])
    func `threads are listed by page`(selection: String) async throws {
        let desk = try await LogDesk([])
        #expect(try await desk.get("/v1/mail/threads").json["items"]?.elements?.isEmpty == true)
        let store = try DatabaseService.open(.file(desk.folders.mail))
        let account = Account(email: "ann@example.org")
        try await store.accounts.save(account)
        try await store.emails.saveAll(
            ["t0", "t1", "t2", "t0"].enumerated().map { number, thread in
                Email(
                    gmailId: "m\(number)", accountId: account.id, threadId: thread,
                    date: Date(timeIntervalSince1970: 1_700_000_000 + Double(number)), labelIds: ["INBOX"])
            })
        try store.close()
        let path = "/v1/mail/threads?limit=2\(selection)"
        let (first, pages) = try await desk.pages(path)
        #expect(first.headers["Link"]?.hasPrefix("<\(path)&cursor=") == true)
        #expect(pages.map { $0.map { $0["thread"]?.string } } == [["t0", "t2"], ["t1"]])
        #expect(pages[0][0]["account"]?.string == "ann@example.org")
        #expect(try await desk.problem(desk.get("\(path)&cursor=%21")) == "no-such-page")
    }

    /// Adds taps: 'help' is used on days 1 to 10 only, 'want' on all 16 days.
    private static func addUsage(to path: String) async throws {
        let store = try UsageStore.open(.file(path))
        let device = store.nextID()
        var events: [UsageEvent] = []
        for day in 1...16 {
            let symbols = day <= 10 ? ["help", "help", "want"] : ["want", "want", "want"]
            for (number, symbol) in symbols.enumerated() {
                let second = Int64(day) * 86_400 + Int64(number)
                events.append(
                    UsageEvent(
                        id: store.nextID(), time: ZonedTime(milliseconds: second * 1000, zone: 0),
                        action: .tap(SymbolTap(symbolID: symbol, label: symbol)), language: "en",
                        sessionID: device, deviceID: device))
            }
        }
        _ = try await store.insert(events.map { .event($0) })
        try store.close()
    }

    @Test func `the daily check flags symbols that are no longer used`() async throws {
        let desk = try await LogDesk([])
        let now = Date(timeIntervalSince1970: 17 * 86_400 + 3600)
        let check = JobSchedule.regressions(in: desk.folders.usage, every: 86_400) { now }
        #expect(try await check.work() == "no records of usage")
        try await Self.addUsage(to: desk.folders.usage)
        #expect(try await check.work() == "flagged 1 symbol on 1970-01-17")
        #expect(try await check.work() == "flagged 1 symbol on 1970-01-17")
        let flags = try await desk.get("/v1/usage/regressions?on=1970-01-17").json
        #expect(flags["items"]?.elements?.count == 1)
    }

    @Test func `the readiness check covers the stores of the applications`() async throws {
        let desk = try await LogDesk([])
        try await Self.addUsage(to: desk.folders.usage)
        let ready = try await desk.get("/readyz")
        let checks = try await ready.json["checks"]
        #expect(ready.status == 200)
        for name in ["calls", "mail", "usage"] { #expect(checks?[name]?.string == "ok") }
        #expect(checks?["debug"] == nil, "this server takes no debug events")
        try Data("no database".utf8).write(to: URL(filePath: desk.folders.mail))
        let broken = try await desk.get("/readyz")
        let problem = try await broken.json["checks"]?["mail"]?.string
        #expect(broken.status == 503)
        #expect(problem?.contains("not a database") == true && problem?.contains("/") == false)
    }

    @Test func `usage is reported, and a check flags symbols that are no longer used`() async throws {
        let desk = try await LogDesk([])
        #expect(try await desk.get("/v1/usage/report").status == 404)
        try await Self.addUsage(to: desk.folders.usage)
        let report = try await desk.get("/v1/usage/report?from=1970-01-02&to=1970-01-17").json
        #expect(report["total"]?["taps"]?.integer == 48 && report["days"]?.elements?.count == 16)
        let path = "/v1/usage/regressions?on=1970-01-17"
        #expect(try await desk.get(path).json["items"]?.elements?.isEmpty == true)
        #expect(try await desk.send("POST", path, as: .read).status == 403)
        let checked = try await desk.send("POST", path, as: .correct).json
        let flag = try #require(checked["items"]?.elements?.first)
        #expect(flag["symbol_id"]?.string == "help" && flag["previous_frequency"]?.integer == 20)
        #expect(
            flag["last_used_date"]?.string == "1970-01-11" && checked["recentFrom"]?.string == "1970-01-13")
        #expect(try await desk.get(path).json == checked)
        #expect(try await desk.get("/v1/usage/report?from=yesterday").status == 400)
    }
}
