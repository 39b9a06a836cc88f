import IlkMail
import IlkStore
import IlkConsole
import ArgumentParser

struct MailTrimCommand: AsyncParsableCommand, DescribedCommand {
    static let help = MailApplication.text(
        "trim",
        abstract: "Delete all but the newest messages of an account.",
        discussion: """
            Shows the number of messages and asks for confirmation; without a terminal --yes is required. ilk mail purge \
            also erases messages from the file.
            """,
        examples: [
            "Count the messages": "trim --account local --keep 1000 --dry-run",
            "Delete them": "trim --account local --keep 1000 --yes",
        ])

    @OptionGroup var place: MailPlaceOptions

    @Option("The account.", value: "address")
    var account: String

    @Option(count: "The number of messages to keep.", from: 0)
    var keep: Int = 1000

    @OptionGroup var erasure: ErasureOptions

    @OptionGroup var display: DisplayOptions

    func run() async throws {
        let console = Console.standard(display)
        let reading = try MailApplication.open(place.file, console, access: .readOnly)
        guard let account = try await MailStoreAccess.account(account, of: reading) else { return }
        let count = max(0, try await reading.emails.count(account: account, folder: nil) - keep)
        try reading.close()
        guard count > 0 else { return console.note("No matching messages.") }
        guard try erasure.permission.allows("delete", DecimalText.counted(count, "message"), console) else {
            return
        }
        let service = try MailApplication.open(place.file, console, access: .readWrite)
        let gone = try await service.emails.trim(account: account, keepCount: keep)
        console.note("Deleted \(DecimalText.counted(gone, "message")).")
        try service.close()
    }
}
