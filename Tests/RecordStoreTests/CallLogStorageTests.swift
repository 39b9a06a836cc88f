import Foundation
import GRDB
import IlkStore
import IlkVocabulary
import StoreTestSupport
import TestSupport
import Testing

@testable import IlkCalls

@Suite struct CallLogStorageTests {
    @Test func `a saved call has all given fields and is pending`() async throws {
        let calls = try await Calls()
        let call = try await calls.add("Great talk\nabout\0Rome", minutes: 45, .happy, tags: ["b", "a"])
        #expect(call.id == 0 && call.contactId == calls.sarah && call.duration == 45)
        #expect(call.emotion == .happy && call.notes == "Great talk\nabout\0Rome")
        #expect(call.syncStatus == .pending && call.needsSync && !call.isSyncing && !call.isSynced)
        #expect(call.createdAt == calls.clock.now && call.updatedAt == calls.clock.now)
        #expect(try await calls.storage.tagsAndAttachments(of: call.key).tags == ["a", "b"])
        #expect(try await calls.storage.fetchCallLog(.newest(1)) == call)
        #expect(try await calls.storage.fetchCallLog(RecordReference(call.shortID.lowercased())) == call)
        #expect(CallLog(call).duration == 45 && CallLog(call).emotionalState == .happy)
        try calls.storage.close()
    }

    @Test func `a call can be saved with a start time only`() async throws {
        let calls = try await Calls()
        let call = try await calls.add()
        #expect(call.duration == 0 && call.notes == nil && call.emotion == nil)
        try calls.storage.close()
    }

    @Test func `calls are paged newest first, independent of the order of insertion`() async throws {
        let calls = try await Calls()
        for day in [3.0, 1, 2, 5, 4, 1, 1] { try await calls.add("\(day)", days: day) }
        try await calls.add("ben", days: 2.5, with: calls.ben)
        var found: [String] = []
        var last: PageCursor?
        while let page = Optional(try await calls.storage.fetchCallLogs(limit: 3, before: last)),
            !page.isEmpty
        {
            found += page.map { $0.notes ?? "" }
            last = page.last?.cursor
        }
        #expect(found == ["1.0", "1.0", "1.0", "2.0", "ben", "3.0", "4.0", "5.0"])
        let own = try await calls.storage.fetchCallLogs(
            matching: CallFilter(contactId: calls.sarah), limit: 2)
        #expect(own.map(\.notes) == ["1.0", "1.0"])
        try calls.storage.close()
    }

    @Test func `an edit updates the time of change and makes the call pending`() async throws {
        let calls = try await Calls()
        let call = try await calls.add("before", minutes: 5)
        let calledAt = calls.clock.now.addingTimeInterval(-3600)
        let edited = try await calls.storage.updateCallLogs([.id(call.key)]) { draft in
            draft.notes = "after"
            draft.calledAt = calledAt
            draft.tags = ["x"]
        }[0]
        #expect(edited.notes == "after" && edited.duration == 5 && edited.updatedAt > call.updatedAt)
        #expect(edited.createdAt == call.createdAt)
        #expect(try await calls.storage.search(FullTextQuery("before")).isEmpty)
        #expect(try await calls.storage.search(FullTextQuery("after")).map(\.key) == [call.key])
        try calls.storage.close()
    }

