import IlkConsole
import IlkRules
import ArgumentParser
import IlkUsage
import IlkStore
import IlkVocabulary

/// Looks for symbols that are not used any more.
struct UsageRegressionsCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "regressions",
        abstract: "Flag symbols that were used often and are not any more, with what speaks for it.",
        discussion: """
            To be run daily, by a timer or by hand: days that were missed are caught up, and twice is once. What is held \
            against each other are a symbol's shares of all taps in both times, so that a holiday flags nothing. Of 1,000 \
            looks at a word in steady use at most one is flagged (docs/usage.md).
            """
    )

    static let examples = [
        CommandExample("Tap", "ilk usage tap help"),
        CommandExample("Look", "ilk usage regressions"),
        CommandExample(
            "Three days against ten, and more surely",
            "ilk usage regressions --recent 3 --previous 10 --significance 0.001"),
        CommandExample("For a day, for programs", "ilk usage regressions --on 2026-11-21 --format json"),
    ]

    @Option(help: ArgumentHelp("The day. (default: today)", valueName: "day"))
    var on: String?

    @Option(
        help: ArgumentHelp("How many days count as recent, the day itself among them.", valueName: "days"))
    var recent = UsageRegressionSettings().recentDays

    @Option(help: ArgumentHelp("How many days before these they are held against.", valueName: "days"))
    var previous = UsageRegressionSettings().previousDays

    @Option(help: ArgumentHelp("How often a symbol must have been used in those.", valueName: "count"))
    var minimum = UsageRegressionSettings().minimumUses

    @Option(help: ArgumentHelp("How often it may still be used.", valueName: "count"))
    var stillUsed = UsageRegressionSettings().maximumRecent

    @Option(help: ArgumentHelp("How improbable chance must be.", valueName: "share"))
    var significance = UsageRegressionSettings().significance

    @Option(help: "The shape of the output.")
    var format: ResultFormat = .text

    @OptionGroup var usage: UsageFileOptions
    @OptionGroup var display: DisplayOptions

    private var settings: UsageRegressionSettings {
        UsageRegressionSettings(
            recentDays: recent, previousDays: previous, minimumUses: minimum, maximumRecent: stillUsed,
            significance: significance)
    }

    func validate() throws {
        if let problem = settings.problem {
            throw ValidationError(problem.prefix(1).uppercased() + problem.dropFirst() + ".")
        }
        if let on, CalendarDay(on) == nil { throw ValidationError("--on takes a day, as 2026-11-21.") }
    }

    private struct Output: Encodable {
        struct Flag: Encodable {
            var symbolID: String
            var lastUsedDate: String
            var previousFrequency: Int
            var previousDays: Int
            var recentFrequency: Int
            var expected: Double
            var probability: Double
            var isNew: Bool
        }
        var schema = "ilk.usage.regressions/1"
        var day: String
        var daysLookedAt: Int
        var flags: [Flag]
    }

    func run() async throws {
        let book = try UsageBook.writing(usage, display)
        let day = on.flatMap { CalendarDay($0) } ?? book.today
        let found = try await book.store.findRegressions(on: day, settings) { _ in
            try book.console.checkStop()
        }
        switch format {
        case .json:
            try book.console.write(
                json: Output(
                    day: day.description, daysLookedAt: found.days.count,
                    flags: found.flags.map {
                        Output.Flag(
                            symbolID: $0.symbolID, lastUsedDate: $0.lastUsed.description,
                            previousFrequency: $0.previousFrequency, previousDays: $0.previousDays,
                            recentFrequency: $0.recentFrequency, expected: $0.expected,
                            probability: $0.probability, isNew: $0.isNew)
                    }))
        case .text: show(found.flags, book.console)
        }
        try book.close()
    }

    private func show(_ flags: [UsageRegression], _ console: Console) {
        guard !flags.isEmpty else { return console.note("nothing is flagged") }
        var table = Table([
            .init("symbol", minWidth: 6, tone: .strong), .init("last used"), .init("before", .right),
            .init("now", .right), .init("expected", .right), .init("chance", .right), .init(""),
        ])
        for flag in flags {
            table.add([
                flag.symbolID, flag.lastUsed.description, "\(flag.previousFrequency)",
                "\(flag.recentFrequency)",
                DecimalText.fixed(flag.expected, 1),
                flag.probability < 0.0001 ? "< 0.0001" : DecimalText.fixed(flag.probability, 4),
                flag.isNew ? "new" : "",
            ])
        }
        console.output.append(table.rendered(console.style, within: console.columns))
    }
}
