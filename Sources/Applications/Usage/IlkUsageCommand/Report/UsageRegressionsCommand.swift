import IlkConsole
import ArgumentParser
import IlkUsage
import IlkVocabulary

/// Checks for vocabulary regressions: symbols that were used often and are no longer used.
struct UsageRegressionsCommand: StoreCommand, ShowingArguments {
    static let help = CommandText(
        "regressions",
        abstract: "Flag symbols that were used often and are no longer used.",
        discussion: """
            Run the command once a day. If days were missed since the last run, they are checked too. A \
            second run on the same day gives the same result.

            For each symbol, a statistical test compares the symbol's share of all taps in the recent days \
            with its share in the previous days. If nothing was tapped in the recent days, such as on a \
            holiday, no symbol is flagged. If only one symbol was in use, its taps per day are compared \
            instead, so it can be flagged too. In simulations of steady use, at most one false alarm per \
            month occurred (docs/reference/usage.md).
            """,
        examples: [
            "Record taps": "ilk usage tap help",
            "Check today": "ilk usage regressions",
            "Compare 3 recent with 10 previous days at a stricter level":
                "ilk usage regressions --recent 3 --previous 10 --significance 0.001",
            "Check a given day, as JSON": "ilk usage regressions --on 2026-11-21 --format json",
        ])

    @Option("Day to check. (default: today)", value: "day")
    var on: String?

    @Option("Number of recent days, including the day to check.", value: "days")
    var recent = UsageRegressionSettings().recentDays

    @Option("Number of previous days to compare with.", value: "days")
    var previous = UsageRegressionSettings().previousDays

    @Option("Minimum uses of a flagged symbol in the previous days.", value: "count")
    var minimum = UsageRegressionSettings().minimumUses

    @Option("Maximum uses of a flagged symbol in the recent days.", value: "count")
    var stillUsed = UsageRegressionSettings().maximumRecent

    @Option("Maximum p-value of the drop in a symbol's share of taps.", value: "share")
    var significance = UsageRegressionSettings().significance

    @Option("Maximum expected number of false alarms in one check.", value: "count")
    var byChance = UsageRegressionSettings().maximumByChance

    @OptionGroup var shown: ShownOptions<UsageApplication, ResultFormat>

    private var settings: UsageRegressionSettings {
        UsageRegressionSettings(
            recentDays: recent, previousDays: previous, minimumUses: minimum, maximumRecent: stillUsed,
            significance: significance, maximumByChance: byChance)
    }

    func validate() throws {
        if let problem = settings.validationError {
            throw ValidationError(problem.prefix(1).uppercased() + problem.dropFirst() + ".")
        }
        if let on, CalendarDay(on) == nil {
            throw ValidationError.invalid("--on", on, expected: "a day, such as 2026-11-21")
        }
    }

    var changes: Bool { true }

    func run(on open: OpenUsageStore) async throws {
        let day = on.flatMap { CalendarDay($0) } ?? open.today
        let found = try await open.store.findRegressions(on: day, settings) { _ in
            try open.console.checkStop()
        }
        try show(found.flags, of: day, checkedDays: found.days.count, open.console)
    }

    private func show(
        _ flags: [UsageRegression], of day: CalendarDay, checkedDays: Int, _ console: Console
    ) throws {
        let fields: JSONObject = [
            "schema": "ilk.usage.regressions/1", "day": day.description, "checked_days": checkedDays,
            "flags": flags.map(\.fields),
        ]
        if flags.isEmpty, format == .text { return console.note("No symbols are flagged.") }
        try console.write(fields, as: format) {
            var table = Table([
                .init("symbol", minWidth: 6, tone: .strong), .init("last used"), .init("previous", .right),
                .init("recent", .right), .init("expected", .right), .init("probability", .right), .init(""),
            ])
            for flag in flags {
                table.add([
                    flag.symbolID, flag.lastUsed.description, "\(flag.previousFrequency)",
                    "\(flag.recentFrequency)", DecimalText.fixed(flag.expected, 1),
                    flag.probability < 0.0001 ? "< 0.0001" : DecimalText.fixed(flag.probability, 4),
                    flag.isNew ? "new" : "",
                ])
            }
            return console.text(table)
        }
    }
}
