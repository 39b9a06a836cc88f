import IlkMail
import FoundationEssentials
import IlkConsole
import ArgumentParser

struct MailThreadsCommand: StoreCommand, OutputArguments {
    static let help = MailApplication.text(
        "threads",
        abstract: "List threads, newest message first.",
        discussion: "A thread consists of messages that reply to one another. Subjects are not compared.",
        examples: [
            "List all threads": "threads",
            "List the threads of a folder": "threads --folder mine --format json",
        ])

    @OptionGroup var place: MailPlaceOptions
    @OptionGroup var of: MailAccountOptions

    @Option("Only threads with a message in this folder (a label).", value: "label")
    var folder: String?

    @Option(count: "The maximum number of threads to list.")
    var limit: Int = 20

    @OptionGroup var output: OutputOptions<OutputFormat>

    func run(on open: OpenStore<MailApplication>) async throws {
        let account = try await of.selection(in: open)
        let threads = try await open.store.emails.fetchThreads(
            account: account, folder: MailStoreAccess.folder(folder, account: account, of: open.store),
            limit: limit)
        let console = open.console
        try console.write(
            records: threads.map(\.fields), as: format, empty: "No matching threads."
        ) {
            MailTable(style: console.style, columns: console.room).text(threads)
        }
    }
}
