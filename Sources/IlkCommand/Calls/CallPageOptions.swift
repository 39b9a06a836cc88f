import ArgumentParser
import IlkDomains

/// Which page of a list of calls is shown, and how.
struct CallPageOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("How many calls to show.", valueName: "count"), transform: CountArgument.fromOne)
    var limit: Int = 20

    @Option(
        help: ArgumentHelp("Only calls older than the page before, which said this.", valueName: "cursor"))
    var cursor: String?

    @Option(help: "The shape of the output.")
    var format: OutputFormat = .text

    @OptionGroup var calls: CallFileOptions
    @OptionGroup var display: DisplayOptions

    /// Where the page begins.
    ///
    /// - Throws: What is wrong with the cursor.
    func begin() throws -> PageCursor? { try cursor.map { try PageCursor(token: $0) } }

    /// Says where the next page begins, when this one is full.
    func tellMore(behind page: [CallLogEntity], on console: Console) {
        guard page.count == limit, let last = page.last, format != .json else { return }
        console.note("more: --cursor \(last.cursor.token)")
    }
}
