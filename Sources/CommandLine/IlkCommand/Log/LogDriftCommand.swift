import IlkLog
import IlkConsole
import ArgumentParser
import FoundationEssentials
import Ilk
import IlkStore
import IlkVocabulary

/// Says whether the log moves away from what the model was made of.
struct LogDriftCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "drift",
        abstract: "Say whether the texts of the log move away from those that the model was made of.",
        discussion: """
            Looks at the shares of the categories, at words that the model does not know, at texts that no category \
            was claimed for, and at how far stated probabilities can be trusted. The newest days are held against \
            the training texts and against the days before. With --check the status is 1 when something has moved.
            """
    )

    static let examples = [
        CommandExample(
            "Remember a text",
            "echo 'see you at 8 then' | ilk classify --log --log-file mine.sqlite"),
        CommandExample("Week by week", "ilk log drift --log-file mine.sqlite"),
        CommandExample("Day by day", "ilk log drift --days 1 --count 14 --log-file mine.sqlite"),
    ]

    @Option(help: ArgumentHelp("How many days each stretch of time has.", valueName: "days"))
    var days: Double = 7

    @Option(help: ArgumentHelp("How many stretches of time to look at.", valueName: "count"))
    var count: Int = 8

    @Flag(help: "End with status 1 when something has moved.")
    var check = false

    @Option(help: "The shape of the output.")
    var format: ResultFormat = .text

    @OptionGroup var logging: LogFileOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        guard days.isFinite, days > 0, days <= 36_500 else {
            throw ValidationError("--days takes a number above 0.")
        }
        guard (1...1_000).contains(count) else {
            throw ValidationError("--count takes a number from 1 to 1000.")
        }
    }

    func run() async throws {
        let console = Console.standard(display)
        let store = try LogBook.open(logging.logFile, folders: console.folders, access: .readOnly)
        var assembly = PipelineAssembly(folders: console.folders)
        if store.taxonomy.categories != Taxonomy.documentType.categories {
            assembly.taxonomy = store.taxonomy
        }
        let report = try await LogDrift(store: store, assembly: assembly).report(days: days, count: count)
        try store.close()
        if format == .json {
            try console.write(json: report)
        } else {
            console.output.append(DriftTable(taxonomy: store.taxonomy, style: console.style).text(report))
        }
        try console.output.flush()
        if check, report.hasMoved { throw CommandFailure(.negative, "") }
    }
}
