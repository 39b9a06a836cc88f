import Foundation
import GRDB
import IlkMail
import IlkStore
import StoreTestSupport
import Testing

@Suite struct `A mail store` {
    @Test func `is created with all its tables if it does not exist`() async throws {
        let scratch = try Scratch()
        let service = try DatabaseService.open(.file(scratch.path("mail.sqlite")))
        let tables = try await service.mainContext.read {
            try String.fetchSet($0, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
        }
        #expect(
            tables.isSuperset(of: ["account", "email", "emailThread", "attachment", "label", "syncState"]))
        try service.close()
    }

    @Test func `keeps its rows when it is reopened`() async throws {
        let scratch = try Scratch()
        let place = StoreLocation.file(scratch.path("mail.sqlite"))
        let account = Account(email: "me@example.com")
        var service = try DatabaseService.open(place)
        try await service.accounts.save(account)
        try service.close()
        service = try DatabaseService.open(place)
        #expect(try await service.accounts.fetchAll() == [account])
        try service.close()
    }

    @Test func `throws an error if it cannot be opened`() throws {
        #expect(throws: StoreError.self) { try DatabaseService.open(.file("/nowhere/mail.sqlite")) }
        let scratch = try Scratch()
        let path = scratch.path("no.sqlite")
        #expect(
            FileManager.default.createFile(
                atPath: path, contents: Data("no database at all, and long enough".utf8)))
        #expect(throws: StoreError.self) { try DatabaseService.open(.file(path)) }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `a background context writes all its changes or none`(_ place: MailTestLocation) async throws {
        try await place.withStore { fixture in
            let context = fixture.service.newBackgroundContext()
            context.saveAll([fixture.email("1"), fixture.email("2")])
            context.save(SyncState(accountId: fixture.account.id, historyId: "5"))
            #expect(try await fixture.emails.count(account: nil, folder: nil) == 0)
            try await context.commit()
            #expect(try await fixture.emails.count(account: nil, folder: nil) == 2)
            let bad = fixture.service.newBackgroundContext()
            bad.saveAll([fixture.email("3")])
            bad.save(SyncState(accountId: fixture.account.id, historyId: "no number"))
            await #expect(throws: IlkMail.DatabaseError.self) { try await bad.commit() }
            #expect(try await fixture.emails.count(account: nil, folder: nil) == 2)
            #expect(
                try await fixture.service.syncStates.fetch(accountId: fixture.account.id)?.historyId == "5")
            await #expect(throws: IlkMail.DatabaseError.self) { try await bad.commit() }
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `concurrent commits of a background context write its changes once`(
        _ place: MailTestLocation
    ) async throws {
        try await place.withStore { fixture in
            let context = fixture.service.newBackgroundContext()
            for round in 0..<20 {
                context.saveAll([fixture.email("\(round)")])
                async let first: Void = context.commit()
                async let second: Void = context.commit()
                _ = try await (first, second)
                #expect(try await fixture.emails.count(account: nil, folder: nil) == round + 1)
            }
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `a live query returns the current result and each later one`(_ place: MailTestLocation)
        async throws
    {
        try await place.withStore { fixture in
            var counts = fixture.emails.observeUnreadCount(folder: "INBOX").makeAsyncIterator()
            #expect(try await counts.next() == 0)
            try await fixture.emails.save(fixture.email("1"))
            #expect(try await counts.next() == 1)
            var pages = fixture.emails.observe(folder: "INBOX", limit: 5).makeAsyncIterator()
            #expect(try await pages.next().map(keys) == ["1"])
            try await fixture.emails.save(fixture.email("2", at: 1))
            #expect(try await pages.next().map(keys) == ["2", "1"])
        }
    }

    @Test func `errors have the codes of the contract`() {
        let error = StoreError(code: .io, path: "x", detail: "y")
        let codes = [
            IlkMail.DatabaseError.fetchFailed(error), .saveFailed(error), .deleteFailed(error),
            .notFound("z"),
        ].map(\.code)
        #expect(codes == ["DB_001", "DB_002", "DB_003", "DB_004"])
    }
}
