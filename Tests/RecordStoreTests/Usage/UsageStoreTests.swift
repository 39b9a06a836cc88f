import Foundation
import IlkFraming
import IlkStore
import IlkVocabulary
import StoreTestSupport
import Synchronization
import TestSupport
import Testing

@testable import IlkUsage

@Suite struct `Usage of a communication app` {
    /// A clock that tests advance.
    final class HandClock: Sendable {
        private let now = Mutex<Int64>(1_782_604_800_000)
        var date: Date { Date(milliseconds: now.withLock { $0 }) }
        func pass(_ milliseconds: Int64) { now.withLock { $0 += milliseconds } }
    }

    private func makeStore(_ clock: HandClock, _ location: StoreLocation = .memory) throws -> UsageStore {
        try UsageStore.open(location, ids: RecordIDSource(clock: { clock.date }))
    }

    @Test func `a new device with a name in use gets a number appended`() async throws {
        let store = try UsageStore.open(.memory)
        for name in ["Host", "host 2"] {
            try await store.save(
                .device(
                    UsageDevice(id: store.nextID(), installationID: store.nextID().description, name: name)))
        }
        let own = try await store.thisDevice(creatingNamed: "host")
        #expect(own.name == "host 3")
        #expect(try await store.thisDevice(creatingNamed: "another").name == "host 3")
        #expect(try await UsageStore.open(.memory).thisDevice(creatingNamed: "host").name == "host")
    }

    @Test func `the correction of a phrase overrides its tag until it is withdrawn`() async throws {
        let store = try UsageStore.open(.memory)
        func phrase(_ number: UInt64, _ text: String, _ tag: String?) -> UsageEvent {
            UsageEvent(
                id: RecordID(high: 1, low: number),
                time: ZonedTime(milliseconds: 1_782_604_800_000 + Int64(number), zone: 0),
                action: .phrase(
                    PhraseCompletion(
                        symbolIDs: ["a"], phrase: text, constructionTime: 1,
                        edits: .init(removed: 0, reordered: 0), finalPhraseLength: 1)),
                language: "en", sessionID: RecordID(high: 2, low: 1), deviceID: RecordID(high: 3, low: 1),
                tag: tag)
        }
        let events = [
            phrase(1, "hello", "greeting"), phrase(2, "want cookie", nil), phrase(3, "bye", "other"),
        ]
        try await store.record(events)
        let taxonomy = Taxonomy(name: "intents", categories: ["greeting", "request"])
        func labels() async throws -> [String] {
            try await store.labeledRecords(of: taxonomy).map { "\($0.text.text): \($0.text.category)" }
        }
        #expect(try await labels() == ["hello: greeting"])
        func correct(_ reference: RecordReference, _ label: String?) async throws -> String? {
            let correction = RecordCorrection(taxonomy: "", label: label, author: "ann")
            return try await store.correct(reference, by: correction).before
        }
        #expect(try await correct(.newest(2), "request") == nil)
        #expect(try await correct(.newest(1), "greeting") == "other")
        #expect(try await labels() == ["hello: greeting", "want cookie: request", "bye: greeting"])
        #expect(try await store.labels() == ["greeting", "request"])
        #expect(try await correct(.newest(1), "request") == "greeting")
        #expect(try await correct(.newest(1), nil) == "request")
        #expect(try await labels() == ["hello: greeting", "want cookie: request"])
        let history = try await store.corrections(of: [events[2]])[0]
        #expect(history.map(\.label) == ["greeting", "request", nil] && history[0].author == "ann")
        #expect(try await store.events().first == events[2], "the event is unchanged")
        let copy = try UsageStore.open(.memory)
        let records = try await store.records(after: nil).records
        #expect(try await copy.insert(records) == records.count)
        #expect(try await copy.insert(records) == 0)
        #expect(try await copy.records(after: nil).records == records, "an export copies the corrections")
        let alone = records.filter { if case .correction = $0 { true } else { false } }
        #expect(alone.count == 4)
        await #expect(throws: UsageError.self) { try await UsageStore.open(.memory).insert(alone) }
        let numbers = try await store.labeledRecords(of: taxonomy).map(\.number)
        #expect(try await store.containsAll(numbers))
        #expect(try await store.containsAll(numbers + [99]) == false)
        await #expect(throws: RecordStoreError.self) { try await correct(.newest(9), "request") }
    }

