import FoundationEssentials
import ArgumentParser
import IlkConsole
import IlkMail
import IlkStore

extension MailApplication: ListApplication {
    struct ListChoice: OptionalSelection {
        @OptionGroup var messages: MailFolderOptions

        @Flag(help: "Only unread messages.")
        var unread = false

        @Flag(help: "Only read messages.")
        var read = false

        var isEmpty: Bool { messages.of.account == nil && messages.folder == nil && !unread && !read }

        func validate() throws {
            if read && unread { throw ValidationError("--read and --unread cannot be combined.") }
        }

        func selection(
            in open: OpenStore<MailApplication>
        ) async throws -> (messages: MailSelection, isRead: Bool?) {
            (try await messages.selection(in: open), read ? true : unread ? false : nil)
        }
    }

    static let listText = text(
        "ls",
        abstract: "List mail, newest first.",
        examples: [
            "List all mail": "ls",
            "List a folder as NDJSON": "ls --folder mine --format ndjson",
        ])

    static func list(
        _ selection: (messages: MailSelection, isRead: Bool?), _ page: PageRequest, in open: OpenStore<Self>
    ) async throws -> ListedPage<Email> {
        let (messages, isRead) = selection
        return ListedPage(
            try await open.store.emails.page(
                account: messages.account, folder: messages.folder, isRead: isRead, limit: page.limit,
                before: cursor(page)))
    }

    /// Parses the cursor at which a page starts.
    private static func cursor(_ page: PageRequest) throws -> EmailCursor? {
        try page.place.map { place in
            guard let cursor = EmailCursor(place) else {
                throw CommandError.invalid(
                    "--cursor", place, hint: "expected the cursor printed after the previous page")
            }
            return cursor
        }
    }

    static func show(
        _ items: [Email], wanted words: FullTextQuery?, as format: OutputFormat, in open: OpenStore<Self>
    ) async throws {
        try await open.show(items, as: format)
    }
}

extension ListedPage<Email> {
    fileprivate init(_ page: EmailRepository.Page) { self.init(page.records, next: page.end?.description) }
}

extension MailApplication: SearchApplication {
    struct SearchChoice: SelectionOptions {
        @OptionGroup var query: QueryArguments

        @Flag(help: "Find these characters in subject, sender and snippet.")
        var substring = false

        @OptionGroup var of: MailAccountOptions

        func selection(in open: OpenStore<MailApplication>) async throws -> MailSearch {
            MailSearch(
                text: query.text, isSubstring: substring, account: try await of.selection(in: open))
        }
    }

    /// A search for messages.
    struct MailSearch {
        var text: String
        /// `true` to find the text as a substring.
        var isSubstring: Bool
        var account: Account?
    }

    static let searchText = text(
        "search",
        abstract: "Find mail by words and fields, newest first.",
        discussion: """
            \(querySyntaxHelp)

            Examples of conditions on fields: from:ann to:bob subject:invoice body:lunch tag:travel \
            category:email is:unread is:read is:starred has:attachment date:2024-01..2024-03 newer_than:7d \
            older_than:1y size>100000. The fields id and thread take an id.

            --substring searches subject, sender and snippet (the beginning of the text) for any sequence of \
            characters, and lists at most 100 messages. Exits with 1 if nothing is found.
            """,
        examples: [
            "Search by words and fields": "search 'from:ann subject:lunch'",
            "Search for a substring": "search --substring unc",
        ])

    static func search(
        _ search: MailSearch, _ page: PageRequest, in open: OpenStore<Self>
    ) async throws -> (page: ListedPage<Email>, wanted: FullTextQuery?) {
        guard !search.isSubstring else {
            if page.place != nil {
                throw CommandError(.usage, "--substring and --cursor cannot be combined")
            }
            let found = try await open.store.emails.search(query: search.text, account: search.account)
            return (ListedPage(Array(found.prefix(page.limit)), next: nil), nil)
        }
        let query = try MailQuery(search.text, calendar: SearchCalendar(timeZone: .gmt, now: open.now))
        for remark in query.query.warnings { open.console.note(remark.description) }
        let found = try await open.store.emails.search(
            query, account: search.account, limit: page.limit, before: cursor(page))
        return (ListedPage(found), nil)
    }
}

extension MailApplication: ShowApplication {
    typealias ShowChoice = MailAccountOptions

    static let showText = text(
        "show",
        abstract: "Show a message with its text, attachments and verdict.",
        discussion: """
            Images and other remote content are never loaded. To see the evidence for the verdict, use 'ilk \
            mail explain'.
            """,
        examples: [
            "Show the newest message": "show -1",
            "Print its original bytes": "show -1 --format source",
        ])
    static let referenceText = "-1 (newest), -2 (the one before), an id from 'ilk mail ls', or a Message-ID."

    static func show(
        _ reference: String, _ account: Account?, as format: MailShowFormat, in open: OpenStore<Self>
    ) async throws {
        let message = try await MailStoreAccess.message(reference, account: account, of: open.store)
        try await open.show(message, as: format)
    }
}

/// The output formats of a message, for `--format`.
enum MailShowFormat: String, TextualFormat {
    /// The fields and the text, for people.
    case text
    /// A JSON object.
    case json
    /// The original bytes.
    case source
}
