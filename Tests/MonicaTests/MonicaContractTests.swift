import IlkCalls
import Foundation
import IlkStore
import IlkTransport
import IlkVocabulary
import SyncTestSupport
import TestSupport
import Testing

@testable import Monica

/// The guarantees of a sync with Monica, for both types of record.
@Suite struct `Monica contract` {
    static let both = CallLogAPIService.Records.allCases

    @Test(arguments: both) func `a call reaches another device unchanged through Monica`(
        _ records: CallLogAPIService.Records
    ) async throws {
        let room = MonicaTestBed(records)
        let (one, other) = (try room.device(), try room.device())
        let notes = [
            "שלום 👋🏽", "{\"a\":1}", "two\nlines", "[ilk d=9 v=]", String(repeating: "é", count: 5000),
        ]
        for (place, text) in notes.enumerated() {
            try await one.add(text, minutes: place + 1, EmotionalState.allCases[place])
        }
        try await one.add(nil)
        let report = try await one.sync()
        #expect(report.ending == .inSync && report.sent == 6 && report.failures == 0)
        #expect(room.there().count == 6)
        #expect(room.there().allSatisfy { $0.contacts == [MonicaTestBed.sarah] })
        #expect(try await other.sync().received == 6)
        let (here, there) = (try await one.calls(), try await other.calls())
        #expect(here.map(\.key) == there.map(\.key) && here.map(\.notes) == there.map(\.notes))
        #expect(here.map(\.emotionalState) == there.map(\.emotionalState))
        #expect(here.map(\.duration) == there.map(\.duration) && here.map(\.id) == there.map(\.id))
        #expect(here.allSatisfy { $0.isSynced && $0.id > 0 && $0.contactId == 100 })
        // Monica stores whole seconds; the device that recorded the call keeps the milliseconds.
        #expect(zip(here, there).allSatisfy { abs($0.calledAt.timeIntervalSince($1.calledAt)) < 1 })
        #expect(try await one.sync().sent + other.sync().sent == 0)
    }

    @Test(arguments: both, [FakeMonica.Fault.dropAfter, .errorAfter, .dropBefore, .errorBefore])
    func `a request without an answer is not executed twice`(
        _ records: CallLogAPIService.Records, fault: FakeMonica.Fault
    ) async throws {
        let room = MonicaTestBed(records)
        let device = try room.device()
        let call = try await device.add("once")
        for _ in 0..<2 { room.monica.plan(fault, "POST", at: "/api/\(records)") }
        let report = try await device.sync()
        #expect(report.ending == .inSync && report.failures >= 1)
        #expect(room.there().count == 1)
        #expect(try await device.calls().map(\.id) == room.there().map { Int32($0.id) })
        try await device.edit(call.key, "twice")
        room.monica.plan(fault, "PUT")
        try await device.sync()
        #expect(room.notesThere() == ["twice"])
        _ = try await device.storage.deleteCallLogs([.id(call.key)])
        room.monica.plan(fault, "DELETE")
        #expect(try await device.sync().ending == .inSync)
        #expect(room.there().isEmpty)
    }

    @Test(arguments: both) func `a sync can be resumed after the process ends at any request`(
        _ records: CallLogAPIService.Records
    ) async throws {
        for end in 1...14 {
            let room = MonicaTestBed(records)
            let device = try room.device()
            let known = room.addThere("there")
            try await device.sync()
            try await device.add("one")
            let call = try #require(try await device.calls().first { $0.notes == "there" })
            try await device.edit(call.key, "there, edited")
            try await device.add("two")
            let ended = Task { try await device.sync(isFullRead: true, endingAt: end) }
            _ = await ended.result
            let report = try await device.sync(isFullRead: true)
            #expect(report.ending == .inSync, "\(end)")
            #expect(room.notesThere() == ["one", "there, edited", "two"], "\(end)")
            #expect(try await device.notes() == room.notesThere() && room.there().contains { $0.id == known })
            #expect(try await device.calls().allSatisfy(\.isSynced))
        }
    }

    @Test(arguments: both) func `a rejected call fails with Monica's messages and does not block others`(
        _ records: CallLogAPIService.Records
    ) async throws {
        let room = MonicaTestBed(records)
        let device = try room.device()
        let call = try await device.add("refused")
        room.monica.plan(.permanentError, "POST", at: "/api/\(records)")
        try await device.add("taken")
        var report = try await device.sync()
        #expect(report.ending == .inSync && report.refused == 1 && report.sent == 1)
        let failed = try await device.storage.fetchCallLog(.id(call.key))
        #expect(failed.syncStatus == .failed && failed.syncError == "Invalid query")
        #expect(try await device.sync().requests < 6)
        #expect(room.notesThere() == ["taken"])
        try await device.edit(call.key, "repaired")
        report = try await device.sync()
        #expect(report.sent == 1 && room.notesThere() == ["repaired", "taken"])
    }

