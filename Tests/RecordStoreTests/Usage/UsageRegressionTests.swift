import Foundation
import IlkStore
import IlkVocabulary
import TestSupport
import Testing

@testable import IlkUsage

@Suite struct `Vocabulary regressions` {
    /// Creates a store in which other symbols are used all the time, and `help` on the given days.
    private func store(
        help days: [Int], others: Range<Int> = -20..<40, pause: Range<Int> = 0..<0
    ) async throws -> UsageStore {
        let store = try UsageStore.open(.memory)
        var events: [UsageEvent] = []
        for day in others where !pause.contains(day) {
            for word in 0..<10 { events.append(UsageSamples.tap("other\(word)", day: day, hour: word + 8)) }
        }
        try await store.record(events + days.map { UsageSamples.tap("help", day: $0) })
        return store
    }

    /// 15 uses on days 1 to 10, none on days 11 to 16.
    private let seed = [1, 1, 2, 3, 3, 4, 5, 5, 6, 7, 7, 8, 9, 9, 10]

    @Test func regression_detection_flags() async throws {
        let store = try await store(help: seed)
        let found = try await store.findRegressions(on: UsageSamples.day(16))
        let flag = try #require(found.flags.first)
        #expect(found.flags.count == 1 && flag.symbolID == "help")
        #expect(flag.lastUsed == UsageSamples.day(10))
        #expect(flag.previousFrequency == 15 && flag.previousDays == 10 && flag.recentFrequency == 0)
        // 50 of all 205 taps are in the recent period. 15 of the 205 are taps on the symbol itself.
        #expect(abs(flag.expected - 15.0 * 50 / 155) < 1e-9)
        #expect(abs(flag.probability - pow(155.0 / 205, 15)) < 1e-9)
        #expect(flag.isNew)
    }

