import Foundation
import IlkMail
import IlkStore
import IlkVocabulary
import Testing

/// Changes of flags and labels, and trims, with the counts that the database maintains.
@Suite struct `Changes of mail` {
    private static func labels(_ house: MailTestStore, _ id: String) async throws -> [String]? {
        try await house.emails.fetch(byGmailId: id)?.labelIds
    }

    /// The label's numbers of messages and of unread messages.
    private static func counts(_ house: MailTestStore, _ label: String) async throws -> [Int] {
        let found = try await house.service.labels.fetch(byGmailId: label, account: house.account)
        return found.map { [$0.messagesTotal, $0.messagesUnread] } ?? []
    }

    @Test(arguments: MailTestLocation.allCases)
    func `marking messages as read changes the counts of label, thread and account`(
        _ place: MailTestLocation
    ) async throws {
        try await place.withStore { house in
            let emails = [house.email("1", thread: "t"), house.email("2", at: 1, thread: "t")]
            try await house.emails.saveAll(emails)
            #expect(try await house.emails.apply(.read(true), to: emails) == 2)
            #expect(try await house.emails.apply(.read(true), to: emails) == 0, "they are read already")
            #expect(try await Self.counts(house, "INBOX") == [2, 0])
            #expect(try await house.emails.unreadCount() == 0)
            #expect(try await house.emails.apply(.read(false), to: [emails[1]]) == 1)
            #expect(try await Self.counts(house, "INBOX") == [2, 1])
            #expect(try await house.emails.fetchThreads().map(\.unreadCount) == [1])
            #expect(try await house.countMismatches() == [])
        }
    }

    @Test func `starring a message also changes Gmail's label if the account has it`() async throws {
        try await MailTestLocation.memory.withStore { house in
            let email = house.email("1")
            try await house.emails.save(email)
            #expect(try await house.emails.apply(.starred(true), to: [email]) == 1)
            #expect(try await house.emails.fetch(byGmailId: "1")?.isStarred == true)
            #expect(try await Self.labels(house, "1") == ["INBOX"])
            let other = house.email("2", labels: ["STARRED"])
            try await house.emails.saveAll([other])
            #expect(try await house.emails.apply(.starred(true), to: [other]) == 1)
            #expect(try await house.emails.apply(.starred(false), to: [email, other]) == 2)
            #expect(try await Self.labels(house, "2") == [])
            #expect(try await house.emails.apply(.starred(true), to: [email]) == 1)
            #expect(try await Self.labels(house, "1") == ["INBOX", "STARRED"])
            #expect(try await house.countMismatches() == [])
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `labels are added and removed with their counts`(_ place: MailTestLocation) async throws {
        try await place.withStore { house in
            let email = house.email("1")
            try await house.emails.save(email)
            #expect(try await house.emails.apply(.add(label: "todo"), to: [email]) == 1)
            #expect(try await house.emails.apply(.add(label: "todo"), to: [email]) == 0)
            #expect(try await Self.labels(house, "1") == ["INBOX", "todo"])
            #expect(try await Self.counts(house, "todo") == [1, 1])
            #expect(try await house.emails.apply(.remove(label: "INBOX"), to: [email]) == 1)
            #expect(try await house.emails.apply(.remove(label: "nowhere"), to: [email]) == 0)
            #expect(try await Self.labels(house, "1") == ["todo"])
            #expect(try await Self.counts(house, "INBOX") == [0, 0])
            #expect(try await Self.counts(house, "nowhere") == [], "removing a label does not create it")
            #expect(try await house.countMismatches() == [])
        }
    }

    @Test func `a moved message leaves its folder and keeps other labels`() async throws {
        try await MailTestLocation.memory.withStore { house in
            let email = house.email("1", labels: ["INBOX", "IMPORTANT", "todo"])
            try await house.emails.save(email)
            #expect(try await house.emails.apply(.move(to: "SPAM"), to: [email]) == 1)
            #expect(try await Self.labels(house, "1") == ["IMPORTANT", "SPAM", "todo"])
            #expect(try await house.emails.apply(.move(to: "SPAM"), to: [email]) == 0)
            #expect(try await house.emails.apply(.move(to: "Bills"), to: [email]) == 1)
            #expect(try await Self.labels(house, "1") == ["Bills", "IMPORTANT", "todo"])
            #expect(try await house.countMismatches() == [])
        }
    }

    @Test func `all messages that match a query are changed`() async throws {
        try await MailTestLocation.memory.withStore { house in
            let other = try await house.other()
            try await house.emails.saveAll([
                house.email("1", subject: "lunch"), house.email("2", subject: "budget"),
                house.email("3", subject: "lunch", account: other),
            ])
            let calendar = SearchCalendar(timeZone: .gmt, now: MailTestStore.noon)
            let query = try MailQuery("subject:lunch is:unread", calendar: calendar)
            #expect(
                try await house.emails.apply(.read(true), toMatchesOf: query, account: house.account) == 1)
            #expect(try await house.emails.apply(.read(true), toMatchesOf: query) == 1)
            #expect(try await house.emails.apply(.read(true), toMatchesOf: query) == 0)
            #expect(keys(try await house.emails.fetch(isRead: false)) == ["2"])
        }
    }

    @Test func `an unknown message is an error, and nothing is changed`() async throws {
        try await MailTestLocation.memory.withStore { house in
            let email = house.email("1")
            try await house.emails.save(email)
            await #expect {
                try await house.emails.apply(.read(true), to: [email, house.email("9")])
            } throws: {
                ($0 as? DatabaseError)?.description == "DB_004: there is no message 9"
            }
            #expect(try await house.emails.unreadCount() == 1)
        }
    }

