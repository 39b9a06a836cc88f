import Foundation
import IlkMail
import IlkStore
import Testing

@Suite struct `The sync states of a mail store` {
    @Test(arguments: MailTestLocation.allCases)
    func `an account that was never synced has no state`(_ place: MailTestLocation) async throws {
        try await place.withStore { fixture in
            let found = try await fixture.service.syncStates.fetch(accountId: fixture.account.id)
            #expect(found == nil)
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `a saved state is fetched`(_ place: MailTestLocation) async throws {
        try await place.withStore { fixture in
            let state = SyncState(
                accountId: fixture.account.id, historyId: "77", lastFullSyncDate: MailTestStore.noon,
                lastIncrementalSyncDate: MailTestStore.noon.addingTimeInterval(0.5))
            try await fixture.service.syncStates.save(state)
            #expect(try await fixture.service.syncStates.fetch(accountId: fixture.account.id) == state)
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `saving an existing state replaces it`(_ place: MailTestLocation) async throws {
        try await place.withStore { fixture in
            for id in ["1", "2"] {
                try await fixture.service.syncStates.save(
                    SyncState(accountId: fixture.account.id, historyId: id))
            }
            #expect(
                try await fixture.service.syncStates.fetch(accountId: fixture.account.id)?.historyId == "2")
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `the history id only increases, compared as a number`(_ place: MailTestLocation) async throws {
        try await place.withStore { fixture in
            let states = fixture.service.syncStates
            for id in ["999", "1000", "5", "1000"] {
                try await states.updateHistoryId(id, for: fixture.account.id)
            }
            #expect(try await states.fetch(accountId: fixture.account.id)?.historyId == "1000")
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `updating the history id keeps the rest of the state`(_ place: MailTestLocation) async throws {
        try await place.withStore { fixture in
            let states = fixture.service.syncStates
            try await states.save(
                SyncState(accountId: fixture.account.id, historyId: "1", lastFullSyncDate: MailTestStore.noon)
            )
            try await states.updateHistoryId("2", for: fixture.account.id)
            let found = try await states.fetch(accountId: fixture.account.id)
            #expect(found?.historyId == "2")
            #expect(found?.lastFullSyncDate == MailTestStore.noon)
        }
    }

    @Test(arguments: ["", "abc", "-1", "9223372036854775808", "1 2", "+5"], MailTestLocation.allCases)
    func `a malformed history id is rejected with DB_002`(_ id: String, _ place: MailTestLocation)
        async throws
    {
        try await place.withStore { fixture in
            await #expect {
                try await fixture.service.syncStates.updateHistoryId(id, for: fixture.account.id)
            } throws: { ($0 as? DatabaseError)?.code == "DB_002" }
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `updating the history id of an unknown account gives DB_004`(_ place: MailTestLocation) async throws
    {
        try await place.withStore { fixture in
            await #expect { try await fixture.service.syncStates.updateHistoryId("1", for: UUID()) } throws: {
                ($0 as? DatabaseError)?.code == "DB_004"
            }
        }
    }
}
