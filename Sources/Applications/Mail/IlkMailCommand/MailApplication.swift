import IlkVerdictConsole
import IlkFiles
import ArgumentParser
import FoundationEssentials
import Ilk
import IlkConsole
import IlkMail
import IlkStore
import IlkVocabulary

/// The mail application, for the generic commands that all applications share.
enum MailApplication: StoreApplication {
    typealias Records = DatabaseService
    typealias FileOptions = MailPlaceOptions

    static let name = "mail"
    static let words = StoreNouns(
        record: "message", records: "messages", aRecord: "a message", all: "the mail")
    static let contents =
        "The copy contains accounts, messages with their original bytes, labels and verdicts."
    static let setupExamples = MailExamples.beginning
    static let exampleFile = " --mail-file mail.sqlite"

    static func file(_ folders: IlkFolders) -> String { folders.mail }

    static func missingStoreError(_ path: String, _ option: String) -> CommandError? {
        CommandError(
            .noInput, "there is no mail store", at: path,
            hint: "import mail with: ilk mail import FILE" + option)
    }
}

extension MailApplication: PurgeApplication {
    struct PurgeChoice: PurgeChoiceOptions {
        @Argument(help: "The messages to erase, as a query for 'ilk mail search'.")
        var query: [String] = []

        @OptionGroup var of: MailAccountOptions

        var isEmpty: Bool { query.isEmpty }
        var limitsAll: Bool { of.account != nil }

        func selection(in open: OpenStore<MailApplication>) async throws -> MailPurge {
            MailPurge(
                account: try await of.selection(in: open)?.id,
                query: query.isEmpty ? nil : query.joined(separator: " "), now: open.now)
        }

        static let missingChoice = "Specify the messages to erase: a query, --all or --resume."
        static let exclusiveOptionsMessage =
            "--resume, --all and a query cannot be combined. --account requires --all or a query."
    }

    static let purgeText = text(
        "purge",
        abstract: "Erase the messages that a query finds, or all messages.",
        discussion: """
            Shows the number of messages and asks for confirmation; without a terminal, --yes is required. \
            No byte of the messages is left in the database, its write-ahead log and its search indexes. \
            Models that were trained on the store are deleted. --all with --account erases the messages of \
            one account.

            Backups, exports, imported mailboxes and free blocks of the file system are not erased. An \
            interrupted purge is continued, without confirmation, by the next purge or by --resume.
            """,
        examples: [
            "Count and list the messages": "purge 'from:ann' --dry-run",
            "Erase them": "purge 'from:ann' --yes",
        ])

    static func list(_ request: PurgeRequest<MailPurge>, in open: OpenStore<Self>) async throws {
        guard case .purge(let purge) = request else { return }
        let account = try await open.store.accounts.fetchAll().first { $0.id == purge.account }
        let page: EmailRepository.Page
        if let query = purge.query {
            let query = try MailQuery(query, calendar: SearchCalendar(timeZone: .gmt, now: purge.now))
            page = try await open.store.emails.search(query, account: account, limit: 1000)
        } else {
            page = try await open.store.emails.page(account: account, limit: 1000)
        }
        try await open.show(page.records, as: .text)
    }

    /// Deletes the models that were trained on the store, and then erases the messages. Because of this
    /// order, no model that was trained on erased mail is left if the process is killed. If there is nothing
    /// to erase, no model is deleted.
    static func erase(_ request: PurgeRequest<MailPurge>, in open: OpenStore<Self>) async throws {
        let report = try await open.erase(request) { try forgetModels(of: open.path, open.console) }
        open.tell(purged: report)
        try await Unlearning.forgetErased(
            from: open.store, as: StoreRetraining.RecordNames.mail,
            again: "ilk retrain --from mail --label category", open.console)
    }

    private static func forgetModels(of store: String, _ console: Console) throws {
        let forgotten = try MailStoreAccess.models(of: store, console).forget()
        for path in forgotten.files {
            console.note(
                "Deleted \(VisibleText.oneLine(path)), a model that may have been trained on the erased mail."
            )
        }
        Unlearning.report(forgotten.versions, again: "ilk retrain --from mail --label folder", console)
    }
}

/// The commands that prepare a store for the examples in the help of the mail commands.
enum MailExamples {
    /// Creates a mailbox with one message and imports it.
    static let beginning: [CommandExample] = {
        var examples = [
            CommandExample(
                "Create a mailbox",
                #"printf 'From a@x.org Fri Mar  1 10:00:00 2024\nFrom: Ann <a@x.org>\nSubject: Lunch\n\nsee you at 8\n' > mine.mbox"#
            )
        ]
        #if Mail
            examples.append(CommandExample("Import it", "ilk mail import mine.mbox --mail-file mail.sqlite"))
        #endif
        return examples
    }()
}
