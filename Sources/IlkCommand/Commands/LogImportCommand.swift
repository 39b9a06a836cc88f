import ArgumentParser
import Ilk
import IlkDomains
import IlkStore
import IlkVocabulary

/// Takes entries into the log that were written elsewhere.
struct LogImportCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Take entries into the log: what ilk log export wrote, or texts of your own.",
        discussion: """
            An entry needs a timestamp, a category and a text. One without an id gets one, each time anew; one whose id \
            is there already is left as it is, so that a file can be taken twice. Ends with 65 at the first entry that \
            cannot be taken; those before it are in the log then, and with 2 when entries were left out.
            """
    )

    static let examples = [
        CommandExample(
            "Remember a text",
            "echo 'see you at 8 then' | ilk classify --log --log-file mine.sqlite"),
        CommandExample("Write it", "ilk log export --output log.csv --log-file mine.sqlite"),
        CommandExample("Take it into another log", "ilk log import log.csv --log-file other.sqlite"),
    ]

    @Argument(help: "The file; - is standard input.", completion: .file())
    var file: String

    @OptionGroup var logging: LogFileOptions

    @Option(help: "The format. (default: what the file's name says, else ndjson)")
    var format: RecordFileFormat?

    @Option(help: "What to do about an entry that cannot be taken; emit is no choice here.")
    var onError: FaultPolicy = .stop

    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if onError == .emit { throw ValidationError("--on-error takes skip or stop here.") }
    }

    func run() async throws {
        let console = Console.standard(display)
        let input = InputFile.named([file])[0]
        let reader = try input.open(stop: console.stop)
        let path = logging.logFile ?? console.folders.log(taxonomy: Taxonomy.documentType.name)
        try IlkFolders.makeFolder(of: path)
        let store = try LogBook.openOrMake(path)
        let format = format ?? RecordFileFormat(path: file) ?? .ndjson
        let outcome = try await LogImport(format: format, policy: onError, console: console)
            .run(name: input.name, into: store) {
                try reader.read(into: &$0) { () throws(CommandFailure) in }
            }
        try store.close()
        console.note(
            "\(outcome.added) taken in, \(outcome.present) there already, \(outcome.leftOut) left out")
        if outcome.leftOut > 0 { throw CommandFailure(.partlyDone, "") }
    }
}
