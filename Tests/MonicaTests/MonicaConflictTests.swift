import IlkCalls
import Foundation
import IlkStore
import IlkTransport
import IlkVocabulary
import SyncTestSupport
import TestSupport
import Testing

@testable import Monica

@Suite struct `Conflicts between a device and Monica` {
    static let both = CallLogAPIService.Records.allCases

    @Test(arguments: both, [true, false]) func `the last writer wins and the other version can be chosen`(
        _ records: CallLogAPIService.Records, localIsLater: Bool
    ) async throws {
        let room = MonicaTestBed(records)
        let device = try room.device()
        let call = try await device.add("as sent", minutes: 5, .happy)
        try await device.sync()
        let id = try #require(room.there().first).id
        if localIsLater { room.editThere(id, "theirs") }
        try await device.edit(call.key, "mine")
        if !localIsLater { room.editThere(id, "theirs") }
        let report = try await device.sync()
        let winner = localIsLater ? "mine" : "theirs"
        #expect(report.conflicts == 1)
        #expect(try await device.notes() == [winner] && room.notesThere() == [winner])
        let conflict = try #require(try await device.storage.conflicts().first)
        #expect(conflict.local.notes == "mine" && conflict.server.notes == "theirs")
        #expect(conflict.winner == (localIsLater ? .local : .server) && conflict.callKey == call.key)
        #expect(conflict.local.duration == 5 && conflict.server.emotionalState == "happy")
        try await device.storage.resolve(.id(conflict.id), as: localIsLater ? .server : .local)
        try await device.sync()
        #expect(room.notesThere() == [localIsLater ? "theirs" : "mine"])
        #expect(try await device.storage.conflicts().isEmpty)
        // A later device sees only the chosen version and no conflict.
        let other = try room.device()
        try await other.sync()
        #expect(try await other.notes() == room.notesThere())
        #expect(try await other.storage.conflicts().isEmpty)
    }

    @Test(arguments: both) func `appended notes are merged`(
        _ records: CallLogAPIService.Records
    ) async throws {
        let room = MonicaTestBed(records)
        let (one, other) = try await room.parted("tea. ", "tea. milk. ", "tea. cake. ")
        for device in [one, other, one] { try await device.sync() }
        #expect(try await one.notes() == ["tea. cake. milk. "])
        #expect(try await other.notes() == ["tea. cake. milk. "])
        #expect(try await one.storage.conflicts().isEmpty)
        #expect(try await other.storage.conflicts().isEmpty)
    }

    @Test(arguments: both)
    func `an overwritten version becomes a conflict copy on the device that wrote it`(
        _ records: CallLogAPIService.Records
    ) async throws {
        let room = MonicaTestBed(records)
        let (one, other) = try await room.parted("as sent", "one", "other")
        try await one.sync()
        try await other.sync()
        try await one.sync()
        #expect(try await one.notes() == ["other"] && room.notesThere() == ["other"])
        let kept = try await one.storage.conflicts() + other.storage.conflicts()
        #expect(kept.contains { [$0.local.notes, $0.server.notes].contains("one") })
    }

    @Test(arguments: both)
    func `a remote deletion deletes unchanged calls and keeps a conflict copy of changed ones`(
        _ records: CallLogAPIService.Records
    ) async throws {
        let room = MonicaTestBed(records)
        let device = try room.device()
        for text in ["plain", "changed"] { room.addThere(text) }
        try await device.sync()
        let calls = try await device.calls()
        let changed = try #require(calls.first { $0.notes == "changed" })
        try await device.edit(changed.key, "changed here")
        for record in room.there() { room.removeThere(record.id) }
        try await device.sync(isFullRead: true)
        #expect(try await device.calls().isEmpty && room.there().isEmpty)
        let conflict = try #require(try await device.storage.conflicts().first)
        #expect(conflict.local.notes == "changed here" && conflict.server.isDeleted)
        // The call with the unresolved conflict is not purged.
        #expect(try await device.storage.purge(.deleted).records == 1)
        try await device.storage.resolve(.id(conflict.id), as: .local)
        try await device.sync()
        #expect(room.notesThere() == ["changed here"])
        #expect(try await device.calls().allSatisfy(\.isSynced))
    }

    @Test(arguments: both) func `a call deleted on both sides leaves the outbox, however Monica reports it`(
        _ records: CallLogAPIService.Records
    ) async throws {
        let room = MonicaTestBed(records)
        let device = try room.device()
        for text in ["a", "b"] { try await device.add(text) }
        try await device.sync()
        let there = room.there()
        for record in there { room.removeThere(record.id) }
        _ = try await device.storage.deleteCallLogs(try await device.calls().map { .id($0.key) })
        #expect(try await device.sync().ending == .inSync)
        #expect(try await device.storage.syncQueue().isEmpty)
        #expect(try await device.storage.purge(.deleted).records == 2)
    }

    @Test(arguments: both, [-86_400.0, -3, 3, 86_400]) func `clock skew hides no change`(
        _ records: CallLogAPIService.Records, skew: Double
    ) async throws {
        let room = MonicaTestBed(records)
        let device = try room.device()
        let id = room.addThere("first")
        try await device.sync()
        room.monica.setSkew(skew)
        for turn in 1...3 {
            room.clock.pass(1000)
            room.monica.edit(isCall: room.isCall, id, at: room.clock.second + Int(skew)) { _ in "turn \(turn)"
            }
            #expect(try await device.sync().requests < 20)
            #expect(try await device.notes() == ["turn \(turn)"])
        }
        let call = try #require(try await device.calls().first)
        try await device.edit(call.key, "mine")
        try await device.sync()
        #expect(room.notesThere() == ["mine"])
        #expect(try await device.storage.conflicts().isEmpty)
    }
}
