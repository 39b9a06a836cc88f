import IlkMail
import Foundation
import IlkStore
import Testing

@Suite struct `The threads of a mail store` {
    @Test(arguments: MailTestLocation.allCases)
    func `replies join the thread of the original in any order of arrival`(_ place: MailTestLocation)
        async throws
    {
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
        for order in orders {
            try await place.withStore { fixture in
                let mails = [
                    fixture.email("1", at: 1, messageId: "a@x"),
                    fixture.email("2", at: 2, messageId: "b@x", references: ["a@x"]),
                    fixture.email("3", at: 3, messageId: "c@x", references: ["a@x", "b@x"]),
                ]
                for index in order { try await fixture.emails.save(mails[index]) }
                let threads = try await fixture.emails.fetchThreads()
                #expect(threads.map(\.messageCount) == [3], "\(order)")
                #expect(try await fixture.countMismatches() == [])
            }
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `a message that replies to two threads merges them`(_ place: MailTestLocation) async throws {
        try await place.withStore { fixture in
            try await fixture.emails.saveAll([
                fixture.email("1", at: 1, messageId: "a@x"),
                fixture.email("2", at: 2, isRead: true, messageId: "b@x"),
                fixture.email("3", at: 3, messageId: "c@x"),
            ])
            #expect(try await fixture.emails.fetchThreads().count == 3)
            try await fixture.emails.save(
                fixture.email("4", at: 4, messageId: "d@x", references: ["a@x", "b@x"]))
            let threads = try await fixture.emails.fetchThreads()
            #expect(threads.map(\.messageCount) == [3, 1])
            #expect(threads.map(\.unreadCount) == [2, 1])
            #expect(try await fixture.countMismatches() == [])
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `messages with the same subject are separate threads`(_ place: MailTestLocation) async throws {
        try await place.withStore { fixture in
            try await fixture.emails.saveAll([
                fixture.email("1", subject: "Hi", messageId: "a@x"),
                fixture.email("2", subject: "Re: Hi", messageId: "b@x"),
            ])
            #expect(try await fixture.emails.fetchThreads().count == 2)
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `accounts do not share threads`(_ place: MailTestLocation) async throws {
        try await place.withStore { fixture in
            let other = try await fixture.other()
            try await fixture.emails.saveAll([
                fixture.email("1", messageId: "a@x"),
                fixture.email("2", messageId: "b@x", references: ["a@x"], account: other),
            ])
            #expect(try await fixture.emails.fetchThreads().count == 2)
            #expect(try await fixture.emails.fetchThreads(account: other).count == 1)
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `a given thread id is kept`(_ place: MailTestLocation) async throws {
        try await place.withStore { fixture in
            try await fixture.emails.saveAll([
                fixture.email("1", at: 1, thread: "t1"), fixture.email("2", at: 2, thread: "t1"),
                fixture.email("3", at: 3, thread: "t2"),
            ])
            let threads = try await fixture.emails.fetchThreads()
            #expect(threads.map(\.threadId) == ["t2", "t1"])
            #expect(
                keys(try await fixture.emails.fetch(threadId: "t1", accountId: fixture.account.id)) == [
                    "1", "2",
                ])
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `threads of a folder are sorted by their newest message in it, up to the limit`(
        _ place: MailTestLocation
    ) async throws {
        try await place.withStore { fixture in
            try await fixture.emails.saveAll([
                fixture.email("1", at: 1, thread: "a"), fixture.email("2", at: 2, thread: "b"),
                fixture.email("3", at: 3, labels: ["Lists"], thread: "a"),
                fixture.email("4", at: 0, thread: "c"),
                fixture.email("5", at: 9, labels: ["Lists"], thread: "d"),
            ])
            let inbox = try await fixture.emails.fetchThreads(account: nil, folder: "INBOX", limit: nil)
            #expect(inbox.map(\.threadId) == ["b", "a", "c"])
            let two = try await fixture.emails.fetchThreads(
                account: fixture.account, folder: "INBOX", limit: 2)
            #expect(two.map(\.threadId) == ["b", "a"])
            let all = try await fixture.emails.fetchThreads(limit: 2)
            #expect(all.map(\.threadId) == ["d", "a"])
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `pages contain each thread once, also with older messages on later pages`(
        _ place: MailTestLocation
    ) async throws {
        try await place.withStore { fixture in
            try await fixture.emails.saveAll([
                fixture.email("1", at: 1, thread: "a"), fixture.email("2", at: 2, thread: "b"),
                fixture.email("3", at: 3, thread: "c"), fixture.email("4", at: 4, thread: "a"),
                fixture.email("5", at: 5, labels: ["Lists"], thread: "b"),
                fixture.email("6", at: 0, thread: "d"),
            ])
            for (account, folder, order) in [
                (nil, nil, ["b", "a", "c", "d"]), (fixture.account, nil, ["b", "a", "c", "d"]),
                (nil, "INBOX", ["a", "c", "b", "d"]), (fixture.account, "Lists", ["b"]),
            ] as [(Account?, String?, [String])] {
                for limit in 1...5 {
                    var found: [String] = []
                    var cursor: EmailCursor?
                    repeat {
                        let page = try await fixture.emails.threadPage(
                            account: account, folder: folder, limit: limit, before: cursor)
                        #expect(page.records.count <= limit)
                        found += page.records.map(\.threadId)
                        cursor = page.end
                    } while cursor != nil
                    #expect(found == order, "\(folder ?? "all"), \(limit)")
                }
            }
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `a thread without messages is deleted`(_ place: MailTestLocation) async throws {
        try await place.withStore { fixture in
            let email = fixture.email("1", messageId: "a@x")
            try await fixture.emails.save(email)
            try await fixture.emails.delete(email)
            #expect(try await fixture.emails.fetchThreads().isEmpty)
            #expect(try await fixture.countMismatches() == [])
        }
    }
}