    @Test func `a symbol is flagged independent of the distribution of its uses`() async throws {
        for days in [Array(repeating: 1, count: 15), Array(repeating: 10, count: 15)] {
            let store = try await store(help: days)
            #expect(
                try await store.findRegressions(on: UsageSamples.day(16)).flags.map(\.symbolID) == ["help"])
        }
    }

    @Test func `both periods are configurable`() async throws {
        let store = try await store(help: seed)
        for (recent, previous, isFlagged) in [(5, 14, true), (6, 10, true), (7, 14, false), (1, 14, false)] {
            let settings = UsageRegressionSettings(recentDays: recent, previousDays: previous)
            let found = try await store.findRegressions(on: UsageSamples.day(16), settings)
            #expect(found.flags.isEmpty != isFlagged, "\(recent) \(previous)")
        }
        await #expect(throws: UsageError.self) {
            try await store.findRegressions(on: UsageSamples.day(16), UsageRegressionSettings(recentDays: 0))
        }
    }

    @Test func `a repeated check gives the same flags and covers missed days`() async throws {
        let store = try await store(help: seed)
        #expect(try await store.findRegressions(on: UsageSamples.day(13)).flags.isEmpty)
        let found = try await store.findRegressions(on: UsageSamples.day(20))
        #expect(found.days == (14...20).map { UsageSamples.day($0) })
        let again = try await store.findRegressions(on: UsageSamples.day(20))
        #expect(again.days == [UsageSamples.day(20)] && again.flags == found.flags)
        var new: [UsageRegression] = []
        for day in 0...20 {
            new += try await store.regressions(on: UsageSamples.day(day)).filter(\.isNew)
        }
        #expect(new.map(\.symbolID) == ["help"])
        // Separate checks give the same flags as one check of all missed days.
        let other = try await self.store(help: seed)
        for day in 13...20 { try await other.findRegressions(on: UsageSamples.day(day)) }
        for day in 13...20 {
            #expect(
                try await other.regressions(on: UsageSamples.day(day))
                    == store.regressions(on: UsageSamples.day(day)))
        }
    }

    @Test func `a pause in use flags no symbol`() async throws {
        let store = try await store(help: [], pause: 10..<24)
        for day in 5...39 {
            #expect(try await store.findRegressions(on: UsageSamples.day(day)).flags.isEmpty, "\(day)")
        }
    }

    @Test func `the only symbol in use is flagged when it ends`() async throws {
        // A store without any other tap.
        let store = try await store(help: seed, others: 0..<0)
        let flag = try #require(try await store.findRegressions(on: UsageSamples.day(16)).flags.first)
        #expect(flag.symbolID == "help" && flag.lastUsed == UsageSamples.day(10))
        #expect(flag.previousFrequency == 15 && flag.recentFrequency == 0)
        // 6 recent days after the last use, and 14 days before.
        #expect(abs(flag.expected - 15.0 * 6 / 14) < 1e-9)
        #expect(abs(flag.probability - pow(14.0 / 20, 15)) < 1e-9)
        #expect(try await store.findRegressions(on: UsageSamples.day(14)).flags.isEmpty)
    }

    @Test func `a symbol that was used for weeks and then not for 30 days is flagged`() async throws {
        let weeks = (0..<28).flatMap { [$0, $0, $0] }
        let store = try await store(help: weeks, others: 0..<0)
        let found = try await store.findRegressions(on: UsageSamples.day(57))
        #expect(found.flags.map(\.symbolID) == ["help"])
        #expect(found.flags.first?.lastUsed == UsageSamples.day(27))
        #expect(found.flags.first?.previousFrequency == 42)
        // With other symbols the same days are a pause.
        let pause = try await self.store(help: weeks, others: 0..<28)
        #expect(try await pause.findRegressions(on: UsageSamples.day(57)).flags.isEmpty)
        // After more than a year the end of the use is no news.
        let later = UsageSamples.day(27 + UsageStore.maximumMissedDays + 1)
        #expect(try await store.findRegressions(on: later).flags.isEmpty)
    }

    @Test func `events that arrive late change the flags of a day`() async throws {
        let store = try await store(help: seed)
        #expect(try await store.findRegressions(on: UsageSamples.day(16)).flags.count == 1)
        try await store.record([UsageSamples.tap("help", day: 15)])
        #expect(try await store.findRegressions(on: UsageSamples.day(16)).flags.isEmpty)
    }

    @Test func `a day is the local day of the device`() async throws {
        // 00:30 in Sofia is still the previous day in UTC. Daylight saving time begins on 2026-03-29.
        let zone = try #require(TimeZone(identifier: "Europe/Sofia"))
        for (utc, day, minutes) in [
            ("2026-03-28T21:59:59.999Z", "2026-03-28", 120), ("2026-03-28T22:00:00.000Z", "2026-03-29", 120),
            ("2026-03-29T00:59:59.999Z", "2026-03-29", 120), ("2026-03-29T01:00:00.000Z", "2026-03-29", 180),
            ("2026-03-29T20:59:59.999Z", "2026-03-29", 180), ("2026-03-29T21:00:00.000Z", "2026-03-30", 180),
            ("2028-02-28T22:00:00.000Z", "2028-02-29", 120), ("2028-02-29T22:00:00.000Z", "2028-03-01", 120),
        ] {
            let date = try #require(ZonedTime(utc)).milliseconds
            let time = ZonedTime(Date(milliseconds: date), in: zone)
            #expect(time.day.description == day && time.utcOffset == minutes, "\(utc)")
            #expect(ZonedTime(time.description) == time)
        }
    }

    @Test(arguments: [-720, -210, 0, 345, 840])
    func `a symbol is flagged in every time zone and across zone changes`(
        zone: Int
    ) async throws {
        let store = try UsageStore.open(.memory)
        var events = seed.map { UsageSamples.tap("help", day: $0, hour: 23, zone: zone) }
        for day in 1...16 {
            // The device changes its zone on day 8.
            for word in 0..<10 {
                events.append(
                    UsageSamples.tap("other\(word)", day: day, hour: word, zone: day < 8 ? zone : 60))
            }
        }
        try await store.record(events)
        #expect(try await store.findRegressions(on: UsageSamples.day(16)).flags.map(\.symbolID) == ["help"])
    }

    @Test func `a check in the future does not block later checks`() async throws {
        let store = try await store(help: seed)
        try await store.findRegressions(on: UsageSamples.day(4000))
        #expect(try await store.findRegressions(on: UsageSamples.day(16)).flags.map(\.symbolID) == ["help"])
    }

    @Test func `the binomial tail matches known values`() {
        #expect(UsageRegressionScan.binomialTail(0, of: 10, 0.5) == pow(0.5, 10))
        #expect(abs(UsageRegressionScan.binomialTail(3, of: 10, 0.3) - 0.649_610_717_9) < 1e-9)
        #expect(UsageRegressionScan.binomialTail(10, of: 10, 0.3) == 1)
        #expect(UsageRegressionScan.binomialTail(0, of: 10, 1) == 0)
        #expect(UsageRegressionScan.binomialTail(5, of: 1_000_000, 0.5) == 0)
    }

    /// Simulates steady use: Zipf-distributed symbols, days of different activity, and some weekends without
    /// use. Returns the number of false alarms.
    static func falseAlarms(
        seeds: ClosedRange<UInt64>, settings: UsageRegressionSettings = UsageRegressionSettings()
    ) -> (looks: Int, flagged: Int, new: Int, days: Int) {
        var (looks, flagged, new, days) = (0, 0, 0, 0)
        for seed in seeds {
            var dice = SeededGenerator(seed: seed)
            let words = 100 + dice.below(200)
            var edges: [Double] = []
            for rank in 1...words { edges.append((edges.last ?? 0) + 1 / Double(rank)) }
            let total = edges[words - 1]
            var uses: [[Int: Int]] = []
            var before: Set<Int> = []
            for day in 0..<120 {
                var counts: [Int: Int] = [:]
                let isOff = day % 7 > 4 && dice.below(2) == 0
                for _ in 0..<(isOff ? 0 : 50 + dice.below(300)) {
                    let place = Double.random(in: 0..<total, using: &dice)
                    counts[edges.firstIndex { $0 > place } ?? 0, default: 0] += 1
                }
                uses.append(counts)
                guard day >= 19 else { continue }
                var scan = UsageRegressionScan(settings, on: CalendarDay(day))
                for past in scan.days.clamped(to: 0...day) {
                    for (word, count) in uses[past] { scan.add(day: past, symbol: word, count: count) }
                }
                let flags = Set(scan.flags().map(\.symbol))
                looks += words
                days += 1
                flagged += flags.count
                new += flags.subtracting(before).count
                before = flags
            }
        }
        return (looks, flagged, new, days)
    }

    @Test func `the false alarm rate of steady use is below the documented limit`() {
        let found = Self.falseAlarms(seeds: 1...20)
        let share = Double(found.flagged) / Double(found.looks)
        let aMonth = Double(found.new) / Double(found.days) * 30
        print("false alarms: \(share) of checks of a word, \(aMonth) new flags a month (\(found))")
        // The limits stated in docs/reference/usage.md.
        #expect(share <= 0.001)
        #expect(aMonth <= 1)
    }

    /// Simulates a word that is used a given number of times a day and then ends, during steady use of 100 to
    /// 300 others. Returns the share of such words that are flagged within some days.
    private static func detected(usesPerDay: Double, within days: Int, seeds: ClosedRange<UInt64>) -> Double {
        var found = 0
        for seed in seeds {
            var dice = SeededGenerator(seed: seed)
            let words = 100 + dice.below(200)
            var edges: [Double] = []
            for rank in 1...words { edges.append((edges.last ?? 0) + 1 / Double(rank)) }
            let end = 30 + dice.below(7)
            var uses: [[Int: Int]] = []
            for day in 0..<end + days {
                var counts: [Int: Int] = [:]
                let isOff = day % 7 > 4 && dice.below(2) == 0
                for _ in 0..<(isOff ? 0 : 50 + dice.below(300)) {
                    let place = Double.random(in: 0..<edges[words - 1], using: &dice)
                    counts[edges.firstIndex { $0 > place } ?? 0, default: 0] += 1
                    // On average 200 taps a day, and 6 of 7 days are not off.
                    let isWord = Double.random(in: 0..<1, using: &dice) < usesPerDay / (200 * 6 / 7)
                    if day < end, isWord { counts[words, default: 0] += 1 }
                }
                uses.append(counts)
            }
            let isFlagged = (end..<end + days).contains { day in
                var scan = UsageRegressionScan(UsageRegressionSettings(), on: CalendarDay(day))
                for past in scan.days.clamped(to: 0...day) {
                    for (word, count) in uses[past] { scan.add(day: past, symbol: word, count: count) }
                }
                return scan.flags().contains { $0.symbol == words }
            }
            if isFlagged { found += 1 }
        }
        return Double(found) / Double(seeds.count)
    }

    @Test(arguments: [(2.5, 7), (2.0, 10)])
    func `95 percent of the words that end are detected within the documented days`(
        usesPerDay: Double, days: Int
    ) {
        let share = Self.detected(usesPerDay: usesPerDay, within: days, seeds: 1...200)
        print("words used \(usesPerDay) times a day, detected within \(days) days: \(share)")
        // The days stated in docs/reference/usage.md.
        #expect(share >= 0.95)
    }
}
