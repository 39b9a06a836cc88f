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
                A message that is already in the store is not imported again. Messages are compared by \
                Message-ID, or by their bytes if there is none. If the flags or the folder of a message have \
                changed in the file since its last import, the stored message is updated. Flags and labels \
                that you changed in the store are kept. After an interruption, the next import of a mailbox \
                continues where the last one stopped.

                Malformed messages are repaired and imported, and the repairs are reported. Data that is not \
                a message is skipped and reported with its offset. A message that crashes the parser, or \
                that takes longer than 30 s, is quarantined: the message is reported, and later imports skip \
                it unless --start-over is given. Exits with 2 if a message was skipped or quarantined.

                Attachments are listed, but never unpacked. From an NDJSON export (*.ndjson, *.jsonl), only \
                corrections are imported; the corrected messages must already be in the store.
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

        @Option(help: "Mail label of messages without one. (default: file or folder name)")
        var label: String?

        @Option(help: "Mailbox format, named after how it quotes 'From ' lines.")
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
