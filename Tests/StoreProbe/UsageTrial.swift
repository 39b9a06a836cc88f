import Foundation
import GRDB
import Glibc
import IlkUsage
import IlkStore
import IlkVocabulary
import Logging
import TestSupport

/// Measures the cost of usage in a release build: a tap, a report over a year, and the daily search for
/// regressions.
struct UsageTrial {
    let path: String

    // MARK: A tap

    /// Records taps while the file is checkpointed, synced, read and backed up.
    func taps(_ count: Int) async throws {
        try StoreFiles.remove(path)
        let store = try UsageStore.open(.file(path))
        let device = try await store.thisDevice(creatingNamed: "iPad")
        let logger = try await UsageLogger.start(store, device: device, logger: Logger(label: "probe"))
        let clock = ContinuousClock()
        let busy = Task {
            while !Task.isCancelled {
                await logger.flush(.synced)
                _ = try await store.events(after: nil, limit: 5000)
                try store.backUp(to: path + ".copy", replacing: true)
            }
        }
        var costs: [Duration] = []
        costs.reserveCapacity(count)
        for number in 0..<count {
            let tap = SymbolTap(symbolID: "s\(number % 300)", label: "word", categoryPath: "home")
            let begin = clock.now
            await logger.tap(tap, language: "en")
            costs.append(clock.now - begin)
            if number % 64 == 0 { try await Task.sleep(for: .milliseconds(1)) }
        }
        busy.cancel()
        _ = try? await busy.value  // It was canceled.
        let begin = clock.now
        let accounts = await logger.close()
        StoreProbe.say(
            "\(accounts.stored) of \(count) stored, the last \(clock.now - begin) after the last tap")
        costs.sort()
        for part in [0.5, 0.99, 0.999, 0.9999] {
            StoreProbe.say("tap, \(part * 100) %: \(costs[min(count - 1, Int(Double(count) * part))])")
        }
        StoreProbe.say("tap, the slowest: \(costs[count - 1])")
        try store.close()
    }

    // MARK: A year's report

    /// Reports over a year of one person: 300 taps and 80 phrases a day, on two devices, with three
    /// caregivers.
    func report() async throws {
        try StoreFiles.remove(path)
        let store = try UsageStore.open(.file(path))
        var dice = SeededGenerator(seed: 1)
        let first = CalendarDay(year: 2026, month: 1, day: 1)
        let devices = [store.nextID(), store.nextID()]
        let people = [store.nextID(), store.nextID(), store.nextID()]
        let begin = ContinuousClock.now
        var stored = 0
        for day in 0..<365 {
            var session = store.nextID()
            let events = (0..<380).map { number -> UsageEvent in
                if number % 100 == 0 { session = store.nextID() }
                let wall = Int64(first.number + day) * 86_400_000 + Int64(28_800_000 + number * 100_000)
                let word = Int(pow(400, Double.random(in: 0..<1, using: &dice)))
                let action: UsageEvent.Action =
                    number % 5 == 4
                    ? .phrase(
                        PhraseCompletion(
                            symbolIDs: ["i", "want", "w\(word)"], phrase: "I want w\(word)",
                            constructionTime: 3000))
                    : .tap(SymbolTap(symbolID: "w\(word)", label: "w\(word)", categoryPath: "home"))
                return UsageEvent(
                    id: store.nextID(), time: ZonedTime(milliseconds: wall, zone: 0), action: action,
                    language: "en",
                    sessionID: session, deviceID: devices[dice.below(2)],
                    caregiverProfileID: people[dice.below(3)])
            }
            try await store.record(events)
            stored += events.count
        }
        StoreProbe.say("\(stored) events in \(ContinuousClock.now - begin)")
        var times: [Duration] = []
        for _ in 0..<21 {
            let begin = ContinuousClock.now
            let report = try await store.report(from: first, to: first.adding(by: 364))
            times.append(ContinuousClock.now - begin)
            precondition(report.days.count == 365, "a day is missing")
        }
        times.sort()
        StoreProbe.say("report over a year: \(times[10]) (median), \(times[20]) (slowest)")
        try store.close()
    }

    // MARK: Something to sync

