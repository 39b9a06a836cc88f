import ArgumentParser
import Ilk
import IlkConsole
import IlkLog
import IlkStore
import IlkVerdictConsole
import IlkVocabulary

/// Reviews the entries of a log at the keyboard.
struct ReviewCommand: StoreCommand {
    static let help = CommandText(
        "review",
        abstract: "Label texts of the log at the keyboard.",
        discussion: """
            Shows one text after the other, with the predicted label and the strongest evidence. Enter \
            accepts the prediction; 1 to 9 and letters choose another label. s skips a text, u undoes the \
            last answer, q quits, and ? lists all keys. Each answer is stored at once as a correction. The \
            next review continues with the texts that have no label; skipped texts come last.

            In a multi-label taxonomy, a star marks the chosen labels. The key of a label switches it on and \
            off, 0 switches all labels off, and Enter stores the chosen labels.

            Texts form a group if they are equal, or differ only in case, white space, punctuation, or \
            numbers and ids of three or more digits. A group is shown once, and the label applies to all \
            texts of the group. One text in ten is an audit: the text is picked at random, and its label is \
            used to measure the accuracy of the model, not for training.

            --strategy sets how the texts are chosen; 'ilk log queue --help' explains the values.

            Requires a terminal. To label in an editor or with another program, use 'ilk log queue' and 'ilk \
            log correct --from'.
            """,
        examples: [
            "Log a text": "echo 'see you at 8 then' | ilk classify --log --log-file mine.sqlite",
            "Review the texts of this log": "ilk review --log-file mine.sqlite",
            "Review 20 texts as Ana": "ilk review --limit 20 --by ana --log-file mine.sqlite",
        ])

    @OptionGroup var place: LogStoreOptions

    @Option(count: "The maximum number of texts to label.")
    var limit: Int = 50

    @OptionGroup var choice: ReviewStrategyOptions

    @Option("The author of the labels. (default: your user name)", value: "name")
    var by: String?

    @OptionGroup var display: DisplayOptions

    func open(_ console: Console) async throws -> OpenStore<LogApplication> {
        try .openForWriting(place.settings, console)
    }

    func isConfirmed(on console: Console) async throws -> Bool {
        // Reported before the log is opened.
        _ = try RawTerminal(console, hint: Self.otherWay)
        return true
    }

    func run(on open: OpenStore<LogApplication>) async throws {
        let terminal = try RawTerminal(open.console, hint: Self.otherWay)
        try await ReviewRun(
            store: open.store, strategy: choice.strategy, limit: limit, author: by ?? open.console.userName,
            console: open.console
        ).run(on: terminal)
    }

    private static let otherWay =
        "review a file: ilk log queue --format ndjson, then ilk log correct --from"
}
