import Foundation
import GRDB
import IlkStore
import IlkVocabulary
import StoreTestSupport
import TestSupport
import Testing

@testable import IlkUsage

/// Received events produce the same counts and lists as recorded events.
@Suite struct `Receiving usage events` {
    private static func phrase(_ words: String, day: Int) -> UsageEvent {
        var event = UsageSamples.tap("want", day: day)
        event.action = .phrase(
            PhraseCompletion(symbolIDs: ["want", "more"], phrase: words, constructionTime: 7))
        return event
    }

    private static func beside(_ store: UsageStore) async throws -> [[String]] {
        try await store.store.read { database in
            try ["SELECT hex(key) FROM usageChange ORDER BY number", "SELECT place FROM usageUnindexed"].map {
                try String.fetchAll(database, sql: $0)
            }
        }
    }

    @Test(arguments: [false, true])
    func `received events are listed and indexed like recorded ones`(_ isListed: Bool) async throws {
        let (one, other) = (try UsageStore.open(.memory), try UsageStore.open(.memory))
        var events = (0..<700).map {
            $0 % 3 == 0 ? Self.phrase("p\($0)", day: $0) : UsageSamples.tap("s", day: $0)
        }
        // Shares its millisecond with another event.
        events.append(Self.phrase("late", day: 3))
        if isListed { for store in [one, other] { _ = try await store.changes(after: nil, limit: 1) } }
        for event in events { try await one.record([event]) }
        try await other.receive(events.map { UsagePayload(.event($0)) }, at: Date())
        let lists = try await Self.beside(one)
        #expect(try await lists == Self.beside(other))
        #expect(lists.map(\.count) == [isListed ? 701 : 0, 235])
        let words = UsageFilter(words: try FullTextQuery("late"))
        #expect(try await other.events(after: nil, matching: words).events.count == 1)
        #expect(try await other.fault(thorough: true) == nil)
    }

    @Test func `the first of two events with the same key is kept`()
        async throws
    {
        let event = UsageSamples.tap("a", day: 1)
        var changed = event
        changed.action = .tap(SymbolTap(symbolID: "b", label: "b"))
        let plain = UsagePayload(.event(event))
        var other = UsagePayload(.event(changed))
        other.bytes.removeLast()
        other.bytes += Array(",\"new\":1}".utf8)
        for batch in [[plain, other], [other, plain]] {
            let store = try UsageStore.open(.memory)
            #expect(try await store.receive(batch, at: Date()) == [.stored, .conflicting])
            #expect(try await store.payloads().first { $0.id == event.id } == batch[0])
            #expect(try await store.receive(batch, at: Date()) == [.present, .present])
            #expect(try await store.fault(thorough: true) == nil)
        }
    }

    private static func events(_ count: Int, _ dice: inout SeededGenerator) -> [UsageEvent] {
        var events: [UsageEvent] = []
        while events.count < count {
            if case .event(var event) = UsageSamples.record(&dice), event.validationErrors.isEmpty {
                event.receivedAt = nil
                events.append(event)
            }
        }
        return events
    }

    private struct Counts: Equatable {
        var days: [[String]]
        var sessions: [[String]]
        var symbols: [[String]]
    }

    private func counts(_ store: UsageStore) async throws -> Counts {
        try await store.reader.read { database in
            func rows(_ sql: String) throws -> [[String]] {
                try Row.fetchAll(database, sql: sql).map { row in row.map { "\($0.0)=\($0.1)" } }
            }
            return Counts(
                days: try rows(
                    """
                    SELECT kind, day, hex(t.term), d.term, c.term, events, symbols, time FROM usageDay
                    JOIN usageTerm t ON t.number = usageDay.term JOIN usageTerm d ON d.number = device
                    JOIN usageTerm c ON c.number = caregiver ORDER BY 1, 2, 3, 4, 5
                    """),
                sessions: try rows("SELECT * FROM usageSession ORDER BY key"),
                symbols: try rows(
                    """
                    SELECT session, hex(t.term), taps FROM usageSessionSymbol
                    JOIN usageTerm t ON t.number = usageSessionSymbol.term ORDER BY 1, 2
                    """))
        }
    }

    @Test func `counts of received and recorded events are equal`() async throws {
        var dice = SeededGenerator(seed: 33)
        var events = Self.events(400, &dice)
        let sessions = (0..<9).map { RecordID(high: UInt64($0), low: dice.next()) }
        let devices = (0..<3).map { RecordID(high: 9, low: UInt64($0)) }
        for index in events.indices {
            events[index].sessionID = sessions[dice.below(9)]
            events[index].deviceID = devices[dice.below(3)]
            if index % 3 == 0 { events[index].caregiverProfileID = devices[dice.below(3)] }
            // Some events share a millisecond but have different zones.
            let day = Int64(1_700_000_000_000 + dice.below(4) * 86_400_000 + dice.below(40))
            events[index].time = ZonedTime(milliseconds: day, zone: dice.below(5) * 60 - 120)
            if index % 4 == 0, let other = events[0..<index].compactMap(\.tap).last {
                events[index].action = .tap(other)
            }
        }
        let (one, other) = (try UsageStore.open(.memory), try UsageStore.open(.memory))
        for event in events { try await one.record([event]) }
        for batch in stride(from: 0, to: events.count, by: 90) {
            let part = events[batch..<min(events.count, batch + 100)]
            try await other.receive(part.map { UsagePayload(.event($0)) }, at: Date())
        }
        #expect(try await counts(one) == counts(other))
        #expect(try await other.fault(thorough: true) == nil)
    }
}