    // MARK: Trimming

    /// Four messages in three threads. The oldest and the newest message are of one thread.
    private static func saveThreads(_ house: MailTestStore) async throws {
        try await house.emails.saveAll([
            house.email("1", at: 1, thread: "a"), house.email("2", at: 2, thread: "b"),
            house.email("3", at: 3, thread: "c"), house.email("4", at: 4, thread: "a"),
        ])
    }

    @Test(arguments: [
        (0, [String]()), (1, ["4", "1"]), (2, ["4", "3", "1"]), (3, ["4", "3", "2", "1"]),
        (9, ["4", "3", "2", "1"]),
    ])
    func `a trim keeps threads of the newest messages whole`(_ keep: Int, _ left: [String]) async throws {
        try await MailTestLocation.memory.withStore { house in
            try await Self.saveThreads(house)
            let count = try await house.emails.trimmedCount(account: house.account, keepCount: keep)
            #expect(count == 4 - left.count, "keep \(keep)")
            #expect(try await house.emails.trim(account: house.account, keepCount: keep) == count)
            #expect(keys(try await house.emails.fetch()) == left, "keep \(keep)")
            #expect(try await house.countMismatches() == [])
        }
    }

    @Test func `a trim by message keeps exactly the newest messages`() async throws {
        try await MailTestLocation.memory.withStore { house in
            try await Self.saveThreads(house)
            let emails = house.emails
            #expect(try await emails.trimmedCount(account: house.account, keepCount: 1, by: .message) == 3)
            #expect(try await emails.trim(account: house.account, keepCount: 1, by: .message) == 3)
            #expect(keys(try await emails.fetch()) == ["4"])
        }
    }

    @Test func `messages of threads that a trim deleted are not restored by a sync`() async throws {
        try await MailTestLocation.memory.withStore { house in
            try await Self.saveThreads(house)
            try await house.emails.trim(account: house.account, keepCount: 1)
            try await Self.saveThreads(house)
            #expect(keys(try await house.emails.fetch()) == ["4", "1"])
        }
    }

    // MARK: Corrections

    private static func correction(_ label: String?, _ taxonomy: String = "doctype") -> RecordCorrection {
        RecordCorrection(taxonomy: taxonomy, label: label, author: "ann", time: MailTestStore.noon)
    }

