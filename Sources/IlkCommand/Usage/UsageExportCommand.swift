import ArgumentParser
import IlkDomains
import IlkVocabulary

/// Writes usage to a file.
struct UsageExportCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write usage with all its fields: JSON lines, CSV, JSON, or an Open Board Log.",
        discussion: """
            JSON lines, CSV and JSON come in again byte for byte, and end with a trailer by which a file that was cut off or \
            altered is known. An Open Board Log (obl) is for other programs. Anonymised (obla) it begins in the year 2000, and \
            has no names, and instead of words that are not common ones marks that are the same within the file. With \
            --spreadsheet no field of a CSV file is taken for a formula; import takes that back. A file is made for its owner \
            only, and takes its name when it is whole.
            """
    )

    static let examples = [
        CommandExample("Tap", "ilk usage tap I want cookie"),
        CommandExample("Speak", "ilk usage speak"),
        CommandExample("As JSON lines", "ilk usage export"),
        CommandExample("For a spreadsheet", "ilk usage export --spreadsheet --output usage.csv"),
        CommandExample("For a researcher", "ilk usage export --output usage.obla"),
    ]

    @OptionGroup var choice: UsageFilterOptions

    @Option(help: "The format. (default: what the file's name says, else ndjson)")
    var format: UsageFileFormat?

    @Flag(help: "Of CSV: no field begins like a formula.")
    var spreadsheet = false

    @Option(help: ArgumentHelp("Of Open Board Logs: who it is of, as source:id.", valueName: "user"))
    var user = "ilk:user"

    @Option(
        help: ArgumentHelp("Of Open Board Logs: a notice in front of it, as /* ... */.", valueName: "words"))
    var notice: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The output file. (default: standard output)", valueName: OutputFile.valueName),
        completion: .file())
    var output: OutputFile?

    @OptionGroup var replacing: ReplacingOptions

    @OptionGroup var usage: UsageFileOptions
    @OptionGroup var damage: DamagedStoreOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if let notice, notice.contains("*/") { throw ValidationError("A notice does not have '*/' in it.") }
    }

    func run() async throws {
        let book = try UsageBook.reading(usage, display, access: damage.access)
        try await damage.check(book.store.verify)
        let format =
            format ?? output.flatMap { UsageFileFormat(path: $0.path) } ?? (spreadsheet ? .csv : .ndjson)
        guard !spreadsheet || format == .csv else { throw CommandFailure(.usage, "--spreadsheet is for CSV") }
        let filter = try await choice.filter(book)
        if let output {
            let count = try await output.target(replacing, inputs: usage.files(book.console.folders)).write {
                try await write(filter, format, book, to: $0)
            }
            book.console.note("\(DecimalText.counted(count, "record")) written to \(output.path)")
        } else {
            _ = try await write(filter, format, book, to: book.console.output)
        }
        try book.close()
        try await damage.finish {
            let book = try UsageBook.reading(usage, display)
            try await book.store.verify()
            try book.close()
        }
    }

    private func write(
        _ filter: UsageFilter, _ format: UsageFileFormat, _ book: UsageBook, to output: OutputWriter
    ) async throws -> Int {
        guard let records = format.records else {
            let mask = format == .obla ? BoardLogMask.random() : nil
            return try await BoardLogExport(user: user, notice: notice, mask: mask, book: book).run(
                filter, to: output)
        }
        return try await UsageExport(format: records, isGuarded: spreadsheet, book: book).run(
            filter, to: output)
    }
}
