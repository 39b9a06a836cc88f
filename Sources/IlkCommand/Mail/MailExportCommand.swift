import ArgumentParser
import FoundationEssentials
import IlkDomains

/// Writes mail so that other programs can read it.
struct MailExportCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract:
            "Write mail as a mailbox (mboxrd: the bytes that came, quoted) or as JSON lines, the oldest first.",
        discussion: "A file is made for its owner only, and takes its name when it is whole."
    )

    static let examples =
        MailExamples.beginning + [
            CommandExample("As JSON lines", "ilk mail export --format ndjson --mail-file mail.sqlite"),
            CommandExample(
                "A folder as a mailbox",
                "ilk mail export --folder mine -o out.mbox --mail-file mail.sqlite"),
        ]

    @OptionGroup var mail: MailFileOptions

    @Option(help: ArgumentHelp("Only with this label.", valueName: "label"))
    var folder: String?

    @Option(help: "The format. (default: what the file's name says, else mbox)")
    var format: MailFileFormat?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The output file. (default: standard output)", valueName: OutputFile.valueName),
        completion: .file())
    var output: OutputFile?

    @OptionGroup var replacing: ReplacingOptions

    @OptionGroup var damage: DamagedStoreOptions
    @OptionGroup var display: DisplayOptions

    func run() async throws {
        let console = Console.standard(display)
        let service = try MailBook.open(mail.mailFile, console, access: damage.access)
        try await damage.check(service.verify)
        let account = try await MailBook.account(mail.account, of: service)
        let exporting = MailExporting(
            format: format ?? output.flatMap { MailFileFormat(path: $0.path) } ?? .mbox, account: account,
            folder: try await MailBook.folder(folder, account: account, of: service), console: console)
        if let output {
            let count = try await output.target(replacing, inputs: mail.place.files(console.folders)).write {
                try await exporting.run(service, to: $0)
            }
            console.note("\(DecimalText.counted(count, "message")) written to \(output.path)")
        } else {
            try await exporting.run(service, to: console.output)
        }
        try service.close()
        try await damage.finish {
            let service = try MailBook.open(mail.mailFile, console)
            try await service.verify()
            try service.close()
        }
    }
}