    @Test(arguments: both) func `transient errors neither lose nor duplicate calls`(
        _ records: CallLogAPIService.Records
    ) async throws {
        let troubles: [FakeMonica.Fault] = [
            .badGateway, .htmlNotFound, .wrongShape, .oversized, .slow, .errorBefore, .dropBefore,
            .throttled(retryAfter: nil), .throttled(retryAfter: "soon"), .throttled(retryAfter: "7"),
            .throttled(retryAfter: "-5"), .redirect(to: "http://10.0.0.1/api"),
            .redirect(to: "file:///etc/passwd"),
        ]
        // Each pair of error and method needs a full sync, so each type of record covers a quarter of the
        // pairs.
        for (place, method) in ["GET", "POST", "PUT", "DELETE"].enumerated() {
            let room = MonicaTestBed(records)
            let device = try room.device()
            for text in ["a", "b", "c"] { try await device.add(text) }
            try await device.sync()
            for (number, trouble) in troubles.enumerated()
            where (number + place) % 4 == (records == .calls ? 0 : 2) {
                let calls = try await device.calls()
                try await device.edit(try #require(calls.first).key, "edited \(trouble)")
                try await device.add("new")
                _ = try await device.storage.deleteCallLogs([.id(try #require(calls.last).key)])
                room.monica.plan(trouble, method, at: "/api/")
                let report = try await device.sync(isFullRead: true)
                #expect(report.ending == .inSync, "\(trouble) at \(method): \(report.lastError ?? "")")
                let (here, there) = (try await device.notes(), room.notesThere())
                #expect(here == there && here.count == 3, "\(trouble) at \(method): \(here), \(there)")
            }
            #expect(try await device.storage.conflicts().isEmpty)
        }
    }

    @Test(arguments: both) func `a revoked token pauses the sync without failed calls`(
        _ records: CallLogAPIService.Records
    ) async throws {
        let room = MonicaTestBed(records)
        let device = try room.device()
        for number in 0..<20 { try await device.add("\(number)") }
        room.monica.revoke(after: 12)
        #expect(try await device.sync().ending == .unauthorized)
        let calls = try await device.calls()
        #expect(!calls.contains { $0.syncStatus == .failed || $0.isSyncing })
        #expect(!room.there().isEmpty && room.there().count < 20)
        #expect(try await device.sync().ending == .unauthorized)
        room.monica.revoke(after: nil)
        for fault in [FakeMonica.Fault.loginPage, .loginRedirect] {
            room.monica.plan(fault, "POST")
            #expect(try await device.sync().ending == .unauthorized)
        }
        #expect(try await device.sync().ending == .inSync)
        #expect(room.there().count == 20)
        #expect(try await device.calls().allSatisfy(\.isSynced))
    }

    @Test(arguments: both) func `100 calls are sent as fast as a limit of 60 requests per minute allows`(
        _ records: CallLogAPIService.Records
    ) async throws {
        let room = MonicaTestBed(records)
        room.monica.setLimit(60)
        let device = try room.device()
        for number in 0..<100 { try await device.add("\(number)") }
        let begun = room.clock.truth
        let report = try await device.sync()
        #expect(report.ending == .inSync && report.sent == 100)
        #expect(room.clock.truth - begun <= 65)
        #expect(Set(room.notesThere()).count == 100 && room.there().count == 100)
        // Exactly one request is rejected, and the next one waits for the requested time.
        let visits = room.monica.visits
        let shut = try #require(visits.firstIndex { $0.status == 429 })
        #expect(visits.count(where: { $0.status == 429 }) == 1)
        #expect(visits[shut + 1].at - visits[0].at >= 60)
    }

    @Test(arguments: both) func `pages that shift during a read hide no call`(
        _ records: CallLogAPIService.Records
    ) async throws {
        let room = MonicaTestBed(records, pageSize: 10)
        var ids: [Int] = []
        for number in 0..<35 {
            room.clock.pass(1000)
            ids.append(room.addThere("\(number)"))
        }
        let device = try room.device()
        let (first, last) = (ids[3], ids[30])
        room.monica.afterNextPage { [room] _ in room.removeThere(first) }
        room.monica.afterNextPage { [room] _ in room.addThere("late") }
        room.monica.afterNextPage { [room] _ in room.removeThere(last) }
        try await device.sync()
        try await device.sync(isFullRead: true)
        #expect(try await device.notes() == room.notesThere())
        #expect(Set(try await device.calls().map { Int($0.id) }) == Set(room.there().map(\.id)))
        #expect(try await device.calls().count == 34)
    }

    @Test(arguments: both) func `each request has a unique correlation id and a matching trace id`(
        _ records: CallLogAPIService.Records
    ) async throws {
        let room = MonicaTestBed(records)
        _ = try await room.device(with: "x")
        let visits = room.monica.visits
        #expect(Set(visits.map(\.correlation)).count == visits.count && visits.count > 3)
        for visit in visits {
            let correlation = try #require(visit.correlation)
            let trace = try #require(visit.traceparent)
            #expect(UUID(uuidString: correlation) != nil)
            #expect(trace.wholeMatch(of: #/00-[0-9a-f]{32}-[0-9a-f]{16}-01/#) != nil)
            #expect(trace.contains(correlation.replacing("-", with: "").lowercased()))
        }
    }
}
