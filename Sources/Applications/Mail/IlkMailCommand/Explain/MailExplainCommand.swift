import IlkConsole
import ArgumentParser
import IlkStore

/// Explains why a message is put where it is.
struct MailExplainCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract:
            "Say why a message is put where it is: each rule and each word that spoke for it or against.",
        discussion:
            """
            By the rules and the model that put it there, whatever is in use by now: they are kept when mail is taken in. \
            --model, --rules or --classifier name others, and so does a taxonomy that it was not put into then. Ends with \
            66 when there is no such message, or when its model or rules are no longer there.
            """
    )

    static let examples =
        MailExamples.beginning + [
            CommandExample("The newest", "ilk mail explain -1 --mail-file mail.sqlite"),
            CommandExample(
                "By the spam rules", "ilk mail explain -1 --taxonomy spam --mail-file mail.sqlite"),
        ]

    /// `-1` looks like an option to the parser: what it does not know is kept, and looked at in `validate`.
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp(
            "-1 is the newest, -2 the one before; else an id, or a Message-ID.", valueName: "message"))
    var words: [String] = []

    @OptionGroup var mail: MailFileOptions
    @OptionGroup var deciding: ClassifierOptions

    @Option(
        help: ArgumentHelp("How many pieces of evidence to show.", valueName: "count"),
        transform: CountArgument.fromZero)
    var top = 12

    @Option(help: "How it is shown.")
    var format: ExplanationFormat = .text

    @OptionGroup var display: DisplayOptions

    func validate() throws {
        try EntryArgument.check(words)
        if words.count != 1 { throw ValidationError("Name a message.") }
    }

    func run() async throws {
        let console = Console.standard(display)
        let service = try MailBook.open(mail.mailFile, console)
        let account = try await MailBook.account(mail.account, of: service)
        let message = try await MailBook.message(words.first ?? "", account: account, of: service)
        try MailExplaining(deciding: deciding, format: format, top: top, console: console).run(message)
        try service.close()
    }
}
