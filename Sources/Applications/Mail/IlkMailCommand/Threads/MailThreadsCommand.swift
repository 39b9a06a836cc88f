import IlkMail
import IlkConsole
import ArgumentParser
import IlkStore

/// Lists threads.
struct MailThreadsCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "threads",
        abstract: "List threads, the one with the newest message first.",
        discussion: "Messages are one thread when they answer one another, never for their subjects alone."
    )

    static let examples =
        MailExamples.beginning + [
            CommandExample("All", "ilk mail threads --mail-file mail.sqlite"),
            CommandExample(
                "Of a folder", "ilk mail threads --folder mine --format json --mail-file mail.sqlite"),
        ]

    @OptionGroup var mail: MailFileOptions

    @Option(help: ArgumentHelp("Only with a message of this label.", valueName: "label"))
    var folder: String?

    @Option(
        help: ArgumentHelp("How many threads to show.", valueName: "count"), transform: CountArgument.fromOne)
    var limit: Int = 20

    @Option(help: "The shape of the output.")
    var format: OutputFormat = .text

    @OptionGroup var display: DisplayOptions

    func run() async throws {
        let console = Console.standard(display)
        let service = try MailBook.open(mail.mailFile, console)
        let account = try await MailBook.account(mail.account, of: service)
        let threads = try await service.emails.fetchThreads(
            account: account, folder: MailBook.folder(folder, account: account, of: service), limit: limit)
        switch format {
        case .text:
            if !threads.isEmpty {
                console.output.append(MailTable(style: console.style, columns: console.room).text(threads))
            }
        case .json: try console.write(json: threads.map(MailThreadRecord.init))
        case .ndjson:
            for thread in threads { try console.write(json: MailThreadRecord(thread), isPretty: false) }
        }
        try console.output.flush()
        try service.close()
    }
}
