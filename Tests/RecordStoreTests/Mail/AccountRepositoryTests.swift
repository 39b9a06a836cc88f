import IlkMail
import Foundation
import IlkStore
import Testing

@Suite struct `The accounts of a mail store` {
    @Test(arguments: MailTestLocation.allCases)
    func `all accounts are returned in the order of their addresses`(_ place: MailTestLocation) async throws {
        try await place.withStore { fixture in
            _ = try await fixture.other("zoe@example.com")
            _ = try await fixture.other("Bob@example.com")
            let all = try await fixture.service.accounts.fetchAll()
            #expect(all.map(\.email) == ["Bob@example.com", "me@example.com", "zoe@example.com"])
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `an empty store has no accounts`(_ place: MailTestLocation) async throws {
        try await place.withStore { fixture in
            try await fixture.service.accounts.delete(fixture.account)
            #expect(try await fixture.service.accounts.fetchAll().isEmpty)
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `a saved record is found by its key with all its fields`(_ place: MailTestLocation) async throws {
        try await place.withStore { fixture in
            let account = Account(
                email: "x@example.com", displayName: "Ex", isEnabled: false, lastSyncDate: MailTestStore.noon)
            try await fixture.service.accounts.save(account)
            #expect(try await fixture.service.accounts.fetch(byId: account.id) == account)
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `an unknown key finds nothing`(_ place: MailTestLocation) async throws {
        try await place.withStore { fixture in
            let found = try await fixture.service.accounts.fetch(byId: UUID())
            #expect(found == nil)
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `an account is found by its address in any case`(_ place: MailTestLocation) async throws {
        try await place.withStore { fixture in
            let found = try await fixture.service.accounts.fetch(byEmail: "ME@example.com")
            #expect(found == fixture.account)
            #expect(try await fixture.service.accounts.fetch(byEmail: "unknown@example.com") == nil)
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `saving an existing account changes it`(_ place: MailTestLocation) async throws {
        try await place.withStore { fixture in
            var account = fixture.account
            account.displayName = "Myself"
            try await fixture.service.accounts.save(account)
            #expect(try await fixture.service.accounts.fetchAll() == [account])
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `a second account with the same address gives DB_002`(_ place: MailTestLocation) async throws {
        try await place.withStore { fixture in
            await #expect {
                try await fixture.service.accounts.save(Account(email: "me@example.com"))
            } throws: {
                ($0 as? DatabaseError)?.code == "DB_002"
            }
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `an account is deleted with its mail, and an unknown one gives DB_004`(
        _ place: MailTestLocation
    )
        async throws
    {
        try await place.withStore { fixture in
            let other = try await fixture.other()
            try await fixture.emails.saveAll([
                fixture.email("1"), fixture.email("2", subject: "bye", account: other),
            ])
            try await fixture.service.accounts.delete(other)
            #expect(try await fixture.emails.count(account: nil, folder: nil) == 1)
            #expect(try await fixture.emails.search(query: "bye", account: nil).isEmpty)
            #expect(try await fixture.countMismatches() == [])
            await #expect { try await fixture.service.accounts.delete(other) } throws: {
                ($0 as? DatabaseError)?.code == "DB_004"
            }
        }
    }
}
