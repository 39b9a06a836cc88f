import IlkMail
import Foundation
import IlkStore
import Testing

@Suite struct `The mail labels of a mail store` {
    private func label(
        _ id: String, _ fixture: MailTestStore, name: String? = nil, of account: Account? = nil
    )
        -> Label
    {
        Label(gmailId: id, accountId: (account ?? fixture.account).id, name: name ?? id)
    }

    @Test(arguments: MailTestLocation.allCases)
    func `all mail labels of an account are returned by name`(_ place: MailTestLocation) async throws {
        try await place.withStore { fixture in
            try await fixture.service.labels.saveAll([
                label("1", fixture, name: "b"), label("2", fixture, name: "a"),
            ])
            #expect(
                try await fixture.service.labels.fetchAll(account: fixture.account).map(\.name) == ["a", "b"])
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `an account without mail labels returns none`(_ place: MailTestLocation) async throws {
        try await place.withStore { fixture in
            let found = try await fixture.service.labels.fetchAll(account: fixture.account)
            #expect(found.isEmpty)
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `mail labels of another account are not returned`(_ place: MailTestLocation) async throws {
        try await place.withStore { fixture in
            let other = try await fixture.other()
            try await fixture.service.labels.saveAll([label("1", fixture), label("1", fixture, of: other)])
            #expect(try await fixture.service.labels.fetchAll(account: fixture.account).count == 1)
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `a mail label is found by its key and account`(_ place: MailTestLocation) async throws {
        try await place.withStore { fixture in
            try await fixture.service.labels.save(label("L1", fixture, name: "Lists"))
            #expect(
                try await fixture.service.labels.fetch(byGmailId: "L1", account: fixture.account)?.name
                    == "Lists"
            )
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `an unknown key or one of another account finds nothing`(_ place: MailTestLocation)
        async throws
    {
        try await place.withStore { fixture in
            let other = try await fixture.other()
            try await fixture.service.labels.save(label("L1", fixture))
            #expect(try await fixture.service.labels.fetch(byGmailId: "L2", account: fixture.account) == nil)
            #expect(try await fixture.service.labels.fetch(byGmailId: "L1", account: other) == nil)
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `saving an existing mail label renames it`(_ place: MailTestLocation) async throws {
        try await place.withStore { fixture in
            try await fixture.service.labels.save(label("L1", fixture, name: "old"))
            try await fixture.service.labels.save(label("L1", fixture, name: "new"))
            #expect(
                try await fixture.service.labels.fetchAll(account: fixture.account).map(\.name) == ["new"])
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `several mail labels are saved, all or none`(_ place: MailTestLocation) async throws {
        try await place.withStore { fixture in
            let stray = Label(gmailId: "L2", accountId: UUID(), name: "stray")
            await #expect(throws: DatabaseError.self) {
                try await fixture.service.labels.saveAll([label("L1", fixture), stray])
            }
            let found = try await fixture.service.labels.fetchAll(account: fixture.account)
            #expect(found.isEmpty)
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `saving a message creates its mail labels with their types`(_ place: MailTestLocation) async throws {
        try await place.withStore { fixture in
            try await fixture.emails.save(fixture.email("1", labels: ["INBOX", "mine"]))
            let labels = try await fixture.service.labels.fetchAll(account: fixture.account)
            #expect(labels.map(\.gmailId) == ["INBOX", "mine"])
            #expect(labels.map(\.type) == [.system, .user])
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `counts of a mail label are derived from its messages and survive saving`(_ place: MailTestLocation)
        async throws
    {
        try await place.withStore { fixture in
            try await fixture.emails.saveAll([
                fixture.email("1"), fixture.email("2", isRead: true), fixture.email("3", labels: []),
            ])
            try await fixture.service.labels.save(label("INBOX", fixture, name: "In"))
            let found = try await fixture.service.labels.fetch(byGmailId: "INBOX", account: fixture.account)
            #expect(found?.messagesTotal == 2)
            #expect(found?.messagesUnread == 1)
        }
    }
}
