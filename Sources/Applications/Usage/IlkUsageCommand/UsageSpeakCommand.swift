import IlkVocabulary
import IlkConsole
import ArgumentParser
import IlkUsage

struct UsageSpeakCommand: StoreCommand {
    static let help = CommandText(
        "speak",
        abstract: "Record that a phrase was spoken: what was tapped since the last one.",
        discussion: """
            The time it took is that from the first tap. Without words it reads as its symbols do. With --symbols it is those, \
            whatever was tapped. Ends with 1 when there is nothing to speak.
            """,
        examples: [
            "Tap": "ilk usage tap I want cookie",
            "Speak it": "ilk usage speak",
            "Without taps":
                "ilk usage speak 'more juice please' --symbols more,juice,please --removed 1 --tag request",
        ])

    @Argument(help: "How it reads.")
    var words: [String] = []

    @Option("Its symbols, in order, with commas between.", value: "symbols")
    var symbols: String?

    @Option("How long it took to build, in milliseconds. (default: since the first tap)", value: "ms")
    var time: Int?

    @Option("How many symbols were taken out again.", value: "count")
    var removed = 0

    @Option("How many symbols were moved.", value: "count")
    var reordered = 0

    @OptionGroup var moment: UsageMomentOptions
    @OptionGroup var place: UsageFileOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if removed < 0 || reordered < 0 || (time ?? 0) < 0 {
            throw ValidationError("--removed, --reordered and --time take numbers from 0.")
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
                "\(DecimalText.counted(phrase.finalPhraseLength, "symbol")) in "
                    + "\(DecimalText.fixed(Double(phrase.constructionTime) / 1000, 1)) s")
        }
    }
}
