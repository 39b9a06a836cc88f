import Foundation
import IlkMail
import IlkStore
import IlkVocabulary
import Testing

/// Changes of flags and labels, and trims, with the counts that the database maintains.
@Suite struct `Changes of mail` {
    private static func labels(_ fixture: MailTestStore, _ id: String) async throws -> [String]? {
        try await fixture.emails.fetch(byGmailId: id)?.labelIds
    }

    /// The label's numbers of messages and of unread messages.
    private static func counts(_ fixture: MailTestStore, _ label: String) async throws -> [Int] {
        let found = try await fixture.service.labels.fetch(byGmailId: label, account: fixture.account)
        return found.map { [$0.messagesTotal, $0.messagesUnread] } ?? []
    }

    @Test(arguments: MailTestLocation.allCases)
    func `marking messages as read changes the counts of label, thread and account`(
        _ place: MailTestLocation
    ) async throws {
        try await place.withStore { fixture in
            let emails = [fixture.email("1", thread: "t"), fixture.email("2", at: 1, thread: "t")]
            try await fixture.emails.saveAll(emails)
            #expect(try await fixture.emails.apply(.read(true), to: emails) == 2)
            #expect(try await fixture.emails.apply(.read(true), to: emails) == 0, "they are read already")
            #expect(try await Self.counts(fixture, "INBOX") == [2, 0])
            #expect(try await fixture.emails.unreadCount() == 0)
            #expect(try await fixture.emails.apply(.read(false), to: [emails[1]]) == 1)
            #expect(try await Self.counts(fixture, "INBOX") == [2, 1])
            #expect(try await fixture.emails.fetchThreads().map(\.unreadCount) == [1])
            #expect(try await fixture.countMismatches() == [])
        }
    }

    @Test func `starring a message also changes Gmail's label if the account has it`() async throws {
        try await MailTestLocation.memory.withStore { fixture in
            let email = fixture.email("1")
            try await fixture.emails.save(email)
            #expect(try await fixture.emails.apply(.starred(true), to: [email]) == 1)
            #expect(try await fixture.emails.fetch(byGmailId: "1")?.isStarred == true)
            #expect(try await Self.labels(fixture, "1") == ["INBOX"])
            let other = fixture.email("2", labels: ["STARRED"])
            try await fixture.emails.saveAll([other])
            #expect(try await fixture.emails.apply(.starred(true), to: [other]) == 1)
            #expect(try await fixture.emails.apply(.starred(false), to: [email, other]) == 2)
            #expect(try await Self.labels(fixture, "2") == [])
            #expect(try await fixture.emails.apply(.starred(true), to: [email]) == 1)
            #expect(try await Self.labels(fixture, "1") == ["INBOX", "STARRED"])
            #expect(try await fixture.countMismatches() == [])
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `labels are added and removed with their counts`(_ place: MailTestLocation) async throws {
        try await place.withStore { fixture in
            let email = fixture.email("1")
            try await fixture.emails.save(email)
            #expect(try await fixture.emails.apply(.add(label: "todo"), to: [email]) == 1)
            #expect(try await fixture.emails.apply(.add(label: "todo"), to: [email]) == 0)
            #expect(try await Self.labels(fixture, "1") == ["INBOX", "todo"])
            #expect(try await Self.counts(fixture, "todo") == [1, 1])
            #expect(try await fixture.emails.apply(.remove(label: "INBOX"), to: [email]) == 1)
            #expect(try await fixture.emails.apply(.remove(label: "nowhere"), to: [email]) == 0)
            #expect(try await Self.labels(fixture, "1") == ["todo"])
            #expect(try await Self.counts(fixture, "INBOX") == [0, 0])
            #expect(try await Self.counts(fixture, "nowhere") == [], "removing a label does not create it")
            #expect(try await fixture.countMismatches() == [])
        }
    }

    @Test func `a moved message leaves its folder and keeps other labels`() async throws {
        try await MailTestLocation.memory.withStore { fixture in
            let email = fixture.email("1", labels: ["INBOX", "IMPORTANT", "todo"])
            try await fixture.emails.save(email)
            #expect(try await fixture.emails.apply(.move(to: "SPAM"), to: [email]) == 1)
            #expect(try await Self.labels(fixture, "1") == ["IMPORTANT", "SPAM", "todo"])
            #expect(try await fixture.emails.apply(.move(to: "SPAM"), to: [email]) == 0)
            #expect(try await fixture.emails.apply(.move(to: "Bills"), to: [email]) == 1)
            #expect(try await Self.labels(fixture, "1") == ["Bills", "IMPORTANT", "todo"])
            #expect(try await fixture.countMismatches() == [])
        }
    }

    @Test func `all messages that match a query are changed`() async throws {
        try await MailTestLocation.memory.withStore { fixture in
            let other = try await fixture.other()
            try await fixture.emails.saveAll([
                fixture.email("1", subject: "lunch"), fixture.email("2", subject: "budget"),
                fixture.email("3", subject: "lunch", account: other),
            ])
            let calendar = SearchCalendar(timeZone: .gmt, now: MailTestStore.noon)
            let query = try MailQuery("subject:lunch is:unread", calendar: calendar)
            #expect(
                try await fixture.emails.apply(.read(true), toMatchesOf: query, account: fixture.account) == 1
            )
            #expect(try await fixture.emails.apply(.read(true), toMatchesOf: query) == 1)
            #expect(try await fixture.emails.apply(.read(true), toMatchesOf: query) == 0)
            #expect(keys(try await fixture.emails.fetch(isRead: false)) == ["2"])
        }
    }

    @Test func `an unknown message is an error, and nothing is changed`() async throws {
        try await MailTestLocation.memory.withStore { fixture in
            let email = fixture.email("1")
            try await fixture.emails.save(email)
            await #expect {
                try await fixture.emails.apply(.read(true), to: [email, fixture.email("9")])
            } throws: {
                ($0 as? DatabaseError)?.description == "DB_004: there is no message 9"
            }
            #expect(try await fixture.emails.unreadCount() == 1)
        }
    }

