import Foundation
import GRDB
import IlkStore
import IlkVocabulary
import StoreTestSupport
import Testing

@testable import IlkCalls

/// Sync statuses and sync metadata in the store.
@Suite struct CallSyncTests {
    @Test(arguments: CallSyncStatus.allCases.flatMap { from in CallSyncStatus.allCases.map { (from, $0) } })
    func `illegal status transitions are rejected in code and in the database`(
        from: CallSyncStatus, to: CallSyncStatus
    )
        async throws
    {
        let legal: [CallSyncStatus: Set<CallSyncStatus>] = [
            .pending: [.syncing], .syncing: [.pending, .synced, .failed], .synced: [.pending],
            .failed: [.pending, .syncing],
        ]
        let isLegal = legal[from]?.contains(to) == true
        #expect(from.canBecome(to) == isLegal)
        let calls = try await Calls()
        let call = try await calls.add("x")
        let key = call.key.description
        try await calls.storage.store.write { database in
            for status in [CallSyncStatus.syncing, from] where from != .pending {
                try database.execute(
                    sql: "UPDATE callLog SET syncStatus = ? WHERE key = ?", arguments: [status.rawValue, key])
            }
        }
        do {
            try await calls.storage.store.write { database in
                var call = try CallLogStorage.entity(call.key, in: database)
                try CallLogStorage.step(&call, to: to, in: database)
            }
            #expect(isLegal)
        } catch let error as CallError {
            #expect(!isLegal && error == .illegalTransition(from: from, to: to) && error.exitStatus == 1)
        }
        guard !isLegal, from != to else { return try calls.storage.close() }
        await #expect(throws: (any Error).self) {
            try await calls.storage.store.write {
                try $0.execute(
                    sql: "UPDATE callLog SET syncStatus = ? WHERE key = ?", arguments: [to.rawValue, key])
            }
        }
        try calls.storage.close()
    }

    @Test func `the outbox keeps the order of first changes when calls are edited`() async throws {
        let calls = try await Calls()
        let all = try await [calls.add("a", days: 1), calls.add("b", days: 3), calls.add("c", days: 2)]
        try await calls.storage.updateCallLogs([.id(all[0].key)]) { $0.notes = "a2" }
        let waiting = try await calls.storage.syncQueue()
        #expect(waiting.map(\.call.notes) == ["a2", "b", "c"])
        let rest = try await calls.storage.syncQueue(after: waiting[0].entry.position, limit: 1)
        #expect(rest.map(\.call.notes) == ["b"])
        try calls.storage.close()
    }

    @Test func `a rejected call is set aside with its error and can be edited or retried`()
        async throws
    {
        let calls = try await Calls()
        let call = try await calls.add("x")
        var failed = try await calls.storage.setStatus(
            call.key, to: .failed, error: "The called at field is required.")
        #expect(failed.syncStatus == .failed && failed.syncError == "The called at field is required.")
        #expect(failed.needsSync)
        #expect(try await calls.storage.syncQueue().map(\.entry.isRefused) == [true])
        #expect(try await calls.storage.statistics().failed == 1)
        #expect(try await calls.storage.retrySync() == 1)
        #expect(try await calls.storage.syncQueue().map(\.entry.isRefused) == [false])
        try await calls.storage.setStatus(call.key, to: .failed, error: "no")
        failed = try await calls.storage.updateCallLogs([.id(call.key)]) { $0.notes = "y" }[0]
        #expect(failed.syncStatus == .pending && failed.syncError == nil)
        #expect(try await calls.storage.syncQueue().map(\.entry.isRefused) == [false])
        try calls.storage.close()
    }

    @Test(arguments: [CallSyncStatus.pending, .syncing, .synced])
    func `a call that was not rejected cannot be retried`(_ status: CallSyncStatus) async throws {
        let calls = try await Calls()
        let call = try await calls.add("x")
        if status != .pending { try await calls.storage.setStatus(call.key, to: status) }
        await #expect(throws: CallError.illegalTransition(from: status, to: .pending)) {
            try await calls.storage.retrySync(.id(call.key))
        }
        #expect(try await calls.storage.fetchCallLog(.id(call.key)).syncStatus == status)
        try calls.storage.close()
    }

    @Test func `after a crash during sending the outcome is unknown`() async throws {
        let scratch = try Scratch()
        let path = scratch.path("calls.sqlite")
        let calls = try await Calls(.file(path))
        try await calls.storage.syncTransaction { try $0.upsertContact(id: 9, name: "Zoe") }
        let call = try await calls.add("x", with: 9)
        try await calls.storage.setStatus(call.key, to: .syncing, isOutcomeUnknown: true)
        try calls.storage.close()
        let again = try CallLogStorage.open(.file(path))
        let waiting = try #require(try await again.syncTransaction { try $0.firstWaiting() })
        #expect(waiting.isOutcomeUnknown && waiting.call.isSyncing && waiting.call.key == call.key)
        #expect(try await again.syncQueue().map(\.entry.attempts) == [1])
        try again.close()
    }

    @Test func `a call changed while it is sent is sent again`() async throws {
        let calls = try await Calls()
        let call = try await calls.add("first")
        try await calls.storage.setStatus(call.key, to: .syncing)
        try await calls.storage.updateCallLogs([.id(call.key)]) { $0.notes = "second" }
        let now = try await calls.storage.setStatus(
            call.key, to: .pending, serverID: 5, updatedAt: calls.clock.now)
        #expect(now.id == 5 && now.syncStatus == .pending && now.notes == "second")
        #expect(try await calls.storage.syncQueue().map(\.call.notes) == ["second"])
        #expect(try await calls.storage.setStatus(call.key, to: .synced).isSynced)
        #expect(try await calls.storage.syncQueue().isEmpty)
        try calls.storage.close()
    }

    @Test(arguments: CallSyncStatus.allCases.flatMap { from in CallSyncStatus.allCases.map { (from, $0) } })
    func `every status is reachable from every other status`(
        from: CallSyncStatus, to: CallSyncStatus
    ) {
        let steps = from.steps(to: to)
        #expect(zip([from] + steps, steps).allSatisfy { $0.canBecome($1) })
        #expect((steps.last ?? from) == to && steps.count <= 3)
    }

    @Test func `sync metadata of a call is stored completely`() async throws {
        let calls = try await Calls()
        try await calls.storage.syncTransaction { try $0.upsertContact(id: 9, name: "Zoe") }
        let call = try await calls.add("as sent", with: 9, minutes: 5)
        let sent = try await calls.storage.syncTransaction { exchange in
            var record = try #require(try exchange.firstWaiting())
            record.call.syncStatus = .synced
            record.call.id = 41
            record.call.serverUpdatedAt = Date(milliseconds: 1000)
            record.lineage = [1, UInt64.max, 3]
            record.base = CallVersion(record.call)
            record.isOwnVersion = true
            record.attempts = 2
            try exchange.put(record)
            return try #require(try exchange.record(call.key))
        }
        #expect(
            sent.lineage == [1, .max, 3] && sent.isOwnVersion && sent.attempts == 2 && !sent.isDeletedRemotely
        )
        #expect(sent.outboxPosition == 0 && sent.call.isSynced && sent.base?.notes == "as sent")
        #expect(try await calls.storage.syncTransaction { try $0.record(id: 41) } == sent)
        #expect(try await calls.storage.syncTransaction { try $0.firstWaiting() } == nil)
        // An edit keeps the base version.
        calls.clock.advance(1)
        try await calls.storage.updateCallLogs([.id(call.key)]) { $0.notes = "mine" }
        try await calls.storage.updateCallLogs([.id(call.key)]) { $0.notes = "mine, too" }
        let changed = try #require(try await calls.storage.syncTransaction { try $0.firstWaiting() })
        #expect(
            changed.base?.notes == "as sent" && changed.call.notes == "mine, too"
                && changed.outboxPosition > 0)
        #expect(changed.base?.updatedAt == Date(milliseconds: 1000))
        try calls.storage.close()
    }

    @Test func `a call with a local contact is skipped in the outbox`() async throws {
        let calls = try await Calls()
        try await calls.add("here only")
        try await calls.storage.syncTransaction { try $0.upsertContact(id: 9, name: "Zoe") }
        let call = try await calls.add("there, too", with: 9)
        #expect(try await calls.storage.syncTransaction { try $0.firstWaiting() }?.call.key == call.key)
        #expect(try await calls.storage.localContactsInOutbox() == ["Sarah"])
        try await calls.storage.syncTransaction { try $0.upsertContact(id: 10, name: "SARAH") }
        #expect(try await calls.storage.syncTransaction { try $0.firstWaiting() }?.call.notes == "here only")
        try calls.storage.close()
    }

    @Test func `a conflict copy is stored once and both versions can be merged`() async throws {
        let calls = try await Calls()
        let call = try await calls.add("mine", minutes: 5)
        let now = calls.clock.now
        var theirs = CallVersion(call)
        theirs.notes = "theirs"
        theirs.updatedAt = now.addingTimeInterval(9)
        for _ in 0..<2 {
            let (theirs, key) = (theirs, try #require(RecordID("01900000-0000-7000-8000-00000000000A")))
            try await calls.storage.syncTransaction {
                try $0.storeConflictCopy(theirs, of: call.key, wasLocal: false, as: key, at: now)
            }
        }
        let conflict = try #require(try await calls.storage.conflicts().first)
        #expect(conflict.local.notes == "mine" && conflict.server.notes == "theirs")
        #expect(conflict.winner == .local)
        let merged = try await calls.storage.resolve(.newest(1), as: .merged)
        #expect(merged.notes == "theirs\n\nmine" && merged.syncStatus == .pending)
        #expect(try await calls.storage.conflicts().isEmpty)
        #expect(try await calls.storage.conflicts(includesResolved: true).count == 1)
        await #expect(throws: CallError.alreadyResolved) {
            try await calls.storage.resolve(.id(conflict.id), as: .merged)
        }
        try calls.storage.close()
    }

    @Test func `purging a call that the server may have keeps its key`() async throws {
        let calls = try await Calls()
        let call = try await calls.add("x")
        try await calls.storage.setStatus(call.key, to: .syncing, isOutcomeUnknown: true)
        try await calls.storage.purge(CallPurge())
        #expect(try await calls.storage.syncTransaction { try $0.isPurged(id: 7, key: call.key) })
        #expect(try await calls.storage.syncTransaction { try !$0.isPurged(id: 7, key: nil) })
        try calls.storage.close()
    }
}
