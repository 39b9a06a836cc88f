import IlkConsole
import IlkRules
import FoundationEssentials
import IlkMail

/// Messages as people read them: a line each.
struct MailTable {
    /// How it looks.
    let style: Style
    /// How many columns of the terminal a line may take.
    let columns: Int

    /// The lines, in the order of the messages; with the account of each where there are several.
    ///
    /// - Parameter accounts: The addresses of the accounts.
    func text(_ emails: [Email], accounts: [UUID: String]) -> String {
        let isOfMany = Set(emails.lazy.map(\.accountId)).count > 1
        var columns: [Table.Column] = [
            .init("", tone: .strong), .init("date", tone: .faint), .init("from", minWidth: 10),
            .init("subject", minWidth: 16), .init("labels", minWidth: 6, tone: .faint, dispensability: 1),
            .init("id", minWidth: 8, tone: .faint, dispensability: 2),
        ]
        if isOfMany { columns.append(.init("account", minWidth: 8, tone: .faint, dispensability: 1)) }
        var table = Table(columns)
        for email in emails {
            let marks =
                (email.isRead ? "" : "•") + (email.isStarred ? "*" : "")
                + (email.attachments.isEmpty ? "" : "@")
            let cells = [
                marks, Self.day(email.date), email.fromName ?? email.fromAddress, email.subject,
                email.labelIds.joined(separator: ","), email.gmailId,
            ]
            table.add(cells + (isOfMany ? [accounts[email.accountId] ?? ""] : []))
        }
        return table.rendered(style, within: self.columns)
    }

    /// The lines of threads.
    func text(_ threads: [EmailThread]) -> String {
        var table = Table([
            .init("", tone: .strong), .init("messages", .right), .init("unread", .right),
            .init("date", tone: .faint),
            .init("from", minWidth: 10), .init("subject", minWidth: 16),
            .init("thread", minWidth: 8, tone: .faint, dispensability: 1),
        ])
        for thread in threads {
            table.add([
                thread.unreadCount > 0 ? "•" : "", String(thread.messageCount), String(thread.unreadCount),
                Self.day(thread.lastMessageDate),
                thread.from.name.isEmpty ? thread.from.address : thread.from.name,
                thread.subject, thread.threadId,
            ])
        }
        return table.rendered(style, within: columns)
    }

    /// The day and time in UTC: `2024-03-05 16:30`.
    static func day(_ date: Date) -> String {
        let text = date.formatted(.iso8601)
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5))"
    }
}
