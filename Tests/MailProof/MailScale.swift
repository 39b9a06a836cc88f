import Foundation
import IlkMail
import IlkStore
import TestSupport

/// Measures the latency of queries in a store with many messages.
struct MailScale {
    let path: String

    func run(_ messages: Int) async throws {
        let service = try DatabaseService.open(.file(path))
        var account = Account(email: "me@example.com")
        if let found = try await service.accounts.fetch(byEmail: account.email) { account = found }
        try await service.accounts.save(account)
        let there = try await service.emails.count(account: nil, folder: nil)
        let start = ContinuousClock.now
        var random = SeededGenerator(seed: 3)
        for first in stride(from: there, to: messages, by: 10_000) {
            try await service.emails.saveAll(
                (first..<min(messages, first + 10_000)).map { email($0, account, &random) })
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        print("\(messages - there) messages saved in \(seconds) s")
        try await measure(service, account)
        try service.close()
    }

    private static let words: [String] = (0..<20_000).map { index in
        var letters: [UInt8] = []
        for place in 0..<6 {
            // Wrapping arithmetic scatters the letters; overflow is harmless.
            let mixed = index &* 31 &+ place &* place &* 7 &+ index >> (place + 1)
            letters.append(UInt8(97 + mixed % 26))
        }
        return String(decoding: letters, as: UTF8.self)
    }

    private func email(_ number: Int, _ account: Account, _ random: inout SeededGenerator) -> Email {
        let words = (0..<40).map { _ in Self.words[min(random.below(20_000), random.below(20_000))] }
        return Email(
            gmailId: "m\(number)", accountId: account.id, messageId: "m\(number)@x",
            references: number % 6 == 0 ? [] : ["m\(number - 1)@x"],
            subject: words[0..<5].joined(separator: " "),
            fromAddress: "user\(random.below(5000))@example.com",
            fromName: "\(words[5]) \(words[6])",
            date: Date(timeIntervalSince1970: 1_000_000_000 + Double(number) * 300),
            snippet: words[7..<20].joined(separator: " "), bodyText: words.joined(separator: " "),
            isRead: number % 10 != 0, labelIds: [number % 4 == 0 ? "INBOX" : "Lists"], size: 2000)
    }

    private func measure(_ service: DatabaseService, _ account: Account) async throws {
        let emails = service.emails
        let calendar = SearchCalendar(timeZone: .gmt, now: Date(timeIntervalSince1970: 1_300_000_000))
        try await time("fetch, newest 50", bound: 5) { _ = try await emails.fetch(limit: 50) }
        try await time("fetch, folder 50", bound: 5) {
            _ = try await emails.fetch(account: account, folder: "INBOX", isRead: nil, limit: 50, offset: nil)
        }
        try await time("fetch, folder unread 50", bound: 5) {
            _ = try await emails.fetch(
                account: account, folder: "INBOX", isRead: false, limit: 50, offset: nil)
        }
        try await time("threads, folder 50", bound: 5) {
            _ = try await emails.fetchThreads(account: account, folder: "INBOX", limit: 50)
        }
        try await time("unread count", bound: 1) {
            _ = try await emails.unreadCount(account: account, folder: "INBOX")
        }
        try await time("count of all messages", bound: 1) { _ = try await emails.count() }
        let common = Self.words[3]
        for (name, query) in [
            ("common word", common), ("substring of it", String(common.prefix(3))), ("rare", "user4999@"),
            ("absent", "qzqzqzx"),
            ("two words", common + " " + Self.words[5]), ("name", "example.com"),
        ] {
            try await time("substring search, \(name)", bound: 50) {
                _ = try await emails.search(query: query, account: account)
            }
        }
        try await time("substring search, two letters", bound: 300) {
            _ = try await emails.search(query: "zx", account: account)
        }
        try await time("substring search, two letters, absent", bound: 300) {
            _ = try await emails.search(query: "£%", account: account)
        }
        for text in [
            common, "\(common) \(Self.words[9])", "from:user17", "subject:\(common) is:unread",
            "tag:INBOX \(common)",
            "date:2009-01..2009-03 \(common)", "\(common) -\(Self.words[2])", "absentword",
        ] {
            let query = try MailQuery(text, calendar: calendar)
            try await time("query \(text)", bound: 50) { _ = try await emails.search(query, limit: 50) }
        }
    }

    /// Prints the median of nine runs after one to warm up, in milliseconds.
    private func time(_ name: String, bound: Double, _ body: () async throws -> Void) async throws {
        try await body()
        var times: [Double] = []
        for _ in 0..<9 {
            let start = ContinuousClock.now
            try await body()
            times.append((ContinuousClock.now - start) / .milliseconds(1))
        }
        let median = times.sorted()[4]
        print(
            "\(median < bound ? "ok " : "NOT") \(name): \((median * 100).rounded() / 100) ms (bound \(bound))"
        )
    }
}
