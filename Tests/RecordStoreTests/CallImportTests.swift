import Foundation
import GRDB
import IlkStore
import IlkVocabulary
import StoreTestSupport
import TestSupport
import Testing

@testable import IlkCalls

/// Imports of calls into a store that has contacts and calls.
@Suite struct CallImportTests {
    private let ids = RecordIDSource(clock: { Samples.noon }, random: SeededGenerator(seed: 8))

    private func record(
        _ contact: String, number: Int32, _ change: (inout CallLogEntity) -> Void = { _ in }
    ) -> CallRecord {
        var call = CallLogEntity(
            key: ids.next(), id: 0, contactId: number, calledAt: Samples.noon, duration: 0,
            syncStatus: .pending, createdAt: Samples.noon, updatedAt: Samples.noon, isMarkedDeleted: false)
        change(&call)
        return CallRecord(call: call, contact: contact)
    }

    @Test func `a number that belongs to another contact does not give a call to this contact`()
        async throws
    {
        let calls = try await Calls()
        try await calls.storage.syncTransaction { try $0.upsertContact(id: 5, name: "Zoe") }
        let records = [
            record("Anna", number: 5), record("Ben", number: 5), record("Zoe", number: 5),
            record("Eve", number: 6),
        ]
        #expect(try await calls.storage.insert(records) == 4)
        let stored = try await calls.storage.records(after: nil).records
        #expect(Set(stored.map(\.contact)) == ["Anna", "Ben", "Zoe", "Eve"])
        #expect(stored.first { $0.contact == "Ben" }?.call.contactId == calls.ben)
        let names = try await calls.storage.contactNames()
        #expect(names.count == 5 && names[5] == "Zoe" && names[6] == "Eve")
        #expect(try await calls.storage.insert(records) == 0)
        try calls.storage.close()
    }

    @Test func `a second import of a call follows the server's number of a renamed contact`() async throws {
        let calls = try await Calls()
        let records = [record("Zoe", number: 5)]
        #expect(try await calls.storage.insert(records) == 1)
        try await calls.storage.renameContact(5, to: "Zoe Miller")
        #expect(try await calls.storage.insert(records) == 0)
        #expect(try await calls.storage.contactNames().count == 3)
        try calls.storage.close()
    }

    @Test func `the lowest contact number is rejected, and a store with it gets new contacts`()
        async throws
    {
        let calls = try await Calls()
        let lowest = record("Anna", number: .min)
        let error = CallError.invalid([
            .init(field: .contactId, message: "must be greater than -2147483648")
        ])
        await #expect(throws: error) { try await calls.storage.insert([lowest]) }
        try await calls.storage.store.write {
            try CallLogStorage.insertContact(id: .min, name: "Old", in: $0)
        }
        #expect(try await calls.storage.contact(creatingNamed: "New").contact.id == -3)
        #expect(try await calls.storage.contact(creatingNamed: "Next").contact.id == -4)
        try calls.storage.close()
    }

    @Test(arguments: [CallFieldError.Field.id, .createdAt, .updatedAt, .lastSyncAttempt, .serverUpdatedAt])
    func `an impossible number or time is rejected with its field`(field: CallFieldError.Field) async throws {
        let calls = try await Calls()
        let never = Date(timeIntervalSince1970: 1e15)
        let wrong = record("Sarah", number: -1) { call in
            switch field {
            case .id: call.id = -1
            case .createdAt: call.createdAt = never
            case .updatedAt: call.updatedAt = never
            case .lastSyncAttempt: call.lastSyncAttempt = never
            default: call.serverUpdatedAt = never
            }
        }
        let error = await #expect(throws: CallError.self) { try await calls.storage.insert([wrong]) }
        guard case .invalid(let problems)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(problems.map(\.field) == [field])
        try calls.storage.close()
    }

    @Test func `a second call with a server id is rejected with this id`() async throws {
        let calls = try await Calls()
        let (first, second) = (
            record("Sarah", number: -1) { $0.id = 41 }, record("Sarah", number: -1) { $0.id = 41 }
        )
        #expect(try await calls.storage.insert([first]) == 1)
        let error = await #expect(throws: CallError.self) { try await calls.storage.insert([second]) }
        #expect(error?.description == "the server id 41 belongs to call \(first.call.shortID)")
        try calls.storage.close()
    }
}
