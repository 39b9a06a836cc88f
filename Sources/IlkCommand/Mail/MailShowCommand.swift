import ArgumentParser
import IlkDomains

/// Shows one message.
struct MailShowCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show one message: its fields, its text, what is attached, and what it was classified as.",
        discussion:
            "Nothing that a message refers to is loaded. Why it was classified so: ilk mail explain -1."
    )

    static let examples =
        MailExamples.beginning + [
            CommandExample("The newest", "ilk mail show -1 --mail-file mail.sqlite"),
            CommandExample("As it came", "ilk mail show -1 --format source --mail-file mail.sqlite"),
        ]

    /// `-1` looks like an option to the parser: what it does not know is kept, and looked at in `validate`.
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp(
            "-1 is the newest, -2 the one before; else an id, or a Message-ID.", valueName: "message"))
    var words: [String] = []

    @OptionGroup var mail: MailFileOptions

    @Option(help: "How it is shown.")
    var format: MailShowFormat = .text

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
        try await MailShowing(format: format, console: console).run(message, of: service)
        try service.close()
    }
}
