import IlkConsole
import ArgumentParser
import IlkUsage
import IlkVocabulary

/// Checks for vocabulary regressions.
struct UsageRegressionsCommand: StoreCommand, ShowingArguments {
    static let help = CommandText(
        "regressions",
        abstract: "Flag symbols that were used often and are not any more, with what speaks for it.",
        discussion: """
            To be run daily, by a timer or by hand: days that were missed are caught up, and twice is once. What is held \
            against each other are a symbol's shares of all taps in both times, so that a holiday flags nothing. Of 1,000 \
            looks at a word in steady use at most one is flagged (docs/usage.md).
            """,
        examples: [
            "Tap": "ilk usage tap help",
            "Look": "ilk usage regressions",
            "Three days against ten, and more surely":
                "ilk usage regressions --recent 3 --previous 10 --significance 0.001",
            "For a day, for programs": "ilk usage regressions --on 2026-11-21 --format json",
        ])

    @Option("The day. (default: today)", value: "day")
    var on: String?

    @Option("How many days count as recent, the day itself among them.", value: "days")
    var recent = UsageRegressionSettings().recentDays

    @Option("How many days before these they are held against.", value: "days")
    var previous = UsageRegressionSettings().previousDays

    @Option("How often a symbol must have been used in those.", value: "count")
    var minimum = UsageRegressionSettings().minimumUses

    @Option("How often it may still be used.", value: "count")
    var stillUsed = UsageRegressionSettings().maximumRecent

    @Option("How improbable chance must be.", value: "share")
    var significance = UsageRegressionSettings().significance

    @OptionGroup var shown: ShownOptions<UsageApplication, ResultFormat>

    private var settings: UsageRegressionSettings {
        UsageRegressionSettings(
            recentDays: recent, previousDays: previous, minimumUses: minimum, maximumRecent: stillUsed,
            significance: significance)
    }

    func validate() throws {
        if let problem = settings.validationError {
            throw ValidationError(problem.prefix(1).uppercased() + problem.dropFirst() + ".")
        }
        if let on, CalendarDay(on) == nil { throw ValidationError("--on takes a day, as 2026-11-21.") }
    }

    var changes: Bool { true }

    func run(on book: OpenUsageStore) async throws {
        let day = on.flatMap { CalendarDay($0) } ?? book.today
        let found = try await book.store.findRegressions(on: day, settings) { _ in
            try book.console.checkStop()
        }
        try show(found.flags, of: day, daysLookedAt: found.days.count, book.console)
    }

    private func show(
        _ flags: [UsageRegression], of day: CalendarDay, daysLookedAt: Int, _ console: Console
    ) throws {
        let fields: JSONObject = [
            "schema": "ilk.usage.regressions/1", "day": day.description, "daysLookedAt": daysLookedAt,
            "flags": flags.map { flag -> JSONObject in
                [
                    "symbolID": flag.symbolID, "lastUsedDate": flag.lastUsed.description,
                    "previousFrequency": flag.previousFrequency, "previousDays": flag.previousDays,
                    "recentFrequency": flag.recentFrequency, "expected": flag.expected,
                    "probability": flag.probability, "isNew": flag.isNew,
                ]
            },
        ]
        if flags.isEmpty, format == .text { return console.note("nothing is flagged") }
        try console.write(fields, as: format) {
            var table = Table([
                .init("symbol", minWidth: 6, tone: .strong), .init("last used"), .init("before", .right),
                .init("now", .right), .init("expected", .right), .init("chance", .right), .init(""),
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