    private static func found(_ query: String, _ house: MailTestStore) async throws -> [String] {
        let calendar = SearchCalendar(timeZone: .gmt, now: MailTestStore.noon)
        return keys(try await house.emails.search(MailQuery(query, calendar: calendar), limit: 9).records)
    }

    @Test(arguments: MailTestLocation.allCases)
    func `the last correction of a message and a taxonomy counts until it is withdrawn`(
        _ place: MailTestLocation
    ) async throws {
        try await place.withStore { house in
            let email = house.email("1", subject: "Lunch", body: "at noon")
            try await house.emails.saveAll([email, house.email("2")])
            for label in ["email", "message"] {
                try await house.emails.correct(email, by: Self.correction(label))
            }
            try await house.emails.correct(email, by: Self.correction("spam", "spam"))
            var stored = try await house.emails.stored([email])
            #expect(stored.first?.corrections.labels == ["doctype": "message", "spam": "spam"])
            #expect(stored.first?.corrections.first == Self.correction("email"), "the history is kept")
            #expect(try await Self.found("category:message", house) == ["1"])
            #expect(try await Self.found("category:email", house) == [])
            let records = try await house.service.labeledRecords(of: .documentType)
            #expect(records.map(\.text.category) == ["message"])
            #expect(records.map(\.text.text) == ["Lunch\n\nat noon"])
            #expect(try await house.service.containsAll(records.map(\.number)))
            try await house.emails.correct(email, by: Self.correction(nil))
            stored = try await house.emails.stored([email])
            #expect(stored.first?.corrections.labels == ["spam": "spam"])
            #expect(stored.first?.corrections.map(\.author) == ["ann", "ann", "ann", "ann"])
            #expect(try await Self.found("category:message", house) == [])
            #expect(try await house.service.labeledRecords(of: .documentType).isEmpty)
            try await house.emails.delete(email)
            #expect(try await house.service.containsAll(records.map(\.number)) == false)
        }
    }

    @Test func `corrections are copied by exports, and an older one does not count again`() async throws {
        try await MailTestLocation.memory.withStore { house in
            let email = house.email("1", subject: "Lunch")
            try await house.emails.saveAll([email])
            let account = house.account.email
            func merge(_ corrections: [RecordCorrection], _ id: String = "1") async throws -> [Int] {
                let found = try await house.emails.merge([
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
            let stored = try await house.emails.stored([email])
            #expect(stored.first?.corrections == [older, newer])
            #expect(try await Self.found("category:message", house) == ["1"])
        }
    }

    @Test func `a correction of the predicted folder is learned in place of the label`() async throws {
        try await MailTestLocation.memory.withStore { house in
            let email = house.email("1", subject: "Lunch", labels: ["INBOX"])
            try await house.emails.save(email)
            try await house.emails.correct(
                email, by: Self.correction("Bills", EmailRepository.folderTaxonomy))
            #expect(try await house.emails.labelledTexts().texts.map(\.category) == ["Bills"])
        }
    }

    // MARK: Short ids

    @Test func `a shortened id finds its message in an account`() async throws {
        try await MailTestLocation.memory.withStore { house in
            let other = try await house.other()
            let digest = "sha256:39119d21bea1a57fd0f3d29de1080653d8dc6e5a12bea5f442a41009b776826f"
            try await house.emails.saveAll([
                house.email("lamp1@harbour.example"), house.email(digest, at: 1),
                house.email("lamp1@harbour.example", at: 2, account: other),
            ])
            #expect(house.email(digest).shortID == "B776826F")
            // printf lamp1@harbour.example | sha256sum
            #expect(house.email("lamp1@harbour.example").shortID == "64F4AA86")
            #expect(keys(try await house.emails.fetch(shortID: "b776826f")) == [digest])
            let short = house.email("lamp1@harbour.example").shortID
            #expect(try await house.emails.fetch(shortID: short).count == 2)
            let found = try await house.emails.fetch(shortID: short, account: house.account)
            #expect(found.map(\.accountId) == [house.account.id])
            #expect(try await house.emails.fetch(shortID: "00000000").isEmpty)
        }
    }
}
