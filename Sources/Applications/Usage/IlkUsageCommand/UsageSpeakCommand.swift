import IlkVocabulary
import IlkConsole
import ArgumentParser
import IlkUsage

struct UsageSpeakCommand: StoreCommand {
    static let help = CommandText(
        "speak",
        abstract: "Record a spoken phrase from the symbols tapped before it.",
        discussion: """
            Records the symbols that were tapped since the last phrase as a new phrase. Without words, the \
            text of the phrase consists of the labels of the symbols. --symbols replaces the tapped symbols. \
            The time to build the phrase is measured from the first tap. Exits with 1 if there are no \
            symbols.
            """,
        examples: [
            "Record taps": "ilk usage tap I want cookie",
            "Record the phrase": "ilk usage speak",
            "Record a phrase without taps":
                "ilk usage speak 'more juice please' --symbols more,juice,please --removed 1 --tag request",
        ])

    @Argument(help: "Text of the phrase.")
    var words: [String] = []

    @Option("Symbols in order, separated by commas.", value: "symbols")
    var symbols: String?

    @Option("Milliseconds to build the phrase. (default: since the first tap)", value: "ms")
    var time: Int?

    @Option("Number of symbols removed while building the phrase.", value: "count")
    var removed = 0

    @Option("Number of symbols moved while building the phrase.", value: "count")
    var reordered = 0

    @OptionGroup var moment: UsageMomentOptions
    @OptionGroup var place: UsageFileOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if removed < 0 || reordered < 0 || (time ?? 0) < 0 {
            throw ValidationError("--removed, --reordered and --time require a number of at least 0.")
        }
    }

    var changes: Bool { true }

    func run(on book: OpenUsageStore) async throws {
        let said = words.isEmpty ? nil : words.joined(separator: " ")
        let event = try await moment.event(book) { session, now in
            var draft = try await book.store.draft(in: session)
            if let symbols {
                let begin = draft.begin ?? now.milliseconds
                draft = PhraseDraft()
                for symbol in symbols.split(separator: ",") {
                    draft.add(String(symbol), label: String(symbol), at: begin)
                }
            }
            guard var phrase = draft.completed(at: now.milliseconds, phrase: said) else {
                throw UsageError.nothingToSpeak
            }
            phrase.edits = .init(removed: removed, reordered: reordered)
            if let time { phrase.constructionTime = time }
            return .phrase(phrase)
        }
        try await book.store.record([event])
        if let phrase = event.phrase {
            book.console.note(
                "Recorded a phrase of \(DecimalText.counted(phrase.finalPhraseLength, "symbol")) "
                    + "(\(DecimalText.fixed(Double(phrase.constructionTime) / 1000, 1)) s).")
        }
    }
}