    /// Creates the taps of many days on a device that has never synced.
    func make(_ count: Int) async throws {
        try StoreFiles.remove(path)
        let store = try UsageStore.open(.file(path))
        let device = try await store.thisDevice(creatingNamed: "iPad")
        var dice = SeededGenerator(seed: 2)
        let first = Int64(CalendarDay(year: 2026, month: 1, day: 1).number) * 86_400_000
        var session = store.nextID()
        for begin in stride(from: 0, to: count, by: 10_000) {
            let events = (begin..<min(count, begin + 10_000)).map { number -> UsageEvent in
                if number % 100 == 0 { session = store.nextID() }
                let word = Int(pow(400, Double.random(in: 0..<1, using: &dice)))
                let tap = SymbolTap(
                    symbolID: "w\(word)", label: "word \(word)", categoryPath: "home/food",
                    gridPosition: .init(row: word % 6, column: word % 10))
                return UsageEvent(
                    id: store.nextID(),
                    time: ZonedTime(milliseconds: first + Int64(number) * 20_000, zone: 120),
                    action: .tap(tap), language: "en", sessionID: session, deviceID: device.id)
            }
            try await store.record(events)
        }
        StoreProbe.say("\(count) taps made")
        try store.close()
    }

    // MARK: The daily search

    /// Creates events of many symbols over twenty days, inserted with their daily counts and without
    /// triggers, and then runs the search of `ilk usage regressions`.
    func regressions(events: Int, symbols: Int) async throws {
        try StoreFiles.remove(path)
        try UsageStore.open(.file(path)).close()
        let last = CalendarDay(year: 2026, month: 6, day: 20)
        let begin = ContinuousClock.now
        try fill(events: events, symbols: symbols, last: last)
        StoreProbe.say("\(events) events of \(symbols) symbols made in \(ContinuousClock.now - begin)")
        let store = try UsageStore.open(.file(path))
        let look = ContinuousClock.now
        let found = try await store.findRegressions(
            on: last, UsageRegressionSettings(maximumByChance: .infinity))
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        StoreProbe.say(
            "looked for \(found.days.count) day in \(ContinuousClock.now - look): \(found.flags.count) flags, "
                + "at most \(usage.ru_maxrss / 1024) MiB in this process, making them included")
        try store.close()
    }

    private func fill(events: Int, symbols: Int, last: CalendarDay) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.inDatabase { database in
            try database.execute(
                sql: """
                    PRAGMA synchronous = OFF; DROP TRIGGER usageEvent_count; DROP TRIGGER usageEvent_session;
                    DROP TRIGGER usageEvent_unindexed; PRAGMA cache_size = -65536;
                    """)
        }
        try queue.write { database in
            let term = try RawStatement("INSERT INTO usageTerm VALUES (?, ?)", on: database)
            for number in 1...symbols {
                term.bind(Int64(number), at: 1)
                term.bind("symbol\(number)", at: 2)
                try term.run()
            }
        }
        for day in 0..<20 {
            try queue.write { database in
                try fill(
                    day, of: last.number - 19 + day, count: events / 20, symbols: symbols, in: database)
            }
            try queue.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        }
        try queue.close()
    }

    private func fill(_ number: Int, of day: Int, count: Int, symbols: Int, in database: Database) throws {
        let insert = try RawStatement(
            """
            INSERT INTO usageEvent (place, key, kind, timestamp, zone, day, session, device, language, symbol, label)
            VALUES (?, ?, 0, ?, 0, ?, zeroblob(16), zeroblob(16), 'en', ?, 'word')
            """, on: database)
        var dice = SeededGenerator(seed: UInt64(number))
        var counts = [Int32](repeating: 0, count: symbols + 1)
        let begin = Int64(day) * 86_400_000
        for event in 0..<count {
            // One in ten symbols falls out of use in the last five days.
            var symbol = 1 + dice.below(symbols)
            if number >= 15, symbol % 10 == 0 { symbol -= 1 }
            counts[symbol] += 1
            let time = begin + Int64(event) * 86_399_000 / Int64(count)
            insert.bind(time << 20 | Int64(event & 0xFFFFF), at: 1)
            let place = UInt64(number * count + event)
            insert.bind(bytes: withUnsafeBytes(of: (place.bigEndian, UInt64(0))) { Array($0) }, at: 2)
            insert.bind(time, at: 3)
            insert.bind(Int64(day), at: 4)
            insert.bind("symbol\(symbol)", at: 5)
            try insert.run()
        }
        let daily = try RawStatement("INSERT INTO usageDay VALUES (0, ?, ?, 0, 0, ?, ?, 0)", on: database)
        for symbol in 1...symbols where counts[symbol] > 0 {
            daily.bind(Int64(day), at: 1)
            daily.bind(Int64(symbol), at: 2)
            daily.bind(Int64(counts[symbol]), at: 3)
            daily.bind(Int64(counts[symbol]), at: 4)
            try daily.run()
        }
    }
}
