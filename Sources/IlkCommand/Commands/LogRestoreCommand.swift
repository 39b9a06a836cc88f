import ArgumentParser
import Ilk
import IlkDomains
import IlkStore
import IlkVocabulary

/// Brings a backup of the log back.
struct LogRestoreCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Bring a backup of the log back.",
        discussion: """
            Replaces a log that exists: shows the number of its entries and asks first; without a terminal it needs --yes. \
            A damaged log is kept as FILE.damaged. Refused with 75 \
            while a program logs to it, with 65 when the backup is damaged or of something else, and with 78 when a \
            newer ilk made it.
            """
    )

    static let examples = [
        CommandExample(
            "Remember a text",
            "echo 'see you at 8 then' | ilk classify --log --log-file mine.sqlite"),
        CommandExample("Copy the log", "ilk log backup mine.backup --log-file mine.sqlite"),
        CommandExample("Bring it back", "ilk log restore mine.backup --yes --log-file mine.sqlite"),
    ]

    @Argument(help: "What `ilk log backup` made.", completion: .file())
    var file: String

    @OptionGroup var erasure: ErasureOptions

    @OptionGroup var logging: LogFileOptions
    @OptionGroup var display: DisplayOptions

    func run() async throws {
        let console = Console.standard(display)
        let path = logging.logFile ?? console.folders.log(taxonomy: Taxonomy.documentType.name)
        let restoring = BackupRestoring(
            contents: { path in
                let store = try LogBook.openOrMake(path, access: .readOnly)
                defer { try? store.close() }  // It was only read.
                let count = try await store.count()
                return "\(DecimalText.grouped(count)) \(count == 1 ? "entry" : "entries")"
            },
            restore: {
                try StoreReplica(path: $1, what: "log").remove()
                try ClassificationLogStore.restore($0, to: $1)
            })
        try await restoring.run(file, to: path, erasure, console)
    }
}
