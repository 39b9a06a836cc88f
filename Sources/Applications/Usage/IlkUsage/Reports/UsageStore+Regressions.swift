import FoundationEssentials
import GRDB
import IlkStore
public import IlkVocabulary

extension UsageStore {
    /// The maximum number of missed days that one check covers.
    public static let maximumMissedDays = 366

    /// Checks for vocabulary regressions on a day, and on the days since the last check. For each checked
    /// day, the flagged symbols are stored.
    ///
    /// A repeated check of a day replaces the stored result. If nothing was tapped in the recent period, a
    /// symbol is flagged only if no other symbol was in use before.
    ///
    /// - Parameters:
    ///   - day: The day of the check. Later events are ignored.
    ///   - settings: The criteria.
    ///   - progress: A function that is called after each day. If the function throws, the check ends; the
    ///     results of the days checked so far are kept.
    /// - Returns: The checked days in order, and the symbols flagged on the last day. The symbol with the
    ///   lowest p-value is first.
    /// - Throws: ``UsageError/invalidSettings(_:)``, `StoreError`, or the error of `progress`.
    /// - Complexity: For each checked day, O(*n*) in the number of daily counts of both periods.
    @discardableResult
    public func findRegressions(
        on day: CalendarDay, _ settings: UsageRegressionSettings = UsageRegressionSettings(),
        progress: (CalendarDay) throws -> Void = { _ in }
    ) async throws -> (days: [CalendarDay], flags: [UsageRegression]) {
        if let problem = settings.validationError { throw UsageError.invalidSettings(problem) }
        let last = try await mark("regressions").flatMap { CalendarDay($0) }
        // After a clock error, the day of the last check may lie in the future. In this case, check only
        // `day`.
        let first = last.map { max($0.adding(by: 1), day.adding(by: 1 - Self.maximumMissedDays)) } ?? day
        let days = (min(first, day).number...day.number).map { CalendarDay($0) }
        for day in days {
            try await store.write { try Self.checkRegressions(day, settings, in: $0) }
            try progress(day)
        }
        return (days, try await regressions(on: day))
    }

    /// Returns the symbols that the check of a day flagged. The symbol with the lowest p-value is first.
    ///
    /// - Parameter day: The day of the check.
    /// - Throws: `StoreError` if the database fails.
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

    /// Checks one day and stores the result in one transaction, so that an interrupted day is checked again.
    private static func checkRegressions(
        _ day: CalendarDay, _ settings: UsageRegressionSettings, in database: Database
    ) throws {
        let last = try Int.fetchOne(
            database, sql: "SELECT max(day) FROM usageDay WHERE kind = 0 AND day <= ? AND events > 0",
            arguments: [day.number])
        var scan = UsageRegressionScan(settings, on: day, lastTap: last.map { CalendarDay($0) })
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
