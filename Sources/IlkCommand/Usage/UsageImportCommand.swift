import ArgumentParser
import IlkDomains
import IlkVocabulary

/// Takes usage in that was written elsewhere.
struct UsageImportCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Take usage in: what ilk usage export wrote, or Open Board Logs of other programs.",
        discussion: """
            All of the file or nothing: at what is not right it ends with 65 and says the line. What is there already stays as \
            it is, so that a file can be taken twice; what says something else under the same key is not right.
            """
    )

    static let examples = [
        CommandExample("Tap", "ilk usage tap I want cookie"),
        CommandExample("Write it", "ilk usage export --output usage.csv"),
        CommandExample("Take it into another file", "ilk usage import usage.csv --usage-file other.sqlite"),
    ]

    @Argument(help: "The file; - is standard input.", completion: .file())
    var file: String

    @Option(help: "The format. (default: what the file's name says, else ndjson)")
    var format: UsageFileFormat?

    @OptionGroup var usage: UsageFileOptions
    @OptionGroup var display: DisplayOptions

    func run() async throws {
        let book = try UsageBook.writing(usage, display)
        let input = InputFile.named([file])[0]
        let reader = try input.open(stop: book.console.stop)
        let format = format ?? UsageFileFormat(path: file) ?? .ndjson
        func read(_ block: inout [UInt8]) throws -> Int {
            try reader.read(into: &block) { () throws(CommandFailure) in }
        }
        let outcome: (added: Int, present: Int)
        if let records = format.records {
            outcome = try await UsageImportSource(
                UsageImport(format: records, name: input.name, read: read), book.console
            ).run(into: book.store)
        } else {
            let records = try BoardLogImport(name: input.name).records(of: try whole(read, input.name))
            outcome = try await BoardLogImport(name: input.name).take(records, into: book.store)
        }
        try book.close()
        book.console.note("\(outcome.added) taken in, \(outcome.present) there already")
    }

    /// An Open Board Log is one value of JSON: it is read as one.
    private func whole(_ read: (inout [UInt8]) throws -> Int, _ name: String) throws -> [UInt8] {
        var (bytes, block) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 17))
        while true {
            let count = try read(&block)
            guard count > 0 else { return bytes }
            bytes += block[..<count]
            guard bytes.count <= RecordCutter.longest else {
                throw CommandFailure(
                    .badInput, "it has more than \(DecimalText.size(RecordCutter.longest))", at: name)
            }
        }
    }
}