    @Test func symbol_tap_logging_complete() async throws {
        let clock = HandClock()
        let store = try makeStore(clock)
        let device = try await store.thisDevice(creatingNamed: "home iPad")
        let mom = CaregiverProfile(id: store.nextID(), name: "mom", role: "parent")
        try await store.save(.caregiver(mom))
        try await store.setActiveCaregiver(mom.id)
        let zone = try #require(TimeZone(identifier: "Europe/Sofia"))
        let logger = try await UsageLogger.start(store, device: device, timeZone: { zone })
        let key = await logger.tap(
            SymbolTap(
                symbolID: "want", label: "искам", categoryPath: "home",
                gridPosition: .init(row: 1, column: 3)), language: "bg")
        let session = try #require(logger.sessionID)
        let accounts = await logger.close()
        #expect(accounts.stored == 1 && accounts.isBalanced)
        let event = try #require(try await store.events(limit: 1).first)
        #expect(event.id == key)
        #expect(event.timestamp == clock.date)
        var json = UsageRecordJSON()
        #expect(
            String(decoding: json.bytes(.event(event)), as: UTF8.self) == """
                {"type":"tap","version":1,"id":"\(key)","timestamp":"2026-06-28T03:00:00.000+03:00",\
                "session_id":"\(session)","device_id":"\(device.id)","caregiver_profile_id":"\(mom.id)",\
                "language_setting":"bg","symbol_id":"want","symbol_label_displayed":"искам","category_path":"home",\
                "grid_position":[1,3],"phrase_position":1}
                """)
    }

    @Test func phrase_completion_logging() async throws {
        let clock = HandClock()
        let store = try makeStore(clock)
        let device = try await store.thisDevice(creatingNamed: "home iPad")
        let logger = try await UsageLogger.start(store, device: device)
        for word in ["I", "a", "cookie", "want"] {
            await logger.tap(SymbolTap(symbolID: "s-\(word)", label: word), language: "en")
            clock.pass(700)
        }
        logger.removeSymbol(at: 1)
        logger.moveSymbol(from: 1, to: 2)
        clock.pass(500)
        await logger.speak(language: "en", tag: "request")
        await logger.speak(language: "en")
        await logger.close()
        let events = try await store.events(matching: UsageFilter(type: .phrase))
        let phrase = try #require(events.first?.phrase)
        #expect(events.count == 1)
        #expect(phrase.symbolIDs == ["s-I", "s-want", "s-cookie"])
        #expect(phrase.phrase == "I want cookie")
        #expect(phrase.constructionTime == 3300)
        #expect(phrase.edits == .init(removed: 1, reordered: 1))
        #expect(phrase.finalPhraseLength == 3)
        #expect(events.first?.tag == "request")
        let session = try #require(try await store.sessions().first)
        #expect(session.totalSymbols == 4 && session.uniqueSymbols == 4)
        #expect(session.phrases == 1 && session.longestPhrase == 3)
        #expect(session.duration == 3.3)
    }

    @Test func `a pause longer than the setting ends a session`() async throws {
        let clock = HandClock()
        let store = try makeStore(clock)
        let device = try await store.thisDevice(creatingNamed: "iPad")
        try await store.setSessionGap(60)
        await #expect(throws: UsageError.self) { try await store.setSessionGap(0) }
        for (pause, sessions) in [(0, 1), (60_000, 1), (60_001, 2), (-3_600_000, 2), (3_000_000, 2)] {
            clock.pass(Int64(pause))
            let logger = try await UsageLogger.start(store, device: device)
            await logger.tap(SymbolTap(symbolID: "more", label: "more"), language: "en")
            await logger.close()
            // A clock that went back starts a new session only in a new process.
            if pause >= 0, pause < 3_000_000 {
                #expect(try await store.sessions().count == sessions, "\(pause)")
            }
        }
        #expect(try await store.fault(thorough: true) == nil)
    }

    @Test func `a reinstalled device keeps its key and name`() async throws {
        let store = try makeStore(HandClock())
        let first = try await store.thisDevice(creatingNamed: "home iPad")
        #expect(try await store.thisDevice(creatingNamed: "another") == first)
        try await store.adopt(first)
        let again = try await store.thisDevice(creatingNamed: "another")
        #expect(again.id == first.id && again.name == first.name)
        #expect(again.installationID != first.installationID)
    }

    @Test func `a device that is continued replaces the new one without events`() async throws {
        let (clock, other) = (HandClock(), HandClock())
        let old = try makeStore(clock)
        let known = try await old.thisDevice(creatingNamed: "home iPad")
        clock.pass(1000)
        let store = try makeStore(other)
        other.pass(2000)
        let fresh = try await store.thisDevice(creatingNamed: "home iPad")
        #expect(try await store.adoptableDevices(probablyNamed: "home iPad").isEmpty)
        try await store.receive([UsagePayload(.device(known))], at: clock.date)
        #expect(try await store.adoptableDevices(probablyNamed: "Home iPad").map(\.id) == [known.id])
        try await store.adopt(known)
        #expect(try await store.devices().map(\.id) == [known.id])
        #expect(try await store.thisDevice(creatingNamed: "x").id == known.id && fresh.id != known.id)
    }

    @Test func `names of devices and caregivers are unique`() async throws {
        let store = try makeStore(HandClock())
        try await store.save(.caregiver(CaregiverProfile(id: store.nextID(), name: "Mom")))
        await #expect(throws: UsageError.nameInUse("mom")) {
            try await store.save(.caregiver(CaregiverProfile(id: store.nextID(), name: "mom")))
        }
        #expect(try await store.caregiver(named: "MOM").name == "Mom")
        await #expect(throws: UsageError.notFound("caregiver", reference: "dad")) {
            try await store.caregiver(named: "dad")
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `any record is byte-identical after storage and invalid ones are rejected`(seed: UInt64)
        async throws
    {
        var dice = SeededGenerator(seed: seed)
        let (store, other) = try (makeStore(HandClock()), makeStore(HandClock()))
        var json = UsageRecordJSON()
        var seen: Set<RecordID> = []
        for _ in 0..<400 {
            let record = UsageSamples.record(&dice)
            guard seen.insert(record.id).inserted else { continue }
            let bytes = json.bytes(record)
            let read = try UsageRecordJSON.record(JSONTree(strictly: bytes))
            #expect(read == record, "seed \(seed)")
            #expect(json.bytes(read) == bytes)
            let rest = Mutex<[UsageRecord]?>([record])
            _ = try await store.insert {
                rest.withLock { rest in
                    defer { rest = nil }; return rest
                }
            }
        }
        let mine = try await all(store)
        let theirs = Mutex<[UsageRecord]?>(mine)
        let taken = try await other.insert {
            theirs.withLock { rest in
                defer { rest = nil }; return rest
            }
        }
        #expect(taken.added == mine.count)
        let copied = try await all(other)
        #expect(copied.map { json.bytes($0) } == mine.map { json.bytes($0) }, "seed \(seed)")
        #expect(try await other.fault(thorough: true) == nil)
    }

    private func all(_ store: UsageStore) async throws -> [UsageRecord] {
        try await store.records(after: nil, limit: 10_000).records
    }

    @Test func `a conflicting record rejects its whole batch`()
        async throws
    {
        let store = try makeStore(HandClock())
        let tap = UsageSamples.tap("want", day: 0)
        try await store.record([tap])
        var other = tap
        other.language = "bg"
        let records: [UsageRecord] = [.event(UsageSamples.tap("more", day: 1)), .event(other)]
        let rest = Mutex<[UsageRecord]?>(records)
        await #expect(throws: UsageError.self) {
            try await store.insert {
                rest.withLock { rest in
                    defer { rest = nil }; return rest
                }
            }
        }
        #expect(try await store.events() == [tap])
    }

    @Test func `counts stay correct after purges`() async throws {
        let store = try makeStore(HandClock())
        var dice = SeededGenerator(seed: 5)
        var events: [UsageEvent] = []
        for number in 0..<300 {
            var event = UsageSamples.tap(
                "s\(dice.below(9))", day: dice.below(5), hour: dice.below(24), zone: dice.below(3) * 60,
                session: RecordID(high: UInt64(dice.below(6)) << 16 | 0x7000, low: 1 << 63))
            if number % 4 == 0 {
                event.action = .phrase(
                    PhraseCompletion(
                        symbolIDs: ["a"], phrase: "p\(dice.below(5))", constructionTime: dice.below(9)))
            }
            events.append(event)
        }
        try await store.record(events)
        #expect(try await store.fault(thorough: true) == nil)
        for filter in [
            UsageFilter(symbolID: "s3"), UsageFilter(words: try FullTextQuery("p1")),
            UsageFilter(until: Date(milliseconds: events[7].time.milliseconds)),
            UsageFilter(sessionID: events[9].sessionID),
        ] {
            let expected = try await store.preview(of: UsagePurge(filter: filter)).records
            #expect(try await store.purge(UsagePurge(filter: filter)).records == expected)
            #expect(try await store.fault(thorough: true) == nil)
        }
        try await store.purge(UsagePurge())
        #expect(try await store.events().isEmpty)
        #expect(try await store.sessions().isEmpty)
    }

    @Test func `taps are recorded and counted while another program locks the file`()
        async throws
    {
        let scratch = try Scratch()
        let path = scratch.path("usage.sqlite")
        let store = try UsageStore.open(.file(path))
        let device = try await store.thisDevice(creatingNamed: "iPad")
        let logger = try await UsageLogger.start(store, device: device)
        let outside = try OutsideWriter(holding: path)
        let start = ThreadTime.seconds
        for _ in 0..<1000 { await logger.tap(SymbolTap(symbolID: "want", label: "want"), language: "en") }
        // CPU time of the calling thread, which must not wait for the file.
        #expect(ThreadTime.seconds - start < 1)
        #expect(logger.ledger.pending == 1000)
        try outside.release()
        let accounts = await logger.close()
        #expect(accounts.stored == 1000 && accounts.isBalanced)
        #expect(try await store.sessions().map(\.totalSymbols) == [1000])
        try store.close()
    }
}

