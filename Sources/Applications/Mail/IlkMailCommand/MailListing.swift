import FoundationEssentials
import IlkConsole
import IlkMail
import IlkStore
import IlkVocabulary

extension OpenStore<MailApplication> {
    func show(_ emails: [Email], as format: OutputFormat) async throws {
        let accounts = try await MailStoreAccess.addresses(of: store)
        let messages = try await store.emails.stored(emails)
        try console.write(
            records: messages.map { $0.fields(account: accounts[$0.email.accountId] ?? "", hasBody: false) },
            as: format
        ) {
            MailTable(style: console.style, columns: console.room).text(messages, accounts: accounts)
        }
    }
}

/// A table of messages or threads, one per line.
struct MailTable {
    let style: Style
    /// The width of the terminal, in columns.
    let columns: Int

    /// Returns a table of messages in the given order. The table has a column for predicted and corrected
    /// labels if a message has such a label. It has a column for the account if there are several accounts.
    func text(_ messages: [StoredMessage], accounts: [UUID: String]) -> String {
        let isOfMany = Set(messages.lazy.map(\.email.accountId)).count > 1
        let categories = messages.map(\.categories)
        let hasCategories = categories.contains { !$0.isEmpty }
        var columns: [Table.Column] = [
            .init("", tone: .strong), .init("date", tone: .faint), .init("from", minWidth: 10),
            .init("subject", minWidth: 16), .init("labels", minWidth: 6, tone: .faint, dispensability: 1),
            .init("id", minWidth: 8, tone: .faint, dispensability: 2),
        ]
        if hasCategories { columns.insert(.init("category", minWidth: 8, dispensability: 1), at: 4) }
        if isOfMany { columns.append(.init("account", minWidth: 8, tone: .faint, dispensability: 1)) }
        var table = Table(columns)
        for (message, categories) in zip(messages, categories) {
            let email = message.email
            let marks =
                (email.isRead ? "" : "•") + (email.isStarred ? "*" : "")
                + (email.attachments.isEmpty ? "" : "@")
            var cells = [
                marks, Self.day(email.date), email.fromName ?? email.fromAddress, email.subject,
                email.labelIds.joined(separator: ","), email.shortID,
            ]
            if hasCategories { cells.insert(categories.map(\.phrase).joined(separator: ","), at: 4) }
            table.add(cells + (isOfMany ? [accounts[email.accountId] ?? ""] : []))
        }
        return table.rendered(style, within: self.columns)
    }

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

    /// Returns the date and time in UTC, for example `2024-03-05 16:30`.
    static func day(_ date: Date) -> String {
        let text = date.formatted(.iso8601)
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5))"
    }
}

extension OpenStore<MailApplication> {
    func show(_ message: StoredMessage, as format: MailShowFormat) async throws {
        switch format {
        case .text: console.output.append(text(message))
        case .json:
            let account = try await store.accounts.fetch(byId: message.email.accountId)
            try console.write(json: message.fields(account: account?.email ?? ""))
        case .source:
            guard let source = message.source else {
                throw CommandError(
                    .noInput, "the original bytes of the message are not stored",
                    hint: "'ilk mail import' stores them unless --no-source is given")
            }
            console.output.append(source)
        }
        try console.output.flush()
    }

    private func text(_ message: StoredMessage) -> String {
        let email = message.email
        var fields = [("From", email.from.description), ("Date", MailTable.day(email.date))]
        for (name, addresses) in [("To", email.toAddresses), ("Cc", email.ccAddresses)]
        where !addresses.isEmpty {
            fields.append((name, addresses.map(\.description).joined(separator: ", ")))
        }
        fields.append(("Subject", email.subject))
        fields.append(("Labels", email.labelIds.joined(separator: ", ") + (email.isRead ? "" : " (unread)")))
        fields.append(("Thread", email.threadId))
        for attachment in email.attachments {
            fields.append(
                (
                    "Attachment",
                    "\(attachment.filename) (\(attachment.mimeType), \(DecimalText.size(attachment.size)))"
                ))
        }
        for category in message.categories {
            let verdict = message.verdicts.first { $0.taxonomy == category.taxonomy }
            let probability = verdict.map { " " + DecimalText.fixed($0.probability, 2) } ?? ""
            fields.append(("Category", "\(category.phrase)\(probability) (\(category.taxonomy))"))
        }
        for correction in message.corrections {
            fields.append(("Corrected", "\(correction.phrase) (\(correction.taxonomy))"))
        }
        if !message.flags.isEmpty { fields.append(("Repaired", message.flags.description)) }
        let width = fields.map(\.0.count).max() ?? 0
        let head = fields.map { name, value in
            console.style.paint(name, .heading) + String(repeating: " ", count: width - name.count + 2)
                + VisibleText.oneLine(value) + "\n"
        }
        let body = VisibleText.lines(email.bodyText ?? email.snippet)
        return head.joined() + "\n" + body + (body.hasSuffix("\n") ? "" : "\n")
    }
}

extension StoredMessage {
    /// The label of a message in a taxonomy.
    struct CategoryText {
        var taxonomy: String
        /// The predicted label and the correction, for example `spam → email`. A question mark after the
        /// predicted label shows that the pipeline abstained.
        var phrase: String
    }

    /// The labels of the message, sorted by taxonomy.
    var categories: [CategoryText] {
        let corrected = corrections.labels
        let taxonomies = Set(verdicts.map(\.taxonomy)).union(corrected.keys).sorted()
        return taxonomies.map { taxonomy in
            let predicted = verdicts.first { $0.taxonomy == taxonomy }.map {
                $0.abstention == nil ? $0.category.rawValue : "\($0.category)?"
            }
            let phrases = [predicted, corrected[taxonomy]].compactMap(\.self)
            return CategoryText(taxonomy: taxonomy, phrase: phrases.joined(separator: " → "))
        }
    }
}
