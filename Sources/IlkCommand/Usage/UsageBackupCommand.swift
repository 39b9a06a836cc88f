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

    @Argument(help: "The file to make.", completion: .file())
    var file: String

    @Flag(help: "Replace a file of that name.")
    var force = false

    @OptionGroup var usage: UsageFileOptions
    @OptionGroup var display: DisplayOptions

    func run() async throws {
        let book = try UsageBook.writing(usage, display)
        try book.store.backUp(to: file, replacing: force)
        book.console.note("backed up to \(file)")
        try book.close()
    }
}
