import Foundation
import IlkCalls
import IlkStore
import IlkTransport
import IlkVocabulary
import StoreTestSupport
import SyncTestSupport
import TestSupport
import Testing

@testable import Monica

/// Contacts, accounts, and records in Monica that are not calls.
@Suite struct `Contacts and accounts in Monica` {
    static let both = CallLogAPIService.Records.allCases

    @Test(arguments: both) func `a call with a local contact is sent once Monica has the contact`(
        _ records: CallLogAPIService.Records
    ) async throws {
        let room = MonicaTestBed(records)
        let device = try room.device()
        try await device.add("waits", with: "Zoë")
        try await device.add("goes", with: "sarah")
        #expect(try await device.sync().sent == 1)
        #expect(try await device.storage.localContactsInOutbox() == ["Zoë"])
        #expect(try await device.sync().requests < 5)
        room.monica.addContact("Zoe", at: room.clock.second - 90_000)
        #expect(try await device.sync().sent == 1)
        #expect(room.notesThere() == ["goes", "waits"])
        #expect(try await device.storage.localContactsInOutbox().isEmpty)
    }

    @Test(arguments: both) func `calls of a contact deleted in Monica are kept and not retried endlessly`(
        _ records: CallLogAPIService.Records
    ) async throws {
        let room = MonicaTestBed(records)
        let device = try room.device()
        for text in ["a", "b", "c"] { try await device.add(text) }
        try await device.sync()
        room.monica.removeContact(MonicaTestBed.sarah)
        try await device.add("d")
        #expect(try await device.sync(isFullRead: true).ending == .inSync)
        #expect(try await device.notes() == ["a", "b", "c", "d"])
        #expect(try await device.sync(isFullRead: true).requests < 12)
        let waiting = try await device.calls().filter { !$0.isSynced }
        #expect(waiting.allSatisfy { $0.syncStatus == .failed && $0.syncError != nil })
        // In Monica, activities keep existing without contacts.
        #expect(waiting.count == (room.isCall ? 4 : 0))
    }

    @Test func `a call with an archived contact is rejected with Monica's message`() async throws {
        let room = MonicaTestBed(.calls)
        let device = try room.device()
        try await device.sync()
        room.monica.archiveContact(MonicaTestBed.sarah)
        let call = try await device.add("x")
        try await device.sync()
        let failed = try await device.storage.fetchCallLog(.id(call.key))
        #expect(failed.syncStatus == .failed && failed.syncError == "The contact is archived.")
    }

    @Test(arguments: both) func `a change of contact is synced to Monica and all other devices`(
        _ records: CallLogAPIService.Records
    ) async throws {
        let room = MonicaTestBed(records)
        let (one, other, call) = try await room.pair("moved")
        let ben = try await one.storage.contact(named: "Ben").id
        room.clock.pass(2000)
        try await one.storage.updateCallLogs([.id(call.key)]) { $0.contactId = ben }
        for device in [one, other, one] { try await device.sync(isFullRead: true) }
        #expect(room.there().map(\.contacts) == [[Int(ben)]])
        for device in [one, other] {
            let calls = try await device.calls()
            #expect(calls.map(\.contactId) == [ben] && calls.map(\.key) == [call.key])
            #expect(!calls.contains { !$0.isSynced })
        }
    }

