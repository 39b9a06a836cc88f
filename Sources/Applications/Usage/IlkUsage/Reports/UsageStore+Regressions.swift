import FoundationEssentials
import GRDB
import IlkStore
public import IlkVocabulary

extension UsageStore {
    /// How many days that were missed are caught up at most; a store that was away for longer begins anew.
    public static let longestCatchUp = 366

    /// Looks for symbols that were used often and are not any more: for a day, and for the days since the last look that
    /// were missed. Flags are kept.
    ///
    /// Looking twice for a day gives the same flags; if events of it have come since, those of now are in the place of those
    /// of before. A day without any use flags nothing.
    ///
    /// - Parameters:
    ///   - day: The day: nothing later is looked at.
    ///   - settings: When a symbol counts.
    ///   - progress: Called after each day. What it throws ends the work; the days that were done stay.
    /// - Returns: The days that were looked at, in order, and the flags of the last one, the strongest first.
    /// - Throws: ``UsageError/badSettings(_:)``, `StoreError`.
    /// - Complexity: Linear in the different symbols of each of the days of both windows, for each day that is looked at.
    @discardableResult
    public func findRegressions(
        on day: CalendarDay, _ settings: UsageRegressionSettings = UsageRegressionSettings(),
        progress: (CalendarDay) throws -> Void = { _ in }
    ) async throws -> (days: [CalendarDay], flags: [UsageRegression]) {
        if let problem = settings.problem { throw UsageError.badSettings(problem) }
        let last = try await mark("regressions").flatMap { CalendarDay($0) }
        // A clock that was ahead has left a mark in the future: it is not gone back to.
        let first = last.map { max($0.later(by: 1), day.later(by: 1 - Self.longestCatchUp)) } ?? day
        let days = (min(first, day).number...day.number).map { CalendarDay($0) }
        for day in days {
            try await store.write { try Self.look(day, settings, in: $0) }
            try progress(day)
        }
        return (days, try await regressions(on: day))
    }

    /// The flags that were found for a day, the strongest first.
    ///
    /// - Throws: `StoreError`.
    public func regressions(on day: CalendarDay) async throws -> [UsageRegression] {
        try await store.read { database in
            try Row.fetchAll(
                database, sql: "SELECT * FROM usageRegression WHERE day = ? ORDER BY probability, symbol",
                arguments: [day.number]
            ).map { row in
                UsageRegression(
                    day: day, symbolID: row["symbol"], lastUsed: CalendarDay(row["lastUsed"]),
                    previousFrequency: row["frequency"], previousDays: row["usedDays"],
                    recentFrequency: row["recent"], expected: row["expected"],
                    probability: row["probability"], isNew: row["isNew"])
            }
        }
    }

    /// Looks for one day, in one transaction: a process that dies in it has not looked.
    private static func look(
        _ day: CalendarDay, _ settings: UsageRegressionSettings, in database: Database
    ) throws {
        var scan = UsageRegressionScan(settings, on: day)
        let rows = try RawStatement(
            "SELECT day, term, events FROM usageDay WHERE kind = 0 AND day BETWEEN ? AND ? ORDER BY day, term",
            on: database)
        rows.bind(Int64(scan.days.lowerBound), Int64(scan.days.upperBound))
        while try rows.step() {
            scan.add(day: Int(rows.integer(0)), symbol: Int(rows.integer(1)), count: Int(rows.integer(2)))
        }
        rows.reset()
        try database.execute(sql: "DELETE FROM usageRegression WHERE day = ?", arguments: [day.number])
        for (number, flag) in scan.flags() {
            try database.execute(
                sql: """
                    INSERT INTO usageRegression SELECT ?, t.term, ?, ?, ?, ?, ?, ?, NOT EXISTS(
                        SELECT 1 FROM usageRegression r WHERE r.day = ? AND r.symbol = t.term)
                    FROM usageTerm t WHERE t.number = ?
                    """,
                arguments: [
                    day.number, flag.lastUsed.number, flag.previousFrequency, flag.previousDays,
                    flag.recentFrequency, flag.expected, flag.probability, day.number - 1, number,
                ])
        }
        let mark = try mark("regressions", in: database).flatMap { CalendarDay($0) }
        if mark.map({ $0 < day }) ?? true { try setMark("regressions", to: day.description, in: database) }
    }
}
