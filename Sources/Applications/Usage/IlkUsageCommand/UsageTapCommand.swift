import IlkConsole
import ArgumentParser
import IlkUsage
import IlkStore
import IlkVocabulary

/// Records a tap.
struct UsageTapCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "tap",
        abstract: "Record taps on symbols: which, where they stand, in which language.",
        discussion: """
            Taps go on with the session that is open on the device, or begin a new one after too long a pause \
            (ilk usage session --gap). They become the phrase that ilk usage speak records.
            """
    )

    static let examples = [
        CommandExample("One symbol", "ilk usage tap want"),
        CommandExample(
            "Where it stands, and in which language",
            "ilk usage tap want --label искам --language bg --category home --grid 1,3"),
        CommandExample("Several, one after the other", "ilk usage tap I want cookie"),
    ]

    @Argument(help: "The symbols, by the app's own names.")
    var symbols: [String]

    @Option(
        help: ArgumentHelp(
            "The words that stand on it, of one symbol. (default: its name)", valueName: "words"))
    var label: String?

    @Option(help: ArgumentHelp("The pages that lead to it, as home/food.", valueName: "path"))
    var category: String?

    @Option(help: ArgumentHelp("Its row and column.", valueName: "row,column"))
    var grid: UsageGridArgument?

    @Flag(help: "A partner tapped it to show how: it becomes no part of the phrase.")
    var modeling = false

    @OptionGroup var moment: UsageMomentOptions
    @OptionGroup var usage: UsageFileOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if symbols.contains("") { throw ValidationError("A symbol has a name.") }
        if symbols.count > 1, label != nil || grid != nil {
            throw ValidationError("--label and --grid are of one symbol.")
        }
    }

    func run() async throws {
        let book = try UsageBook.writing(usage, display)
        var session: RecordID?
        for symbol in symbols {
            let event = try await moment.event(book) { session, _ in
                let place = try await book.store.draft(in: session).symbols.count + 1
                return .tap(
                    SymbolTap(
                        symbolID: symbol, label: label ?? symbol, categoryPath: category,
                        gridPosition: grid?.position, phrasePosition: modeling ? nil : place,
                        isModeled: modeling))
            }
            try await book.store.record([event])
            session = event.sessionID
        }
        if let session {
            let found = try await book.store.session(.id(session))
            book.console.note(
                "\(DecimalText.counted(found.totalSymbols, "symbol")) in session \(found.shortID)")
        }
        try book.close()
    }
}

/// A row and a column as people write them.
struct UsageGridArgument: ExpressibleByArgument, Sendable {
    /// The position.
    let position: SymbolTap.GridPosition

    /// Reads `1,3`; nil for anything else.
    init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let row = parts[0], let column = parts[1] else { return nil }
        position = .init(row: row, column: column)
    }
}
