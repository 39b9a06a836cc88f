import Foundation
import IlkMail
import IlkStore
import Testing

@Suite struct `The messages of a mail store` {
    @Test(arguments: MailTestLocation.allCases)
    func `a saved record is found by its key with all its fields`(_ place: MailTestLocation) async throws {
        try await place.withStore { fixture in
            var email = fixture.email(
                "1", subject: "Grüße", name: "Ann", snippet: "s", body: "b\nc", messageId: "m@x")
            email.toAddresses = [MailAddress(name: "Bob", address: "b@x"), MailAddress(address: "c@x")]
            email.ccAddresses = [MailAddress(name: "D", address: "")]
            email.attachments = [
                Attachment(filename: "a.png", mimeType: "image/png", size: 5, contentId: "c")
            ]
            email.references = ["p@x", "q@x"]
            email.isStarred = true
            email.historyId = "9"
            email.size = 77
            email.threadId = "t1"
            try await fixture.emails.save(email)
            #expect(try await fixture.emails.fetch(byGmailId: "1") == email)
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `an unknown id finds nothing`(_ place: MailTestLocation) async throws {
        try await place.withStore { fixture in
            let found = try await fixture.emails.fetch(byGmailId: "no")
            #expect(found == nil)
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `without filters all messages are returned, newest first`(_ place: MailTestLocation) async throws {
        try await place.withStore { fixture in
            try await fixture.emails.saveAll([
                fixture.email("a", at: 2), fixture.email("b", at: 9), fixture.email("c", at: 5),
            ])
            #expect(keys(try await fixture.emails.fetch()) == ["b", "c", "a"])
        }
    }

    /// Four messages with different accounts, folders and read states.
    private func filled(_ fixture: MailTestStore) async throws -> Account {
        let other = try await fixture.other()
        try await fixture.emails.saveAll([
            fixture.email("1", at: 1), fixture.email("2", at: 2, isRead: true),
            fixture.email("3", at: 3, labels: ["Lists"]),
            fixture.email("4", at: 4, isRead: true, labels: ["INBOX", "Lists"], account: other),
        ])
        return other
    }

    @Test(arguments: MailTestLocation.allCases)
    func `filters by account, folder and read state are combined with AND`(_ place: MailTestLocation)
        async throws
    {
        try await place.withStore { fixture in
            let other = try await filled(fixture)
            let rows: [(Account?, String?, Bool?, [String])] = [
                (fixture.account, nil, nil, ["3", "2", "1"]), (other, nil, nil, ["4"]),
                (nil, "INBOX", nil, ["4", "2", "1"]), (nil, "Lists", nil, ["4", "3"]), (nil, "none", nil, []),
                (nil, nil, true, ["4", "2"]), (nil, nil, false, ["3", "1"]),
                (fixture.account, "INBOX", nil, ["2", "1"]), (fixture.account, "INBOX", false, ["1"]),
                (other, "Lists", true, ["4"]), (fixture.account, nil, true, ["2"]),
                (nil, "INBOX", true, ["4", "2"]),
                (other, "INBOX", false, []),
            ]
            for (account, folder, isRead, wanted) in rows {
                let found = try await fixture.emails.fetch(
                    account: account, folder: folder, isRead: isRead, limit: nil, offset: nil)
                #expect(keys(found) == wanted, "\(account?.email ?? "-") \(folder ?? "-") \(isRead as Any)")
            }
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `limit, offset and cursors select a page`(_ place: MailTestLocation)
        async throws
    {
        try await place.withStore { fixture in
            try await fixture.emails.saveAll((0..<10).map { fixture.email("\($0)", at: Double($0)) })
            #expect(keys(try await fixture.emails.fetch(limit: 3)) == ["9", "8", "7"])
            #expect(keys(try await fixture.emails.fetch(limit: 3, offset: 8)) == ["1", "0"])
            #expect(try await fixture.emails.fetch(limit: 0).isEmpty)
            for folder in [nil, "INBOX"] {
                let first = try await fixture.emails.page(folder: folder, limit: 4)
                let second = try await fixture.emails.page(folder: folder, limit: 4, before: first.end)
                let third = try await fixture.emails.page(folder: folder, limit: 4, before: second.end)
                #expect(
                    keys(first.records + second.records + third.records)
                        == (0..<10).reversed().map { "\($0)" })
                #expect(third.end == nil)
                #expect(try await fixture.emails.page(folder: folder, limit: 10).end == nil)
                #expect(try await fixture.emails.page(folder: folder, limit: 9).end != nil)
                // Also with a cursor, an unknown folder has no messages.
                let none = try await fixture.emails.page(folder: "nope", limit: 4, before: first.end)
                #expect(none.records.isEmpty)
            }
            #expect(try await fixture.emails.records(matching: MailSelection(folder: "nope")).records.isEmpty)
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `messages with the same second are sorted by insertion, the last one first`(
        _ place: MailTestLocation
    ) async throws {
        try await place.withStore { fixture in
            for id in ["a", "b", "c"] { try await fixture.emails.save(fixture.email(id)) }
            #expect(keys(try await fixture.emails.fetch()) == ["c", "b", "a"])
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `saving an existing message changes its flags, labels, text and date`(_ place: MailTestLocation)
        async throws
    {
        try await place.withStore { fixture in
            var email = fixture.email("1", subject: "first", body: "apple")
            try await fixture.emails.save(email)
            try await fixture.emails.save(fixture.email("2", at: 5))
            email.isRead = true
            email.labelIds = ["Done"]
            email.subject = "second"
            email.bodyText = "pear"
            email.date = MailTestStore.noon.addingTimeInterval(60)
            try await fixture.emails.save(email)
            let found = try await fixture.emails.fetch()
            #expect(keys(found) == ["1", "2"])
            email.threadId = found[0].threadId
            #expect(found[0] == email)
            #expect(try await fixture.emails.search(query: "first", account: nil).isEmpty)
            #expect(keys(try await fixture.emails.search(query: "second", account: nil)) == ["1"])
            #expect(try await fixture.countMismatches() == [])
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `saving a message without a body keeps the stored body`(_ place: MailTestLocation) async throws {
        try await place.withStore { fixture in
            try await fixture.emails.save(fixture.email("1", body: "text"))
            try await fixture.emails.save(fixture.email("1", isRead: true))
            #expect(try await fixture.emails.fetch(byGmailId: "1")?.bodyText == "text")
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `several messages are saved in one transaction, all or none`(_ place: MailTestLocation) async throws
    {
        try await place.withStore { fixture in
            var stray = fixture.email("x")
            stray.accountId = UUID()
            await #expect(throws: DatabaseError.self) {
                try await fixture.emails.saveAll([fixture.email("1"), stray])
            }
            #expect(try await fixture.emails.count() == 0)
            try await fixture.emails.saveAll((0..<500).map { fixture.email("\($0)", at: Double($0)) })
            #expect(try await fixture.emails.count() == 500)
            try await fixture.emails.saveAll([])
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `a message is deleted with all its rows, and a second time gives DB_004`(_ place: MailTestLocation)
        async throws
    {
        try await place.withStore { fixture in
            let email = fixture.email("1", subject: "farewell")
            try await fixture.emails.saveAll([email, fixture.email("2")])
            try await fixture.emails.delete(email)
            #expect(try await fixture.emails.fetch(byGmailId: "1") == nil)
            #expect(try await fixture.emails.search(query: "farewell", account: nil).isEmpty)
            #expect(try await fixture.countMismatches() == [])
            await #expect { try await fixture.emails.delete(email) } throws: {
                ($0 as? DatabaseError)?.description == "DB_004: there is no message 1"
            }
        }
    }

    @Test(
        arguments: [(1000, 1000), (1001, 1000), (5, 0), (5, 9), (5, -1), (0, 3)], MailTestLocation.allCases)
    func `deleting the oldest messages keeps the newest`(_ sizes: (Int, Int), _ place: MailTestLocation)
        async throws
    {
        let (there, kept) = sizes
        try await place.withStore { fixture in
            let other = try await fixture.other()
            // Pairs of messages have the same date.
            try await fixture.emails.saveAll((0..<there).map { fixture.email("\($0)", at: Double($0 / 2)) })
            try await fixture.emails.save(fixture.email("theirs", at: -100, account: other))
            try await fixture.emails.deleteOldest(account: fixture.account, keepCount: kept)
            let left = try await fixture.emails.fetch(account: fixture.account)
            #expect(keys(left) == (0..<there).reversed().prefix(max(0, kept)).map { "\($0)" })
            #expect(try await fixture.emails.count(account: other, folder: nil) == 1)
            #expect(try await fixture.countMismatches() == [])
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `trimmed messages are not restored by a sync`(_ place: MailTestLocation) async throws {
        try await place.withStore { fixture in
            let all = (0..<10).map { fixture.email("\($0)", at: Double($0)) }
            try await fixture.emails.saveAll(all)
            try await fixture.emails.deleteOldest(account: fixture.account, keepCount: 4)
            try await fixture.emails.saveAll(all + [fixture.email("new", at: 20)])
            #expect(keys(try await fixture.emails.fetch()) == ["new", "9", "8", "7", "6"])
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `all and unread messages are counted overall, by account, by folder and by both`(
        _ place: MailTestLocation
    ) async throws {
        try await place.withStore { fixture in
            let other = try await filled(fixture)
            let rows: [(Account?, String?, Int, Int)] = [
                (nil, nil, 4, 2), (fixture.account, nil, 3, 2), (other, nil, 1, 0), (nil, "INBOX", 3, 1),
                (fixture.account, "INBOX", 2, 1), (other, "Lists", 1, 0), (nil, "Lists", 2, 1),
                (nil, "none", 0, 0),
            ]
            for (account, folder, messages, unread) in rows {
                #expect(try await fixture.emails.count(account: account, folder: folder) == messages)
                #expect(try await fixture.emails.unreadCount(account: account, folder: folder) == unread)
            }
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `a read message is no longer counted as unread in any folder`(_ place: MailTestLocation) async throws
    {
        try await place.withStore { fixture in
            try await fixture.emails.save(fixture.email("1", labels: ["INBOX", "Lists"], thread: "t"))
            try await fixture.emails.save(
                fixture.email("1", isRead: true, labels: ["INBOX", "Lists"], thread: "t"))
            for folder in [nil, "INBOX", "Lists"] {
                #expect(try await fixture.emails.unreadCount(folder: folder) == 0)
            }
            #expect(try await fixture.emails.fetchThreads().map(\.unreadCount) == [0])
            #expect(try await fixture.countMismatches() == [])
        }
    }
}
