import IlkStore
import IlkConsole
import ArgumentParser
import IlkUsage
import IlkVocabulary

struct UsageTapCommand: StoreCommand {
    static let help = CommandText(
        "tap",
        abstract: "Record taps on symbols.",
        discussion: """
            A tap belongs to the current session of the device. The first tap after a long pause starts a \
            new session; 'ilk usage session --gap' sets the length of the pause. To record that the tapped \
            symbols were spoken as a phrase, run 'ilk usage speak'.
            """,
        examples: [
            "Tap one symbol": "ilk usage tap want",
            "Tap a symbol with its place and language":
                "ilk usage tap want --label искам --language bg --category home --grid 1,3",
            "Tap several symbols": "ilk usage tap I want cookie",
        ])

    @Argument(help: "Ids of the symbols in the app.")
    var symbols: [String]

    @Option("Words displayed on the symbol. (default: its id)", value: "words")
    var label: String?

    @Option("Pages of the app that lead to the symbol: home/food.", value: "path")
    var category: String?

    @Option("Row and column of one symbol, such as 1,3.", value: "row,column")
    var grid: UsageGridArgument?

    @Flag(help: "Demonstration by a partner; not part of a phrase.")
    var modeling = false

    @OptionGroup var moment: UsageMomentOptions
    @OptionGroup var place: UsageFileOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if symbols.contains("") {
            throw ValidationError.invalid("<symbols>", "", expected: "at least one character")
        }
        if symbols.count > 1, label != nil || grid != nil {
            throw ValidationError("--label and --grid require a single symbol.")
        }
    }

    var changes: Bool { true }

    func run(on open: OpenUsageStore) async throws {
        var session: RecordID?
        for symbol in symbols {
            let event = try await moment.event(open) { session, _ in
                let place = try await open.store.draft(in: session).symbols.count + 1
                return .tap(
                    SymbolTap(
                        symbolID: symbol, label: label ?? symbol, categoryPath: category,
                        gridPosition: grid?.position, phrasePosition: modeling ? nil : place,
                        isModeled: modeling))
            }
            try await open.store.record([event])
            session = event.sessionID
        }
        if let session {
            let found = try await open.store.session(.id(session))
            open.console.note(
                "Recorded \(DecimalText.counted(symbols.count, "tap")). Session \(found.shortID) has "
                    + "\(DecimalText.counted(found.totalSymbols, "symbol")).")
        }
    }
}

/// A grid position as an argument.
struct UsageGridArgument: ArgumentWithForm, Sendable {
    static let argumentForm = "a row and a column, such as 1,3"

    let position: SymbolTap.GridPosition

    /// Parses a position such as `1,3`.
    init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let row = parts[0], let column = parts[1] else { return nil }
        position = .init(row: row, column: column)
    }
}
