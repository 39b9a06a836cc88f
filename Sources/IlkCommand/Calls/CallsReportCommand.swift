import ArgumentParser
import IlkDomains

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
        CommandExample("With somebody", "ilk calls report --contact sarah --output sarah.pdf --force"),
    ]

    @OptionGroup var choice: CallFilterOptions

    @Option(
        name: .shortAndLong, help: ArgumentHelp("The file to make.", valueName: "file"), completion: .file())
    var output: String

    @Flag(help: "Replace a file of that name.")
    var force = false

    @OptionGroup var calls: CallFileOptions
    @OptionGroup var display: DisplayOptions

    func run() async throws {
        let book = try CallBook.reading(calls, display)
        let report = CallReport(book: book, filter: try await choice.filter(book))
        let (count, pages, missing) = try await ExportFile.write(to: output, isForced: force) {
            try await report.write(to: $0)
        }
        book.console.note(
            "\(CallCount.text(count)) on \(pages) \(pages == 1 ? "page" : "pages") written to \(output)")
        if missing > 0 {
            book.console.note(
                "\(DecimalText.grouped(missing)) \(missing == 1 ? "character stands" : "characters stand") in it as boxes: "
                    + "no font that is installed has them (Debian: fonts-noto-core, fonts-noto-cjk)")
        }
        try book.close()
    }
}