    @Test func `the contact called field of Monica survives an edit here`() async throws {
        let room = MonicaTestBed(.calls)
        let device = try room.device()
        room.addThere("they called")
        try await device.sync()
        try await device.edit(try #require(try await device.calls().first).key, "they called, it was nice")
        try await device.sync()
        #expect(room.there().map(\.contactCalled) == [true])
        #expect(room.notesThere() == ["they called, it was nice"])
    }

    @Test func `activities are recognized by type or key, and the type is created once`() async throws {
        let room = MonicaTestBed(.activities)
        let device = try room.device()
        room.monica.addRecord(
            isCall: false, contact: MonicaTestBed.sarah, text: "museum", at: room.clock.second,
            type: "went_museum"
        )
        room.monica.addRecord(
            isCall: false, contact: 1, text: "another account's", at: room.clock.second, account: 2)
        for text in ["a", "b"] { try await device.add(text) }
        try await device.sync()
        try await room.device().sync()
        #expect(room.monica.typeNames.filter { $0 == "Phone call" }.count == 1)
        #expect(room.there().filter { $0.type == "Phone call" }.count == 2 && room.there().count == 3)
        #expect(try await device.notes() == ["a", "b"])
    }

    @Test func `an activity that lost its contacts is repaired and not created again`() async throws {
        let room = MonicaTestBed(.activities)
        let device = try room.device()
        room.monica.plan(.orphan, "POST", at: "/api/activities")
        try await device.add("orphan")
        let report = try await device.sync()
        #expect(report.ending == .inSync && report.repaired == 1)
        #expect(room.there().map(\.contacts) == [[MonicaTestBed.sarah]])
        #expect(try await device.calls().allSatisfy { $0.isSynced && $0.id > 0 })
    }

    @Test(arguments: both) func `notes that exceed the limit are left unchanged on both sides`(
        _ records: CallLogAPIService.Records
    ) async throws {
        let room = MonicaTestBed(records)
        let device = try room.device()
        let call = try await device.add("short")
        try await device.sync()
        let id = try #require(room.there().first).id
        let long = String(repeating: "long ", count: 1200)
        room.editThere(id, long)
        room.addThere(long)
        var report = try await device.sync(isFullRead: true)
        #expect(report.ending == .inSync && report.skipped.count == 2)
        #expect(try await device.notes() == ["short"])
        try await device.edit(call.key, "mine")
        report = try await device.sync()
        let failed = try await device.storage.fetchCallLog(.id(call.key))
        #expect(failed.syncStatus == .failed && failed.syncError?.contains("5000") == true)
        #expect(room.notesThere() == [long, long])
        room.editThere(id, "short again")
        _ = try await device.storage.retrySync()
        #expect(try await device.sync().ending == .inSync)
        #expect(try await device.storage.fetchCallLog(.id(call.key)).isSynced)
    }

    @Test(arguments: both) func `a purged call is not restored by a sync`(
        _ records: CallLogAPIService.Records
    ) async throws {
        let room = MonicaTestBed(records)
        let device = try room.device()
        try await device.add("purged")
        try await device.add("kept", with: "Ben")
        try await device.sync()
        let sent = try #require(try await device.calls().first { $0.notes == "purged" })
        try await device.storage.purge(CallPurge(filter: CallFilter(contactId: sent.contactId)))
        let id = try #require(room.there().first { $0.text.contains("purged") }).id
        room.editThere(id, "purged, edited there")
        try await device.sync(isFullRead: true)
        #expect(try await device.notes() == ["kept"])
        #expect(sent.id == Int32(id))
    }

    @Test(arguments: both) func `calls of two servers are not mixed`(
        _ records: CallLogAPIService.Records
    ) async throws {
        let room = MonicaTestBed(records)
        let device = try await room.device(with: "mine")
        let error = await #expect(throws: IlkError.self) {
            try await device.sync(at: "https://another.example")
        }
        #expect(error?.kind == .configuration && error?.exitStatus == 78)
        // With all sync metadata reset, it finds the existing call and creates no duplicate.
        let report = try await device.sync(resetting: true, at: "https://another.example")
        #expect(report.ending == .inSync)
        #expect(room.there().count == 1)
        #expect(try await device.calls().allSatisfy(\.isSynced))
    }

    @Test(arguments: both) func `only one process at a time syncs a file`(
        _ records: CallLogAPIService.Records
    ) async throws {
        let scratch = try Scratch()
        let room = MonicaTestBed(records)
        let device = try room.device(.file(scratch.path("calls.sqlite")))
        let other = try #require(try device.storage.syncLock())
        var held: StoreLock.Held? = try other.heldLock(timeout: .zero)
        let error = await #expect(throws: IlkError.self) { try await device.sync() }
        #expect(error?.kind == .tryLater && error?.exitStatus == 75)
        withExtendedLifetime(held) {}
        held = nil
        #expect(try await device.sync().ending == .inSync)
        try device.storage.close()
    }

    @Test func `a server that is not Monica is distinguished from a rejected token`() async throws {
        let room = MonicaTestBed(.calls)
        let device = try room.device()
        #expect(try await device.sync(token: "wrong").ending == .unauthorized)
        room.monica.plan(.htmlNotFound)
        let error = await #expect(throws: IlkError.self) { try await device.sync() }
        #expect(error?.kind == .unavailable)
        for _ in 0..<9 { room.monica.plan(.badGateway) }
        let report = try await device.sync(maxFailures: 3)
        #expect(report.ending == .unreachable && report.lastError == "the server responded with status 502")
    }
}
