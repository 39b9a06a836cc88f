import ArgumentParser
import IlkDomains

/// Writes calls so that another store can take them in.
struct CallsExportCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write calls as JSON lines, CSV or JSON: what ilk calls import takes in is the same again.",
        usage:
            "ilk calls export [<call> ...] [--output <file>] [--format <format>] [--spreadsheet] [--contact <name>] ...",
        discussion: """
            All calls, those that a filter lets through, or those that are named. With --spreadsheet no field of a CSV file \
            is taken for a formula; import takes that back. A file is made for its owner only, and takes its name when it is \
            whole. Deleted calls are not in it.
            """
    )

    static let examples = [
        CommandExample("Record a call", "ilk calls add Sarah 20m happy 'we talked about Rome'"),
        CommandExample("As JSON lines", "ilk calls export"),
        CommandExample("For a spreadsheet", "ilk calls export --spreadsheet --output calls.csv"),
        CommandExample("One call", "ilk calls export -1 --format json"),
    ]

    @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The calls.", valueName: "call"))
    var words: [String] = []

    @OptionGroup var choice: CallFilterOptions

    @Option(help: "The format. (default: what the file's name says, else ndjson)")
    var format: RecordFileFormat?

    @Flag(help: "Of CSV: no field begins like a formula.")
    var spreadsheet = false

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The output file. (default: standard output)", valueName: OutputFile.valueName),
        completion: .file())
    var output: OutputFile?

    @OptionGroup var replacing: ReplacingOptions

    @OptionGroup var calls: CallFileOptions
    @OptionGroup var damage: DamagedStoreOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        try EntryArgument.check(words)
        if !words.isEmpty && !choice.isEmpty { throw ValidationError("Name calls, or say which by filters.") }
    }

    func run() async throws {
        let book = try CallBook.reading(calls, display, access: damage.access)
        try await damage.check(book.storage.verify)
        let format =
            format ?? output.flatMap { RecordFileFormat(path: $0.path) } ?? (spreadsheet ? .csv : .ndjson)
        guard !spreadsheet || format == .csv else { throw CommandFailure(.usage, "--spreadsheet is for CSV") }
        let export = CallExport(format: format, isGuarded: spreadsheet, book: book)
        let filter = try await choice.filter(book)
        let named = try words.map { try RecordReference($0) }
        if let output {
            let count = try await output.target(replacing, inputs: calls.files(book.console.folders)).write {
                try await export.run(filter, named, to: $0)
            }
            book.console.note("\(CallCount.text(count)) written to \(output.path)")
        } else {
            try await export.run(filter, named, to: book.console.output)
        }
        try book.close()
        try await damage.finish {
            let book = try CallBook.reading(calls, display)
            try await book.storage.verify()
            try book.close()
        }
    }
}