@Suite struct `Received usage records` {
    @Test func `records of a later version are stored and passed on unchanged`() async throws {
        let store = try UsageStore.open(.memory)
        let tap = UsageSamples.tap("want", day: 0)
        let known = UsagePayload(.event(tap))
        var more = UsagePayload(.event(UsageSamples.tap("more", day: 0)))
        more.bytes =
            Array(String(decoding: more.bytes.dropLast(), as: UTF8.self).utf8)
            + Array(",\"mood\":\"glad\"}".utf8)
        var newer = UsagePayload(.event(UsageSamples.tap("newer", day: 0)))
        let later = "\"version\":\(UsageRecordJSON.version + 1)"
        newer.bytes = Array(
            String(decoding: newer.bytes, as: UTF8.self).replacing("\"version\":1", with: later).utf8)
        let strange = UsagePayload(id: store.nextID(), collection: "usage.gaze", bytes: [0xFF, 0x00])
        let huge = UsagePayload(
            id: store.nextID(), collection: UsagePayload.Collection.events.rawValue,
            bytes: [UInt8](repeating: UInt8(ascii: "["), count: 100_000))
        let all = [known, more, newer, strange, huge]
        #expect(try await store.receive(all, at: Date()) == [.stored, .stored, .opaque, .opaque, .opaque])
        #expect(
            try await store.receive(all, at: Date()) == [.present, .present, .present, .present, .present])
        #expect(try await store.events().count == 2)
        #expect(try await Set(store.payloads()) == Set(all))
        #expect(try await store.events().allSatisfy { $0.receivedAt != nil })
    }

    @Test func `a conflicting event is stored separately and changes nothing`()
        async throws
    {
        let store = try UsageStore.open(.memory)
        let tap = UsageSamples.tap("want", day: 0)
        try await store.record([tap])
        var other = tap
        other.language = "bg"
        #expect(try await store.receive([UsagePayload(.event(other))], at: Date()) == [.conflicting])
        #expect(try await store.events() == [tap])
    }
}
