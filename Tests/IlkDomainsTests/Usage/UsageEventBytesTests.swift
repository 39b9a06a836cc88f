import Foundation
import GRDB
import IlkFraming
import IlkStore
import IlkVocabulary
import StoreTestSupport
import TestSupport
import Testing

@testable import IlkDomains

/// Events that come by the thousand take short cuts: they are to end where the long way ends.
@Suite struct `Usage that comes by the thousand` {
    private static func events(_ count: Int, _ dice: inout SeededGenerator) -> [UsageEvent] {
        var events: [UsageEvent] = []
        while events.count < count {
            if case .event(var event) = UsageSamples.record(&dice), event.problems.isEmpty {
                event.receivedAt = nil
                events.append(event)
            }
        }
        return events
    }

    private static func plain(_ bytes: [UInt8]) -> UsageEvent? {
        let json = try? JSONTree(strictly: bytes)  // Then it is no event.
        let record = try? json.map { try UsageRecordJSON.record($0) }  // As above.
        guard case .event(let event)? = record else { return nil }
        return event
    }

    @Test func `what is read in one pass is what the plain reader reads, and is written the same again`() {
        var dice = SeededGenerator(seed: 31)
        var inOnePass = 0
        for event in Self.events(3000, &dice) {
            let bytes = UsagePayload(.event(event)).bytes
            guard let read = UsageEventBytes.event(bytes) else {
                // Only what is escaped, and numbers of nineteen digits, take the long way.
                let grid = event.tap?.gridPosition
                let isLong = [grid?.row, grid?.column].contains {
                    ($0?.magnitude ?? 0) >= 1_000_000_000_000_000_000
                }
                #expect(
                    isLong || bytes.contains(UInt8(ascii: "\\")), "\(String(decoding: bytes, as: UTF8.self))")
                continue
            }
            inOnePass += 1
            #expect(read == event)
        }
        #expect(inOnePass > 300)
    }

    @Test
    func `bytes that were changed anywhere are read as the plain reader reads them, or not in one pass`() {
        var dice = SeededGenerator(seed: 32)
        for event in Self.events(600, &dice) {
            var bytes = UsagePayload(.event(event)).bytes
            for _ in 0..<20 {
                let place = dice.below(bytes.count)
                switch dice.below(4) {
                case 0: bytes[place] = UInt8(dice.below(256))
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(bytes[dice.below(bytes.count)], at: place)
                default: bytes[place] ^= 1 << UInt8(dice.below(8))
                }
                guard let read = UsageEventBytes.event(bytes) else {
                    bytes = UsagePayload(.event(event)).bytes
                    continue
                }
                #expect(UsagePayload(.event(read)).bytes == bytes)
                if read.problems.isEmpty { #expect(Self.plain(bytes) == read) }
            }
        }
    }

    @Test(arguments: [
        "01", "-0", "+1", "1.0", "1e2", "", "1234567890123456789", "-", "0x1",
    ])
    func `a number in another form is left to the plain reader`(_ number: String) {
        let event = UsageSamples.tap("a", day: 1)
        let text = String(decoding: UsagePayload(.event(event)).bytes, as: UTF8.self)
        let other = text.dropLast() + ",\"phrase_position\":\(number)}"
        #expect(UsageEventBytes.event(Array(other.utf8)) == nil)
        #expect(UsageEventBytes.event(Array((text.dropLast() + ",\"phrase_position\":7}").utf8)) != nil)
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

    @Test func `counts that are kept at once are those that the triggers keep`() async throws {
        var dice = SeededGenerator(seed: 33)
        var events = Self.events(400, &dice)
        let sessions = (0..<9).map { RecordID(high: UInt64($0), low: dice.next()) }
        let devices = (0..<3).map { RecordID(high: 9, low: UInt64($0)) }
        for index in events.indices {
            events[index].sessionID = sessions[dice.below(9)]
            events[index].deviceID = devices[dice.below(3)]
            if index % 3 == 0 { events[index].caregiverProfileID = devices[dice.below(3)] }
            // Some in the same millisecond, in other zones.
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
        // The triggers count again.
        try await other.record([UsageSamples.tap("behind", day: 2)])
        #expect(try await other.fault(thorough: true) == nil)
    }

    @Test func `a batch that fails leaves no count and no rest of the triggers`() async throws {
        let store = try UsageStore.open(.memory)
        struct Failure: Error {}
        await #expect(throws: Failure.self) {
            try await store.store.write { database in
                let tally = try UsageTally(database)
                try tally.count(UsageSamples.tap("a", day: 1))
                throw Failure()
            }
        }
        try await store.record([UsageSamples.tap("b", day: 1)])
        #expect(try await store.fault(thorough: true) == nil)
        #expect(try await store.sessions().map(\.totalSymbols) == [1])
    }
}
