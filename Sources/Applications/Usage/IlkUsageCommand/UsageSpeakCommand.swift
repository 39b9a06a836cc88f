import IlkVocabulary
import IlkConsole
import ArgumentParser
import IlkUsage

struct UsageSpeakCommand: StoreCommand {
    static let help = CommandText(
        "speak",
        abstract: "Record a spoken phrase from the symbols tapped before it.",
        discussion: """
            The phrase consists of the symbols that were tapped since the last phrase; --symbols replaces \
            them. Without words, the text of the phrase is the labels of its symbols. The time to build the \
            phrase is measured from the first tap. Exits with 1 if there are neither symbols nor words.
            """,
        examples: [
            "Record taps": "ilk usage tap I want cookie",
            "Record the phrase": "ilk usage speak",
            "Record a phrase without taps":
                "ilk usage speak 'more juice please' --symbols more,juice,please --removed 1 --tag request",
        ])

    @Argument(help: "Text of the phrase. (default: the labels of the symbols)")
    var words: [String] = []

    @Option("Symbols in order, separated by commas.", value: "symbols")
    var symbols: String?

    @Option(count: "Time to build the phrase, in ms. (default: since the first tap)", from: 0, value: "ms")
    var time: Int?

    @Option(count: "Number of symbols removed while building the phrase.", from: 0)
    var removed = 0

    @Option(count: "Number of symbols moved while building the phrase.", from: 0)
    var reordered = 0

    @OptionGroup var moment: UsageMomentOptions
    @OptionGroup var place: UsageFileOptions
    @OptionGroup var display: DisplayOptions

    var changes: Bool { true }

    func run(on open: OpenUsageStore) async throws {
        let spoken = SpokenPhrase(
            text: words.isEmpty ? nil : words.joined(separator: " "),
            symbols: symbols?.split(separator: ",").map(String.init), constructionTime: time,
            edits: .init(removed: removed, reordered: reordered))
        let event = try await moment.event(open) { session, now in
            .phrase(try spoken.phrase(after: try await open.store.draft(in: session), at: now.milliseconds))
        }
        try await open.store.record([event])
        if let phrase = event.phrase {
            open.console.note(
                "Recorded a phrase of \(DecimalText.counted(phrase.finalPhraseLength, "symbol")) "
                    + "(\(DecimalText.fixed(Double(phrase.constructionTime) / 1000, 1)) s).")
        }
    }
}

/// A phrase as given by the options of the command.
struct SpokenPhrase {
    /// The text, or `nil` for the labels of the symbols.
    var text: String?
    /// The symbols in order, or `nil` for the symbols that were tapped.
    var symbols: [String]?
    /// The time to build the phrase in milliseconds, or `nil` for the time since the first tap.
    var constructionTime: Int?
    var edits = PhraseCompletion.Edits()

    /// Returns the phrase to record.
    ///
    /// - Parameters:
    ///   - tapped: The symbols that were tapped since the last phrase.
    ///   - now: The time of the speech output in milliseconds since 1970.
    /// - Throws: `nothingToSpeak` if the phrase has no text.
    func phrase(after tapped: PhraseDraft, at now: Int64) throws(UsageError) -> PhraseCompletion {
        var draft = tapped
        if let symbols {
            draft = PhraseDraft()
            for symbol in symbols { draft.add(symbol, label: symbol, at: tapped.begin ?? now) }
        }
        guard var phrase = draft.completed(at: now, phrase: text) else { throw .nothingToSpeak }
        phrase.edits = edits
        if let constructionTime { phrase.constructionTime = constructionTime }
        return phrase
    }
}