    // MARK: Trimming

    /// Four messages in three threads. The oldest and the newest message are of one thread.
    private static func saveThreads(_ fixture: MailTestStore) async throws {
        try await fixture.emails.saveAll([
            fixture.email("1", at: 1, thread: "a"), fixture.email("2", at: 2, thread: "b"),
            fixture.email("3", at: 3, thread: "c"), fixture.email("4", at: 4, thread: "a"),
        ])
    }

    @Test(arguments: [
        (0, [String]()), (1, ["4", "1"]), (2, ["4", "3", "1"]), (3, ["4", "3", "2", "1"]),
        (9, ["4", "3", "2", "1"]),
    ])
    func `a trim keeps threads of the newest messages whole`(_ keep: Int, _ left: [String]) async throws {
        try await MailTestLocation.memory.withStore { fixture in
            try await Self.saveThreads(fixture)
            let count = try await fixture.emails.trimmedCount(account: fixture.account, keepCount: keep)
            #expect(count == 4 - left.count, "keep \(keep)")
            #expect(try await fixture.emails.trim(account: fixture.account, keepCount: keep) == count)
            #expect(keys(try await fixture.emails.fetch()) == left, "keep \(keep)")
            #expect(try await fixture.countMismatches() == [])
        }
    }

    @Test func `a trim by message keeps exactly the newest messages`() async throws {
        try await MailTestLocation.memory.withStore { fixture in
            try await Self.saveThreads(fixture)
            let emails = fixture.emails
            #expect(try await emails.trimmedCount(account: fixture.account, keepCount: 1, by: .message) == 3)
            #expect(try await emails.trim(account: fixture.account, keepCount: 1, by: .message) == 3)
            #expect(keys(try await emails.fetch()) == ["4"])
        }
    }

    @Test func `messages of threads that a trim deleted are not restored by a sync`() async throws {
        try await MailTestLocation.memory.withStore { fixture in
            try await Self.saveThreads(fixture)
            try await fixture.emails.trim(account: fixture.account, keepCount: 1)
            try await Self.saveThreads(fixture)
            #expect(keys(try await fixture.emails.fetch()) == ["4", "1"])
        }
    }

    // MARK: Corrections

    private static func correction(_ label: String?, _ taxonomy: String = "doctype") -> RecordCorrection {
        RecordCorrection(taxonomy: taxonomy, label: label, author: "ann", time: MailTestStore.noon)
    }

    private static func found(_ query: String, _ fixture: MailTestStore) async throws -> [String] {
        let calendar = SearchCalendar(timeZone: .gmt, now: MailTestStore.noon)
        return keys(try await fixture.emails.search(MailQuery(query, calendar: calendar), limit: 9).records)
    }