    @Test func `editing several calls is atomic`() async throws {
        let calls = try await Calls()
        let all = try await [calls.add("one"), calls.add("two")].map { RecordReference.id($0.key) }
        try await calls.storage.updateCallLogs(all) { $0.tags.append("batch") }
        #expect(try await calls.storage.fetchCallLogs(matching: CallFilter(tag: "batch")).count == 2)
        await #expect(throws: CallError.self) {
            try await calls.storage.updateCallLogs(all + [.newest(9)]) { $0.tags = [] }
        }
        await #expect(throws: CallError.self) {
            try await calls.storage.updateCallLogs(all) {
                if $0.notes == "two" { $0.duration = -1 } else { $0.tags = [] }
            }
        }
        #expect(try await calls.storage.fetchCallLogs(matching: CallFilter(tag: "batch")).count == 2)
        try calls.storage.close()
    }

    @Test func `calls with a tag stay sorted by time when they are moved`() async throws {
        let calls = try await Calls()
        var keys: [RecordID] = []
        for day in 0..<4 {
            keys.append(try await calls.add("\(day)", days: Double(day), tags: ["rare", "t\(day)"]).key)
            try await calls.add("other", days: Double(day) + 0.5)
        }
        let filter = CallFilter(tag: "rare")
        func tagged() async throws -> [String?] {
            try await calls.storage.fetchCallLogs(matching: filter).map(\.notes)
        }
        #expect(try await tagged() == ["0", "1", "2", "3"])
        let earlier = calls.clock.now.addingTimeInterval(-9 * 86_400)
        try await calls.storage.updateCallLogs([.id(keys[0])]) { $0.calledAt = earlier }
        #expect(try await tagged() == ["1", "2", "3", "0"])
        try await calls.storage.updateCallLogs([.id(keys[2])]) { $0.tags = ["t2"] }
        _ = try await calls.storage.deleteCallLogs([.id(keys[1])])
        #expect(try await tagged() == ["3", "0"])
        #expect(try await calls.storage.statistics(matching: filter).total == 2)
        let places = try await calls.storage.store.read { database in
            try Int.fetchOne(
                database,
                sql: """
                    SELECT count(*) FROM callTagPlace x WHERE NOT EXISTS(SELECT 1 FROM callTag t JOIN callLog c
                        ON c.key = t.callKey WHERE t.tag = x.tag AND c.place = x.place)
                    """)
        }
        #expect(places == 0)
        try calls.storage.close()
    }

    @Test func `deleting a call keeps the row only if the server may have the call`()
        async throws
    {
        let calls = try await Calls()
        let new = try await calls.add("new")
        let known = try await calls.add("known")
        try await calls.storage.setStatus(known.key, to: .synced, serverID: 41, updatedAt: calls.clock.now)
        #expect(try await calls.storage.deleteCallLogs([.id(new.key), .id(known.key)]) == 2)
        #expect(try await calls.notes().isEmpty)
        await #expect(throws: CallError.self) { try await calls.storage.fetchCallLog(.id(known.key)) }
        #expect(try await calls.storage.search(FullTextQuery("known")).isEmpty)
        #expect(try await calls.storage.statistics().pending == 1)
        #expect(try await calls.storage.purge(.deleted).records == 0)
        #expect(try await calls.storage.setStatus(known.key, to: .synced).isMarkedDeleted)
        #expect(try await calls.storage.purge(.deleted).records == 1)
        #expect(try await calls.counts().kept.isEmpty)
        try calls.storage.close()
    }

    @Test func `purging deleted calls leaves no byte of their notes`()
        async throws
    {
        let scratch = try Scratch()
        let storage = try CallLogStorage.open(.file(scratch.path("calls.db")))
        let contact = try await storage.contact(creatingNamed: "Sarah").contact.id
        var calls: [CallLogEntity] = []
        for notes in ["neverarrived", "knownthere", "stillhere"] {
            calls.append(
                try await storage.saveCallLog(CallDraft(contactId: contact, calledAt: Date(), notes: notes)))
        }
        try await storage.setStatus(calls[1].key, to: .synced, serverID: 41, updatedAt: Date())
        try await storage.deleteCallLogs(calls.prefix(2).map { .id($0.key) })
        try await storage.setStatus(calls[1].key, to: .synced)
        #expect(try await storage.preview(of: .deleted).records == 1)
        #expect(try await storage.purge(.deleted).records == 1)
        var bytes = Data()
        for name in try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) {
            bytes += try scratch.bytes(name)
        }
        for (word, isThere) in [("neverarrived", false), ("knownthere", false), ("stillhere", true)] {
            #expect((bytes.range(of: Data(word.utf8)) != nil) == isThere, "\(word)")
        }
        try storage.close()
    }

    @Test(arguments: [
        (-1, "duration"), (0, "duration"), (Int(Int32.max) + 1, "duration"), (Int(Int32.max), nil), (1, nil),
    ]) func `an invalid duration is rejected with its field`(minutes: Int, field: String?) async throws {
        let calls = try await Calls()
        if field == nil {
            #expect(try await calls.add(minutes: minutes).duration == Int32(minutes))
        } else {
            let error = await #expect(throws: CallError.self) { try await calls.add(minutes: minutes) }
            #expect(error?.description.hasPrefix("duration:") == true && error?.exitStatus == 64)
        }
        try calls.storage.close()
    }

    @Test func `notes of up to 5000 scalars are stored completely`() async throws {
        let calls = try await Calls()
        for text in [
            String(repeating: "x", count: 5000), String(repeating: "👩‍👩‍👧", count: 1000), "مرحبا",
            #"{"a":"\u0000"}"#,
        ] {
            #expect(try await calls.add(text).notes == text)
        }
        for text in [String(repeating: "x", count: 5001), String(repeating: "👩‍👩‍👧", count: 1001)] {
            await #expect(throws: CallError.self) { try await calls.add(text) }
        }
        try calls.storage.close()
    }

    @Test func `all validation errors are reported at once`() async throws {
        let calls = try await Calls()
        let draft = CallDraft(
            contactId: 0, calledAt: calls.clock.now.addingTimeInterval(2 * 86_400), duration: 0,
            notes: String(repeating: "x", count: 5001), tags: ["a,b"], attachments: [""])
        #expect(
            draft.validationErrors(now: calls.clock.now).map(\.field)
                == [.contact, .calledAt, .duration, .notes, .tags, .attachments])
        await #expect(throws: CallError.noSuchContact(reference: "99")) {
            try await calls.storage.saveCallLog(CallDraft(contactId: 99, calledAt: calls.clock.now))
        }
        try calls.storage.close()
    }

    @Test(arguments: ["", " \n", "a\0b"])
    func `a contact cannot be renamed to an invalid name`(_ name: String) async throws {
        let calls = try await Calls()
        let error = CallError.invalid([.init(field: .contact, message: "must not be empty")])
        await #expect(throws: error) { try await calls.storage.renameContact(calls.ben, to: name) }
        try await calls.storage.renameContact(calls.ben, to: " Benno ")
        #expect(try await calls.storage.contact(named: "benno").id == calls.ben)
        await #expect(throws: CallError.noSuchContact(reference: "99")) {
            try await calls.storage.renameContact(99, to: "Nobody")
        }
        try calls.storage.close()
    }

    @Test func `a cursor of an impossible time is rejected by lists and searches`() async throws {
        let calls = try await Calls()
        let call = try await calls.add("rome")
        let cursor = PageCursor(timestamp: Date(timeIntervalSince1970: -1e14), id: call.key)
        await #expect(throws: RecordStoreError.malformedCursor) {
            try await calls.storage.fetchCallLogs(before: cursor)
        }
        await #expect(throws: RecordStoreError.malformedCursor) {
            try await calls.storage.search(FullTextQuery("rome"), before: cursor)
        }
        try calls.storage.close()
    }

    @Test func `contacts are found by name without case and accents, or by number`() async throws {
        let calls = try await Calls()
        #expect(try await calls.storage.contact(named: "SÄRAH").id == calls.sarah)
        #expect(try await calls.storage.contact(named: "#\(calls.ben)").name == "Ben")
        #expect(try await !calls.storage.contact(creatingNamed: " sarah ").isNew)
        await #expect(throws: CallError.noSuchContact(reference: "Sara")) {
            try await calls.storage.contact(named: "Sara")
        }
        try await calls.add(days: 3)
        try await calls.add(days: 1, with: calls.ben)
        let contacts = try await calls.storage.contacts()
        #expect(contacts.map(\.name) == ["Ben", "Sarah"] && contacts.map(\.calls) == [1, 1])
        let silent = try await calls.storage.contacts(
            notCalledSince: calls.clock.now.addingTimeInterval(-2 * 86_400))
        #expect(silent.map(\.name) == ["Sarah"])
        // The server's contact with this name replaces the local one.
        try await calls.storage.syncTransaction { try $0.upsertContact(id: 2940, name: "Sarah") }
        #expect(try await calls.storage.fetchCallLogs(matching: CallFilter(contactId: 2940)).count == 1)
        let counts = try await calls.counts()
        #expect(counts.kept == counts.counted)
        try calls.storage.close()
    }

    @Test(arguments: [1, 2, 3] as [UInt64]) func `maintained counts equal a recount after random changes`(
        seed: UInt64
    ) async throws {
        let calls = try await Calls()
        var random = SeededGenerator(seed: seed)
        var keys: [RecordID] = []
        var number: Int32 = 0
        for _ in 0..<300 {
            let key = keys.randomElement(using: &random)
            switch (Int.random(in: 0..<6, using: &random), key) {
            case (0, let key?):
                // The call may be deleted already.
                _ = try? await calls.storage.deleteCallLogs([.id(key)])  // May be deleted already.
            case (1, let key?):
                let minutes = Int.random(in: 1..<90, using: &random)
                _ = try? await calls.storage.updateCallLogs([.id(key)]) {  // May be deleted already.
                    $0.duration = minutes
                    $0.emotionalState = $0.emotionalState == nil ? .sad : nil
                    $0.notes = $0.notes == nil ? "n" : nil
                }
            case (2, let key?):
                number += 1
                let status = CallSyncStatus.allCases.randomElement(using: &random) ?? .pending
                // A duplicate server id or a deleted call is an error.
                _ = try? await calls.storage.setStatus(key, to: status, serverID: number)  // May fail.
            default:
                let emotion = ([nil] + EmotionalState.allCases).randomElement(using: &random) ?? nil
                keys.append(
                    try await calls.add(
                        Bool.random(using: &random) ? "words" : nil,
                        days: Double.random(in: 0..<9, using: &random),
                        with: Bool.random(using: &random) ? calls.ben : calls.sarah,
                        minutes: Bool.random(using: &random) ? 7 : nil, emotion
                    ).key)
            }
        }
        let counts = try await calls.counts()
        #expect(counts.kept == counts.counted && !counts.kept.isEmpty, "seed \(seed)")
        try calls.storage.close()
    }

    @Test func `recorded calls are visible to other processes and after a restart`() async throws {
        let scratch = try Scratch()
        let calls = try await Calls(.file(scratch.path("calls.sqlite")))
        try await calls.add("kept", minutes: 3)
        try calls.storage.close()
        let again = try CallLogStorage.open(.file(scratch.path("calls.sqlite")), access: .readOnly)
        #expect(try await again.fetchCallLogs().map(\.notes) == ["kept"])
        try again.close()
    }

    @Test func `calls recorded through the journal are searchable and counted`() async throws {
        let scratch = try Scratch()
        let calls = try await Calls(.file(scratch.path("calls.sqlite")))
        let logger = CallLogger(storage: calls.storage)
        for number in 0..<5000 {
            await logger.log(
                CallDraft(
                    contactId: number % 2 == 0 ? calls.sarah : calls.ben,
                    calledAt: calls.clock.now.addingTimeInterval(Double(number % 700)), duration: 2,
                    emotionalState: .neutral, notes: "call number\(number)"))
        }
        await logger.log(CallDraft(contactId: 77, calledAt: calls.clock.now))
        let ledger = await logger.close()
        #expect(ledger.stored == 5000 && ledger.quarantined == 1)
        #expect(try await calls.storage.search(FullTextQuery("number4711")).count == 1)
        #expect(try await calls.storage.statistics().totalMinutes == 10_000)
        let counts = try await calls.counts()
        #expect(counts.kept == counts.counted)
        try calls.storage.close()
    }
}
