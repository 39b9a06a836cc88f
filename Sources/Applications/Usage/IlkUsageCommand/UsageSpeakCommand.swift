import IlkConsole
import ArgumentParser
import IlkUsage
import IlkStore
import IlkVocabulary

/// Records a phrase.
struct UsageSpeakCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "speak",
        abstract: "Record that a phrase was spoken: what was tapped since the last one.",
        discussion: """
            The time it took is that from the first tap. Without words it reads as its symbols do. With --symbols it is those, \
            whatever was tapped. Ends with 1 when there is nothing to speak.
            """
    )

    static let examples = [
        CommandExample("Tap", "ilk usage tap I want cookie"),
        CommandExample("Speak it", "ilk usage speak"),
        CommandExample(
            "Without taps",
            "ilk usage speak 'more juice please' --symbols more,juice,please --removed 1 --tag request"),
    ]

    @Argument(help: "How it reads.")
    var words: [String] = []

    @Option(help: ArgumentHelp("Its symbols, in order, with commas between.", valueName: "symbols"))
    var symbols: String?

    @Option(
        help: ArgumentHelp(
            "How long it took to build, in milliseconds. (default: since the first tap)", valueName: "ms"))
    var time: Int?

    @Option(help: ArgumentHelp("How many symbols were taken out again.", valueName: "count"))
    var removed = 0

    @Option(help: ArgumentHelp("How many symbols were moved.", valueName: "count"))
    var reordered = 0

    @OptionGroup var moment: UsageMomentOptions
    @OptionGroup var usage: UsageFileOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if removed < 0 || reordered < 0 || (time ?? 0) < 0 {
            throw ValidationError("--removed, --reordered and --time take numbers from 0.")
        }
    }

    func run() async throws {
        let book = try UsageBook.writing(usage, display)
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
        try book.close()
    }
}
