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
            abstract: "Import mailboxes (mbox) and Maildirs, and classify each message.",
            discussion: """
                Imports mailboxes (mbox), Maildirs and exports. A message that is already in the store is \
                not imported again: the store recognizes it by its Message-ID or, if it has none, by its \
                bytes. If its flags or its folder have changed in the file, the import updates them; flags \
                and labels that you changed in the store are kept. An interrupted import continues after its \
                last transaction.

                Malformed messages are repaired and imported, and the repairs are reported. Data that is not \
                a message is skipped and reported with its offset. A message that crashes the parser or \
                needs more than 30 s is quarantined: it is reported, and later imports skip it unless \
                --start-over is given. The exit status is 2 if a message was skipped or quarantined.

                Attachments are listed but never unpacked. From an NDJSON export (*.ndjson, *.jsonl), only \
                the corrections of messages in the store are imported.
                """,
            after: MailExamples.beginning,
            examples: [
                "Import again, which adds nothing": "ilk mail import mine.mbox --mail-file mail.sqlite",
                "Import with another label and the spam rules":
                    "ilk mail import mine.mbox --label Lists --taxonomy spam --mail-file other.sqlite",
            ])

        @Argument(help: "Mailboxes, Maildirs, folders of these, or NDJSON exports.", completion: .file())
        var files: [String]

        @OptionGroup var place: MailPlaceOptions

        @Option("The account of the mail; created if it does not exist.", value: "address")
        var account = "local"

        @Option(help: "Label for messages without a label. (default: file or folder name)")
        var label: String?

        @Option(help: "The mailbox's quoting of lines that begin with 'From '.")
        var variant: MailboxVariant = .auto

        @Flag(help: "Mark all new messages as read.")
        var read = false

        @Flag(help: "Read files again from their start; retry quarantined mail.")
        var startOver = false

        @Flag(help: "Do not store the original bytes of the messages.")
        var noSource = false

        @Flag(help: "Do not classify the messages.")
        var noClassify = false

        @Option(count: "After the import, keep only this many newest messages.")
        var keep: Int?

        @OptionGroup var deciding: ClassifierOptions

        @Option(help: "The format of the report.")
        var format: ResultFormat = .text

        @OptionGroup var display: DisplayOptions

        func validate() throws {
            if account.isEmpty {
                throw ValidationError.invalid("--account", account, expected: "an address")
            }
        }

        func run() async throws {
            let console = Console.standard(display)
            var options = MailImportOptions(
                account: account, label: label, variant: variant, marksRead: read,
                startsOver: startOver,
                keepsSource: !noSource, worker: MailStoreAccess.worker)
            if !noClassify {
                let assembly = try deciding.assembly(folders: console.folders)
                // The archive keeps the model and the rules for `ilk mail explain`.
                let archive = VerdictArchive(folders: console.folders)
                let pipeline = try ReloadablePipeline(assembly, archive: archive)
                console.warn(of: pipeline)
                let snapshot = pipeline.current
                options.classify = { try ClassificationStream.verdict(of: $0, by: snapshot) }
            }
            let service = try MailApplication.create(place.file, console)
            let taking = MailFileImporter(options: options, console: console)
            let report = try await taking.run(files, into: service)
            if let keep, let account = try await service.accounts.fetch(byEmail: account) {
                let trimmed = try await service.emails.trim(
                    account: account, keepCount: keep, by: .message)
                if trimmed > 0 {
                    console.note("Deleted \(DecimalText.counted(trimmed, "older message")).")
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
