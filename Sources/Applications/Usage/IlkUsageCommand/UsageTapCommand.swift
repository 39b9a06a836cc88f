import IlkStore
import IlkConsole
import ArgumentParser
import IlkUsage
import IlkVocabulary

struct UsageTapCommand: StoreCommand {
    static let help = CommandText(
        "tap",
        abstract: "Record taps on symbols: which, where they stand, in which language.",
        discussion: """
            Taps go on with the session that is open on the device, or begin a new one after too long a pause \
            (ilk usage session --gap). They become the phrase that ilk usage speak records.
            """,
        examples: [
            "One symbol": "ilk usage tap want",
            "Where it stands, and in which language":
                "ilk usage tap want --label искам --language bg --category home --grid 1,3",
            "Several, one after the other": "ilk usage tap I want cookie",
        ])

    @Argument(help: "The symbols, by the app's own names.")
    var symbols: [String]

    @Option("The words that stand on it, of one symbol. (default: its name)", value: "words")
    var label: String?

    @Option("The pages that lead to it, as home/food.", value: "path")
    var category: String?

    @Option("Its row and column.", value: "row,column")
    var grid: UsageGridArgument?

    @Flag(help: "A partner tapped it to show how: it becomes no part of the phrase.")
    var modeling = false

    @OptionGroup var moment: UsageMomentOptions
    @OptionGroup var place: UsageFileOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if symbols.contains("") { throw ValidationError("A symbol has a name.") }
        if symbols.count > 1, label != nil || grid != nil {
            throw ValidationError("--label and --grid are of one symbol.")
        }
    }

    var changes: Bool { true }

    func run(on book: OpenUsageStore) async throws {
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
    }
}

/// A grid position as an argument.
struct UsageGridArgument: ExpressibleByArgument, Sendable {
    let position: SymbolTap.GridPosition

    /// Parses a position such as `1,3`.
    init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let row = parts[0], let column = parts[1] else { return nil }
        position = .init(row: row, column: column)
    }
}
