import Foundation
import IlkCalls
import IlkDebug
import IlkDebugStore
import IlkLog
import IlkMail
import IlkStore
import IlkUsage
import IlkVocabulary
import StoreTestSupport
import TestSupport
import Testing

/// Databases that an earlier program wrote. Each test migrates a copy.
@Suite struct `Databases of an earlier program` {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func location(_ name: String) throws -> StoreLocation {
        try FormerRelease.unpack("stores/\(name)", to: scratch.path(name))
        return .file(scratch.path(name))
    }

    @Test func `a log has its entries, verdicts, corrections and search index`() async throws {
        let location = try location("log.sqlite")
        let log = try ClassificationLogStore.open(location)
        let entries = try await log.entries(newest: 10)
        #expect(
            entries.map(\.log.text) == [
                "weather rome", "return x > 0;", "great goal #cup", "The report has two parts and a summary.",
                "see you at nine", "Dear Ann, the parcel came. Kind regards, Tom",
            ])
        #expect(
            entries.map(\.category) == ["email", "search", "message", "document", "message", "email"])
        #expect(
            entries.map { $0.verdict?.provenance.classifier }
                == Array(repeating: "fused", count: 6))
        #expect(entries.map { $0.correction?.author } == ["ann", "ann", "ann", nil, nil, nil])
        #expect(try await log.search(FullTextQuery("parcel"), newest: 10).map(\.id) == [entries[5].id])
        try await log.verify()
        try await log.correct(.newest(4), to: "email", source: .human, author: "ben")
        #expect(try await log.entry(.newest(4)).category == "email")
        #expect(try await log.fault(thorough: true) == nil)
        try log.close()
    }

    @Test func `the ledger next to a log is settled without losses`() async throws {
        let location = try location("log.sqlite")
        _ = try self.location("log.sqlite.ledger")
        let log = try ClassificationLogStore.open(location)
        let ledger = try await log.ledger()
        #expect(ledger.accepted == 7 && ledger.stored == 6 && ledger.skipped == [.empty: 1])
        #expect(ledger.lost == [:] && ledger.pending == 0 && ledger.damagedSlots == 0)
        try log.close()
    }

    @Test func `a call store has its calls, contacts, tags and outbox`() async throws {
        let calls = try CallLogStorage.open(try location("calls.sqlite"))
        let all = try await calls.fetchCallLogs()
        #expect(all.map(\.notes) == ["left a voicemail", "we talked about Rome"])
        #expect(all.map(\.duration) == [5, 20] && all.map(\.emotion) == [nil, .happy])
        #expect(try await calls.contacts().map(\.name) == ["Ben", "Sarah"])
        #expect(try await calls.tagsAndAttachments(of: all[0].key).tags == ["work"])
        #expect(try await calls.search(FullTextQuery("rome")).map(\.key) == [all[1].key])
        #expect(try await calls.syncQueue().map(\.call.syncStatus) == [.pending, .pending])
        try await calls.updateCallLogs([.id(all[0].key)]) { $0.notes = "called back" }
        #expect(try await calls.fault(thorough: true) == nil)
        try calls.close()
    }

    @Test func `a usage store has its events, sessions and devices`() async throws {
        let usage = try UsageStore.open(try location("usage.sqlite"))
        let events = try await usage.events()
        #expect(events.compactMap(\.tap).map(\.label) == ["cookie", "want", "I"])
        let sessions = try await usage.sessions()
        #expect(sessions.map(\.title) == ["Dinner"] && sessions.map(\.place) == ["kitchen"])
        #expect(sessions.map(\.totalSymbols) == [3] && sessions.map(\.phrases) == [1])
        #expect(try await usage.devices().map(\.name).sorted() == ["home iPad", "other"])
        let found = try await usage.events(matching: UsageFilter(words: FullTextQuery("cookie")))
        #expect(found.count == 1)
        #expect(try await usage.fault(thorough: true) == nil)
        try usage.close()
    }

    @Test func `a debug store has its events, levels and counts`() async throws {
        let debug = try DebugLogStore.open(try location("debug.sqlite"))
        try await debug.updateIndex()
        let records = try await debug.search(nil, newest: 10)
        #expect(records.map(\.entry.event) == ["UI_TAP", "DB_RETRY", "API_RESPONSE"])
        #expect(records.map(\.entry.level) == [.info, nil, .error])
        #expect(records[2].entry.payload["status"]?.asNumber == 500)
        let calendar = SearchCalendar(timeZone: .gmt, now: Date(timeIntervalSince1970: 1_795_400_000))
        let found = try await debug.search(DebugQuery("payload.status>=500", calendar: calendar), newest: 10)
        #expect(found.map(\.entry.id) == [records[2].entry.id])
        #expect(try await debug.facets(by: []).map(\.entries) == [3])
        #expect(try await debug.fault(thorough: true) == nil)
        try debug.close()
    }

    @Test func `a mail store has its messages, threads, labels and verdicts`() async throws {
        let mail = try DatabaseService.open(try location("mail.sqlite"))
        let emails = try await mail.emails.fetch(limit: 10)
        #expect(emails.map(\.subject) == ["Re: Lunch in Rome", "Lunch in Rome"])
        #expect(emails.map(\.fromName) == ["Töm", "Ann"] && emails.allSatisfy { !$0.isRead })
        #expect(emails.map(\.labelIds) == [["inbox"], ["inbox"]])
        #expect(try await mail.emails.fetchThreads().map(\.messageCount) == [2])
        #expect(try await mail.emails.unreadCount(folder: "inbox") == 2)
        #expect(try await mail.emails.search(query: "fountain").map(\.gmailId) == ["a1@example.org"])
        let stored = try await mail.emails.records(matching: MailSelection(withSource: true)).records
        #expect(stored.flatMap(\.verdicts).map(\.category) == ["email", "email"])
        #expect(stored[0].source.map { String(decoding: $0, as: UTF8.self) }?.hasPrefix("From: Ann") == true)
        #expect(try await mail.fault(thorough: true) == nil)
        try mail.close()
    }
}
