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
            Refused with 73 while the log holds anything, but for --force: then what it holds is gone. Refused with 75 \
            while a program logs to it, with 65 when the backup is damaged or of something else, and with 78 when a \
            newer ilk made it. A log that is damaged is kept as FILE.damaged.
            """
    )

    static let examples = [
        CommandExample(
            "Remember a text",
            "echo 'see you at 8 then' | ilk classify --log --log-file mine.sqlite"),
        CommandExample("Copy the log", "ilk log backup mine.backup --log-file mine.sqlite"),
        CommandExample("Bring it back", "ilk log restore mine.backup --force --log-file mine.sqlite"),
    ]

    @Argument(help: "What `ilk log backup` made.", completion: .file())
    var file: String

    @Flag(help: "Replace what the log holds.")
    var force = false

    @OptionGroup var logging: LogFileOptions
    @OptionGroup var display: DisplayOptions

    func run() async throws {
        let console = Console.standard(display)
        let path = logging.logFile ?? console.folders.log(taxonomy: Taxonomy.documentType.name)
        let restoring = BackupRestoring(
            found: "there is a log already", hint: "back it up, then say --force: what it holds will be gone",
            restore: {
                try StoreReplica(path: $1, what: "log").remove()
                try ClassificationLogStore.restore($0, to: $1)
            })
        try restoring.run(file, to: path, isForced: force, console)
    }
}
