import ArgumentParser
import FoundationEssentials
import IlkConsole
import IlkMail
import IlkStore

/// The options for the messages that a command changes: the given messages, or all messages that match a
/// query.
struct MailChangeOptions: ParsableArguments {
    @Option("Change all messages that match this query.", value: "query")
    var match: String?

    @OptionGroup var of: MailAccountOptions

    /// Checks that messages or a query are given, but not both.
    func check(_ references: some Collection<String>) throws {
        if match == nil, references.isEmpty {
            throw ValidationError("Specify messages, or a query with --match.")
        }
        if match != nil, !references.isEmpty {
            throw ValidationError("--match cannot be combined with messages.")
        }
    }
}

extension OpenStore<MailApplication> {
    /// Changes messages and reports their number.
    ///
    /// - Parameters:
    ///   - references: The messages, as `-1`, ids or Message-IDs. Ignored if the options have a query.
    ///   - remark: A note that precedes the report if a message was changed.
    ///   - phrase: A function that returns the report, given the number of messages as text, such as
    ///     `2 messages`.
    func apply(
        _ change: MailChange, to references: some Collection<String>, _ options: MailChangeOptions,
        remark: String? = nil, _ phrase: (String) -> String
    ) async throws {
        let account = try await options.of.selection(in: self)
        let count: Int
        if let match = options.match {
            let query = try MailQuery(match, calendar: SearchCalendar(timeZone: .gmt, now: now))
            for remark in query.query.warnings { console.note(remark.description) }
            count = try await store.emails.apply(change, toMatchesOf: query, account: account)
        } else {
            var emails: [Email] = []
            for reference in references {
                emails.append(
                    try await MailStoreAccess.message(reference, account: account, of: store).email)
            }
            count = try await store.emails.apply(change, to: emails)
        }
        if let remark, count > 0 { console.note(remark) }
        console.note(phrase(DecimalText.counted(count, "message")) + ".")
    }
}
