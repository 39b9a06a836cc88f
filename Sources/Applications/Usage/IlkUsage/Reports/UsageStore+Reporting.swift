import FoundationEssentials
import GRDB
import IlkStore
public import IlkVocabulary

extension UsageStore {
    /// Returns a summary of the events in a range of local days. The store computes the summary from its
    /// daily counts, without reading the events.
    ///
    /// - Parameters:
    ///   - first: The first day.
    ///   - last: The last day, inclusive.
    ///   - listed: The maximum number of symbols and of phrases to list.
    /// - Throws: `StoreError` if the database fails.
    /// - Complexity: O(*n*) in the number of daily counts up to the last day.
    public func report(
        from first: CalendarDay, to last: CalendarDay, listed: Int = 20
    ) async throws -> UsageReport {
        try await store.read { database in
            var counting = UsageReportBuilder(first: first, last: last)
            try counting.read(database)
            // A local day begins at a different time in each time zone. Read one more day on both sides, then
            // filter by local day.
            let edge = Int64(86_400_000)
            let sessions = try Self.sessions(
                "s.first BETWEEN ? AND ? ORDER BY s.first, s.key",
                [Int64(first.number) * edge - edge, Int64(last.number) * edge + 2 * edge], in: database
            ).filter { (first...last).contains($0.start.day) }
            return try counting.report(sessions, listed: max(0, listed), in: database)
        }
    }
}

/// Sums the daily counts.
private struct UsageReportBuilder {
    let first: CalendarDay
    let last: CalendarDay
    private var total = UsageReport.Amount()
    private var days: [(number: Int, amount: UsageReport.Amount, fresh: Int)] = []
    private var known = NumberSet()
    private var knownBefore = 0
    private var used = NumberSet()
    private var devices = GroupCounts()
    private var caregivers = GroupCounts()
    private var counts = [TermCounts(), TermCounts()]

    init(first: CalendarDay, last: CalendarDay) {
        self.first = first
        self.last = last
    }

    mutating func read(_ database: Database) throws {
        for type in UsageFilter.EventType.allCases {
            let rows = try RawStatement(
                """
                SELECT day, term, device, caregiver, events, symbols, time FROM usageDay
                WHERE kind = ? AND day BETWEEN ? AND ? ORDER BY day, term
                """, on: database)
            // A symbol is new if it was never used before, so taps are read from the beginning.
            rows.bind(
                Int64(type.rawValue), type == .tap ? Int64.min : Int64(first.number), Int64(last.number))
            defer { rows.reset() }
            var previous: (day: Int64, term: Int64)?
            while try rows.step() {
                let place = (day: rows.integer(0), term: rows.integer(1))
                let isNew = previous.map { $0.day != place.day || $0.term != place.term } ?? true
                previous = place
                add(rows, type, isNew: isNew)
            }
        }
    }

    /// - Parameter isNew: `true` if the row has another day or another term (symbol or phrase) than the
    ///   previous row.
    private mutating func add(_ row: RawStatement, _ type: UsageFilter.EventType, isNew: Bool) {
        let (day, term) = (Int(row.integer(0)), row.integer(1))
        let isKnown = type == .phrase || !known.insert(term)
        guard day >= first.number else {
            knownBefore += isKnown ? 0 : 1
            return
        }
        let (events, symbols, time) = (Int(row.integer(4)), Int(row.integer(5)), Int(row.integer(6)))
        let isTap = type == .tap
        let place = place(of: day)
        if !isKnown { days[place].fresh += 1 }
        total.add(type, events: events, symbols: symbols, time: time)
        days[place].amount.add(type, events: events, symbols: symbols, time: time)
        counts[type.rawValue].add(events, to: term)
        let tapped = isTap ? term : nil
        devices.add(row.integer(2), tapped: tapped) {
            $0.add(type, events: events, symbols: symbols, time: time)
        }
        caregivers.add(row.integer(3), tapped: tapped) {
            $0.add(type, events: events, symbols: symbols, time: time)
        }
        guard isTap else { return }
        if isNew { days[place].amount.uniqueSymbols += 1 }
        if used.insert(term) { total.uniqueSymbols += 1 }
    }

