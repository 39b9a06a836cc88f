import ArgumentParser
import IlkDomains

/// Copies the calls while others write to them.
struct CallsBackupCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the calls into one file, while they are written to.",
        discussion: """
            The copy holds contacts, calls, templates, reminders and what waits for the server, and is looked through before \
            it takes its name. ilk calls purge does not reach it.
            """
    )

    static let examples = [
        CommandExample("Record a call", "ilk calls add Sarah"),
        CommandExample("Copy", "ilk calls backup calls.backup"),
    ]

    @Argument(
        help: ArgumentHelp("The output file.", valueName: OutputFile.valueName), completion: .file())
    var file: OutputFile

    @OptionGroup var replacing: ReplacingOptions

    @OptionGroup var calls: CallFileOptions
    @OptionGroup var display: DisplayOptions

    func run() async throws {
        let target = try file.target(replacing, inputs: calls.files(Console.standard(display).folders))
        try target.requireFile()
        let book = try CallBook.writing(calls, display)
        try book.storage.backUp(to: target.path, replacing: target.isForced)
        book.console.note("backed up to \(target.path)")
        try book.close()
    }
}
