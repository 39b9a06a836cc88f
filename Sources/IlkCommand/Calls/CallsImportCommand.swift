import ArgumentParser
import IlkDomains
import IlkStore
import IlkVocabulary

/// Takes calls in that were written elsewhere.
struct CallsImportCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Take calls in: what ilk calls export wrote, or lists of your own.",
        discussion: """
            A call needs a contact and calledAt. One without a key gets one, each time anew; one whose key is there already is \
            left as it is, so that a file can be taken twice. Ends with 65 at the first call that cannot be taken; those \
            before it are in the store then, and with 2 when calls were left out.
            """
    )

    static let examples = [
        CommandExample("Record a call", "ilk calls add Sarah 20m"),
        CommandExample("Write it", "ilk calls export --output calls.csv"),
        CommandExample("Take it into another file", "ilk calls import calls.csv --calls-file other.sqlite"),
    ]

    @Argument(help: "The file; - is standard input.", completion: .file())
    var file: String

    @Option(help: "The format. (default: what the file's name says, else ndjson)")
    var format: RecordFileFormat?

    @Option(help: "What to do about a call that cannot be taken; emit is no choice here.")
    var onError: FaultPolicy = .stop

    @OptionGroup var calls: CallFileOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if onError == .emit { throw ValidationError("--on-error takes skip or stop here.") }
    }

    func run() async throws {
        let book = try CallBook.writing(calls, display)
        let input = InputFile.named([file])[0]
        let reader = try input.open(stop: book.console.stop)
        let outcome = try await CallImport(
            format: format ?? RecordFileFormat(path: file) ?? .ndjson, policy: onError, book: book
        ).run(name: input.name) { try reader.read(into: &$0) { () throws(CommandFailure) in } }
        try book.close()
        book.console.note(
            "\(outcome.added) taken in, \(outcome.present) there already, \(outcome.leftOut) left out")
        if outcome.leftOut > 0 { throw CommandFailure(.partlyDone, "") }
    }
}