    /// Returns the index of a day in the report, and inserts the day if necessary. The days of taps are added
    /// first, in order. A day with only phrases may therefore belong between two known days.
    private mutating func place(of day: Int) -> Int {
        if day == days.last?.number { return days.count - 1 }
        var (low, high) = (0, days.count)
        while low < high {
            let middle = (low + high) / 2
            if days[middle].number < day { low = middle + 1 } else { high = middle }
        }
        if low == days.count || days[low].number != day { days.insert((day, .init(), 0), at: low) }
        return low
    }

    func report(_ sessions: [UsageSession], listed: Int, in database: Database) throws -> UsageReport {
        var vocabulary = knownBefore
        let listedDays = days.map { day in
            vocabulary += day.fresh
            return UsageReport.Day(
                day: CalendarDay(day.number), amount: day.amount, vocabulary: vocabulary,
                newSymbols: day.fresh)
        }
        return UsageReport(
            first: first, last: last, total: total, days: listedDays,
            devices: try groups(devices, in: database), caregivers: try groups(caregivers, in: database),
            symbols: try most(counts[0].all, listed, in: database),
            phrases: try most(counts[1].all, listed, in: database),
            sessions: sessions)
    }

    private func groups(_ counts: GroupCounts, in database: Database) throws -> [UsageReport.Group] {
        try counts.all.map { number, amount, _ in
            let hex = Array(try Self.term(number, in: database).utf8)
            let bytes = stride(from: 0, to: hex.count, by: 2).compactMap {
                UInt8(String(decoding: hex[$0..<$0 + 2], as: UTF8.self), radix: 16)
            }
            return UsageReport.Group(id: RecordID(bytes: bytes), amount: amount)
        }.sorted {
            ($1.amount.taps + $1.amount.phrases, $0.id?.description ?? "")
                < ($0.amount.taps + $0.amount.phrases, $1.id?.description ?? "")
        }
    }

    private func most(
        _ counts: [(term: Int64, events: Int)], _ listed: Int, in database: Database
    ) throws -> [UsageReport.Count] {
        guard
            let floor = counts.map(\.events).sorted(by: >).dropFirst(max(0, listed - 1)).first
                ?? counts.map(\.events).min()
        else { return [] }
        // Elements with as many uses as the last listed element are sorted by name.
        let all = try counts.filter { $0.events >= floor }.map {
            UsageReport.Count(term: try Self.term($0.term, in: database), count: $0.events)
        }
        return Array(all.sorted { ($1.count, $0.term) < ($0.count, $1.term) }.prefix(listed))
    }

    private static func term(_ number: Int64, in database: Database) throws -> String {
        let statement = try database.cachedStatement(sql: "SELECT term FROM usageTerm WHERE number = ?")
        return try String.fetchOne(statement, arguments: [number]) ?? ""
    }
}

/// The number of uses of each symbol or phrase, by its number in the table `usageTerm`.
private struct TermCounts {
    private var events: [Int] = []

    mutating func add(_ count: Int, to term: Int64) {
        let place = Int(term)
        if place >= events.count {
            events += [Int](repeating: 0, count: max(64, place + 1 - events.count, events.count))
        }
        events[place] += count
    }

    var all: [(term: Int64, events: Int)] {
        events.enumerated().filter { $0.element > 0 }.map { (Int64($0.offset), $0.element) }
    }
}

/// Counts by device or caregiver. Consecutive rows often have the same device or caregiver, so its index is
/// remembered.
private struct GroupCounts {
    private(set) var all: [(number: Int64, amount: UsageReport.Amount, symbols: NumberSet)] = []
    private var places: [Int64: Int] = [:]
    private var last = 0

    mutating func add(
        _ number: Int64, tapped term: Int64?, _ change: (inout UsageReport.Amount) -> Void
    ) {
        if last >= all.count || all[last].number != number {
            last = places[number] ?? all.count
            if last == all.count {
                places[number] = last
                all.append((number, .init(), .init()))
            }
        }
        change(&all[last].amount)
        if let term, all[last].symbols.insert(term) { all[last].amount.uniqueSymbols += 1 }
    }
}

/// A bit set of small non-negative integers.
struct NumberSet {
    private var words: [UInt64] = []

    /// - Returns: `true` if the number was inserted, `false` if it was already a member.
    mutating func insert(_ number: Int64) -> Bool {
        let place = Int(number >> 6)
        if place >= words.count { words += [UInt64](repeating: 0, count: place + 1 - words.count) }
        let bit = UInt64(1) << UInt64(number & 63)
        defer { words[place] |= bit }
        return words[place] & bit == 0
    }
}
