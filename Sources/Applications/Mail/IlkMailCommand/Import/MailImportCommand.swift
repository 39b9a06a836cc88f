#if Mail
    import IlkVerdictConsole
    import IlkConsole
    import ArgumentParser
    import FoundationEssentials
    import Ilk
    import IlkMail
    import IlkPipeline
    import IlkStore
    import IlkVocabulary

    struct MailImportCommand: AsyncParsableCommand, DescribedCommand {
        static let help = CommandText(
            "import",
            abstract: "Take mail in from mailboxes (mbox) and Maildirs, and say of each message what it is.",
            discussion: """
                A message that is there already, by its Message-ID or its bytes, is left as it is; an import that was cut \
                off goes on where it ended. What can be read of a broken message is taken in; what is no message is left \
                out and told with its offset, and the status is 2. A message that crashes the parser, or takes it longer than 30 s, \
                is quarantined in the same way, and not parsed again unless --start-over is given. Attachments are listed \
                and never unpacked.
                """,
            after: MailExamples.beginning,
            examples: [
                "Once more: nothing is new": "ilk mail import mine.mbox --mail-file mail.sqlite",
                "Under another label, by the spam rules":
                    "ilk mail import mine.mbox --label Lists --taxonomy spam --mail-file other.sqlite",
            ])

        @Argument(help: "Mailboxes, Maildirs, or folders of them.", completion: .file())
        var files: [String]

        @OptionGroup var place: MailPlaceOptions

        @Option("The account that the mail is of; made where it is missing.", value: "address")
        var account = "local"

        @Option(
            help: "The label of messages that name none. (default: the file's name, the Maildir's folder)")
        var label: String?

        @Option(help: "How mailboxes quote lines that begin with 'From '.")
        var variant: MailboxVariant = .auto

        @Flag(help: "Take messages for read that do not say whether they were.")
        var read = false

        @Flag(help: "Read files from their beginning although they were read before.")
        var startOver = false

        @Flag(help: "Do not keep the bytes that messages came as: exports are made of what the store has.")
        var noSource = false

        @Flag(help: "Do not classify.")
        var noClassify = false

        @Option(count: "Keep only so many messages of the account, the newest.")
        var keep: Int?

        @OptionGroup var deciding: ClassifierOptions

        @Option(help: "The shape of the report.")
        var format: ResultFormat = .text

        @OptionGroup var display: DisplayOptions

        func validate() throws {
            if account.isEmpty { throw ValidationError("--account takes an address.") }
        }

        func run() async throws {
            let console = Console.standard(display)
            var options = MailImportOptions(
                account: account, label: label, variant: variant, marksRead: read,
                startsOver: startOver,
                keepsSource: !noSource, worker: MailStoreAccess.worker)
            if !noClassify {
                let assembly = deciding.assembly(folders: console.folders)
                // The archive keeps the model and the rules for `ilk mail explain`.
                let archive = VerdictArchive(folders: console.folders)
                let pipeline = try ReloadablePipeline(assembly, archive: archive).current
                options.classify = { try pipeline.classify($0) }
            }
            let service = try MailApplication.create(place.file, console)
            let taking = MailFileImporter(options: options, console: console)
            let report = try await taking.run(files, into: service)
            if let keep, let account = try await service.accounts.fetch(byEmail: account) {
                let trimmed = try await service.emails.trim(account: account, keepCount: keep)
                if trimmed > 0 {
                    console.note("\(DecimalText.counted(trimmed, "older message")) taken out again")
                }
            }
            try service.close()
            if format == .json {
                try console.write(json: report)
                try console.output.flush()
            } else {
                taking.printReport(report)
            }
            if report.malformed + report.quarantined > 0 { throw CommandError(.partlyDone, "") }
        }
    }
#endif