    @Test(arguments: MailTestLocation.allCases)
    func `the last correction of a message and a taxonomy counts until it is withdrawn`(
        _ place: MailTestLocation
    ) async throws {
        try await place.withStore { fixture in
            let email = fixture.email("1", subject: "Lunch", body: "at noon")
            try await fixture.emails.saveAll([email, fixture.email("2")])
            for label in ["email", "message"] {
                try await fixture.emails.correct(email, by: Self.correction(label))
            }
            try await fixture.emails.correct(email, by: Self.correction("spam", "spam"))
            var stored = try await fixture.emails.stored([email])
            #expect(stored.first?.corrections.labels == ["doctype": "message", "spam": "spam"])
            #expect(stored.first?.corrections.first == Self.correction("email"), "the history is kept")
            #expect(try await Self.found("category:message", fixture) == ["1"])
            #expect(try await Self.found("category:email", fixture) == [])
            let records = try await fixture.service.labeledRecords(of: .documentType)
            #expect(records.map(\.text.category) == ["message"])
            #expect(records.map(\.text.text) == ["Lunch\n\nat noon"])
            #expect(try await fixture.service.containsAll(records.map(\.number)))
            try await fixture.emails.correct(email, by: Self.correction(nil))
            stored = try await fixture.emails.stored([email])
            #expect(stored.first?.corrections.labels == ["spam": "spam"])
            #expect(stored.first?.corrections.map(\.author) == ["ann", "ann", "ann", "ann"])
            #expect(try await Self.found("category:message", fixture) == [])
            #expect(try await fixture.service.labeledRecords(of: .documentType).isEmpty)
            try await fixture.emails.delete(email)
            #expect(try await fixture.service.containsAll(records.map(\.number)) == false)
        }
    }

    @Test func `corrections are copied by exports, and an older one does not count again`() async throws {
        try await MailTestLocation.memory.withStore { fixture in
            let email = fixture.email("1", subject: "Lunch")
            try await fixture.emails.saveAll([email])
            let account = fixture.account.email
            func merge(_ corrections: [RecordCorrection], _ id: String = "1") async throws -> [Int] {
                let found = try await fixture.emails.merge([
                    MessageCorrections(id: id, account: account, corrections: corrections)
                ])
                return [found.changed, found.missing]
            }
            var older = Self.correction("email")
            older.time -= 60
            let newer = Self.correction("message")
            #expect(try await merge([newer]) == [1, 0])
            #expect(try await merge([older, newer]) == [1, 0])
            #expect(try await merge([older, newer]) == [0, 0])
            #expect(try await merge([newer], "2") == [0, 1])
            let stored = try await fixture.emails.stored([email])
            #expect(stored.first?.corrections == [older, newer])
            #expect(try await Self.found("category:message", fixture) == ["1"])
        }
    }

    @Test func `a correction of the predicted folder is learned in place of the label`() async throws {
        try await MailTestLocation.memory.withStore { fixture in
            let email = fixture.email("1", subject: "Lunch", labels: ["INBOX"])
            try await fixture.emails.save(email)
            try await fixture.emails.correct(
                email, by: Self.correction("Bills", EmailRepository.folderTaxonomy))
            #expect(try await fixture.emails.labeledTexts().texts.map(\.category) == ["Bills"])
        }
    }

    // MARK: Short ids

    @Test func `a shortened id finds its message in an account`() async throws {
        try await MailTestLocation.memory.withStore { fixture in
            let other = try await fixture.other()
            let digest = "sha256:39119d21bea1a57fd0f3d29de1080653d8dc6e5a12bea5f442a41009b776826f"
            try await fixture.emails.saveAll([
                fixture.email("lamp1@harbour.example"), fixture.email(digest, at: 1),
                fixture.email("lamp1@harbour.example", at: 2, account: other),
            ])
            #expect(fixture.email(digest).shortID == "B776826F")
            // printf lamp1@harbour.example | sha256sum
            #expect(fixture.email("lamp1@harbour.example").shortID == "64F4AA86")
            #expect(keys(try await fixture.emails.fetch(shortID: "b776826f")) == [digest])
            let short = fixture.email("lamp1@harbour.example").shortID
            #expect(try await fixture.emails.fetch(shortID: short).count == 2)
            let found = try await fixture.emails.fetch(shortID: short, account: fixture.account)
            #expect(found.map(\.accountId) == [fixture.account.id])
            #expect(try await fixture.emails.fetch(shortID: "00000000").isEmpty)
        }
    }
}
