import IlkConsole
import ArgumentParser

/// Writes calls as a document.
struct CallsReportCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Write the calls of a time as a PDF to be read and printed, with their notes.",
        discussion: """
            Its text is text: it can be searched and copied. Days and words are those of your zone and language. Ends with 69 \
            where Pango is not installed, or this ilk was built without reports.
            """
    )

    static let examples = [
        CommandExample("Record a call", "ilk calls add Sarah 20m happy 'we talked about Rome'"),
        CommandExample("The last month", "ilk calls report --since 4w --output calls.pdf"),
        CommandExample("With somebody", "ilk calls report --contact sarah --output sarah.pdf"),
    ]

    @OptionGroup var choice: CallFilterOptions

    @Option(
        name: .shortAndLong, help: ArgumentHelp("The output file.", valueName: OutputFile.valueName),
        completion: .file())
    var output: OutputFile

    @OptionGroup var replacing: ReplacingOptions

    @OptionGroup var calls: CallFileOptions
    @OptionGroup var display: DisplayOptions

    func run() async throws {
        let book = try CallBook.reading(calls, display)
        let report = CallReport(book: book, filter: try await choice.filter(book))
        let (count, pages, missing) = try await output.target(
            replacing, inputs: calls.files(book.console.folders)
        ).write { try await report.write(to: $0) }
        book.console.note(
            "\(CallCount.text(count)) on \(pages) \(pages == 1 ? "page" : "pages") written to \(output.path)")
        if missing > 0 {
            book.console.note(
                "\(DecimalText.grouped(missing)) \(missing == 1 ? "character stands" : "characters stand") in it as boxes: "
                    + "no font that is installed has them (Debian: fonts-noto-core, fonts-noto-cjk)")
        }
        try book.close()
    }
}
