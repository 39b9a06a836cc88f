public import IlkMail
import IlkStore
import IlkConsole
public import ArgumentParser

extension MailTrimUnit: ExpressibleByArgument {}

struct MailTrimCommand: AsyncParsableCommand, DescribedCommand {
    static let help = MailApplication.text(
        "trim",
        abstract: "Delete all but the newest messages of an account.",
        discussion: """
            --keep sets the number of newest messages to keep. By default, a thread that contains one of \
            these messages is kept whole, so more messages can remain. With --by message, only the newest \
            messages are kept.

            Shows the number of messages and asks for confirmation; without a terminal, --yes is required. \
            Bytes of the deleted messages can remain in the file. To erase messages without a trace, use \
            'ilk mail purge'.
            """,
        examples: [
            "Count the messages": "trim --account local --keep 1000 --dry-run",
            "Delete them": "trim --account local --keep 1000 --yes",
            "Keep exactly 500 messages": "trim --account local --keep 500 --by message --yes",
        ])

    @OptionGroup var place: MailPlaceOptions

    @Option("The account to trim.", value: "address")
    var account: String

    @Option(count: "The number of newest messages to keep.", from: 0)
    var keep: Int = 1000

    @Option(help: "Delete whole threads, or single messages.")
    var by: MailTrimUnit = .thread

    @OptionGroup var erasure: ErasureOptions

    @OptionGroup var display: DisplayOptions

    func run() async throws {
        let console = Console.standard(display)
        let reading = try MailApplication.open(place.file, console, access: .readOnly)
        guard let account = try await MailStoreAccess.account(account, of: reading) else { return }
        let count = try await reading.emails.trimmedCount(account: account, keepCount: keep, by: by)
        try reading.close()
        guard count > 0 else { return console.note("No matching messages.") }
        guard try erasure.permission.allows("delete", DecimalText.counted(count, "message"), console) else {
            return
        }
        let service = try MailApplication.open(place.file, console, access: .readWrite)
        let gone = try await service.emails.trim(account: account, keepCount: keep, by: by)
        console.note("Deleted \(DecimalText.counted(gone, "message")).")
        try service.close()
    }
}
