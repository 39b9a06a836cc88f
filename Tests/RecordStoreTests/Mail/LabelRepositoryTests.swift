import IlkMail
import Foundation
import IlkStore
import Testing

@Suite struct `The mail labels of a mail store` {
    private func label(_ id: String, _ house: MailTestStore, name: String? = nil, of account: Account? = nil)
        -> Label
    {
        Label(gmailId: id, accountId: (account ?? house.account).id, name: name ?? id)
    }

    @Test(arguments: MailTestLocation.allCases)
    func `all mail labels of an account are returned by name`(_ place: MailTestLocation) async throws {
        try await place.withStore { house in
            try await house.service.labels.saveAll([
                label("1", house, name: "b"), label("2", house, name: "a"),
            ])
            #expect(
                try await house.service.labels.fetchAll(account: house.account).map(\.name) == ["a", "b"])
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `an account without mail labels returns none`(_ place: MailTestLocation) async throws {
        try await place.withStore { house in
            let found = try await house.service.labels.fetchAll(account: house.account)
            #expect(found.isEmpty)
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `mail labels of another account are not returned`(_ place: MailTestLocation) async throws {
        try await place.withStore { house in
            let other = try await house.other()
            try await house.service.labels.saveAll([label("1", house), label("1", house, of: other)])
            #expect(try await house.service.labels.fetchAll(account: house.account).count == 1)
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `a mail label is found by its key and account`(_ place: MailTestLocation) async throws {
        try await place.withStore { house in
            try await house.service.labels.save(label("L1", house, name: "Lists"))
            #expect(
                try await house.service.labels.fetch(byGmailId: "L1", account: house.account)?.name == "Lists"
            )
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `an unknown key or one of another account finds nothing`(_ place: MailTestLocation)
        async throws
    {
        try await place.withStore { house in
            let other = try await house.other()
            try await house.service.labels.save(label("L1", house))
            #expect(try await house.service.labels.fetch(byGmailId: "L2", account: house.account) == nil)
            #expect(try await house.service.labels.fetch(byGmailId: "L1", account: other) == nil)
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `saving an existing mail label renames it`(_ place: MailTestLocation) async throws {
        try await place.withStore { house in
            try await house.service.labels.save(label("L1", house, name: "old"))
            try await house.service.labels.save(label("L1", house, name: "new"))
            #expect(try await house.service.labels.fetchAll(account: house.account).map(\.name) == ["new"])
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `several mail labels are saved, all or none`(_ place: MailTestLocation) async throws {
        try await place.withStore { house in
            let stray = Label(gmailId: "L2", accountId: UUID(), name: "stray")
            await #expect(throws: DatabaseError.self) {
                try await house.service.labels.saveAll([label("L1", house), stray])
            }
            let found = try await house.service.labels.fetchAll(account: house.account)
            #expect(found.isEmpty)
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `saving a message creates its mail labels with their types`(_ place: MailTestLocation) async throws {
        try await place.withStore { house in
            try await house.emails.save(house.email("1", labels: ["INBOX", "mine"]))
            let labels = try await house.service.labels.fetchAll(account: house.account)
            #expect(labels.map(\.gmailId) == ["INBOX", "mine"])
            #expect(labels.map(\.type) == [.system, .user])
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `counts of a mail label are derived from its messages and survive saving`(_ place: MailTestLocation)
        async throws
    {
        try await place.withStore { house in
            try await house.emails.saveAll([
                house.email("1"), house.email("2", isRead: true), house.email("3", labels: []),
            ])
            try await house.service.labels.save(label("INBOX", house, name: "In"))
            let found = try await house.service.labels.fetch(byGmailId: "INBOX", account: house.account)
            #expect(found?.messagesTotal == 2)
            #expect(found?.messagesUnread == 1)
        }
    }
}
