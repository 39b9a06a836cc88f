import ArgumentParser
import IlkDomains

/// Copies the usage while others write to it.
struct UsageBackupCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the usage into one file, while it is written to.",
        discussion: "The copy is looked through before it takes its name. ilk usage purge does not reach it."
    )

    static let examples = [
        CommandExample("Tap", "ilk usage tap want"),
        CommandExample("Copy", "ilk usage backup usage.backup"),
    ]

    @Argument(
        help: ArgumentHelp("The output file.", valueName: OutputFile.valueName), completion: .file())
    var file: OutputFile

    @OptionGroup var replacing: ReplacingOptions

    @OptionGroup var usage: UsageFileOptions
    @OptionGroup var display: DisplayOptions

    func run() async throws {
        let target = try file.target(replacing, inputs: usage.files(Console.standard(display).folders))
        try target.requireFile()
        let book = try UsageBook.writing(usage, display)
        try book.store.backUp(to: target.path, replacing: target.isForced)
        book.console.note("backed up to \(target.path)")
        try book.close()
    }
}
