import FoundationEssentials
import GRDB
import IlkStore
import IlkVocabulary

/// Reads messages with a prepared statement and without creating GRDB rows.
///
/// An instance must be created, used and released within one access to a database connection.
final class EmailReader {
    private let database: Database
    private let select: RawStatement
    private var attached: RawStatement?

    init(_ database: Database) throws {
        self.database = database
        select = try RawStatement(
            """
            SELECT a.id, t.threadId, e.gmailId, e.messageId, e.date, e.subject, e.fromAddress, e.fromName,
                e.recipients, e.copies, e.snippet, e.body, e.isRead, e.isStarred,
                e.hasAttachment, e.size, e.historyId, e.refs,
                (SELECT group_concat(l.gmailId, char(30)) FROM emailLabel x JOIN label l ON l.row = x.label
                    WHERE x.email = e.row)
            FROM email e JOIN emailThread t ON t.row = e.thread JOIN account a ON a.row = e.account
            WHERE e.row = ?
            """, on: database)
    }

    /// Returns the messages with these row numbers, in the given order. Rows that do not exist are omitted.
    func emails(at rows: [Int64]) throws -> [Email] { try rows.compactMap { try email(at: $0) } }

    func email(at row: Int64) throws -> Email? {
        select.bind(row, at: 1)
        defer { select.reset() }
        guard try select.step() else { return nil }
        guard let account = try select.text(0).flatMap({ RecordID($0) }) else {
            throw StoreError(
                code: .damaged, path: "", detail: "the file is damaged: the id of an account is not a UUID")
        }
        return try Email(
            gmailId: select.text(2) ?? "", accountId: account.uuid,
            threadId: select.text(1) ?? "", messageId: select.text(3),
            references: PackedList.strings(select.text(17) ?? ""), subject: select.text(5) ?? "",
            fromAddress: select.text(6) ?? "", fromName: select.text(7),
            toAddresses: PackedList.addresses(select.text(8) ?? ""),
            ccAddresses: PackedList.addresses(select.text(9) ?? ""),
            date: Date(timeIntervalSince1970: select.number(4)), snippet: select.text(10) ?? "",
            bodyText: select.text(11), isRead: select.integer(12) == 1, isStarred: select.integer(13) == 1,
            labelIds: PackedList.strings(select.text(18) ?? "").sorted(), size: Int(select.integer(15)),
            historyId: select.text(16), attachments: select.integer(14) == 1 ? attachments(of: row) : [])
    }

    private func attachments(of row: Int64) throws -> [Attachment] {
        let statement =
            try attached
            ?? RawStatement(
                "SELECT filename, mimeType, size, contentId, isInline FROM attachment WHERE email = ? ORDER BY place",
                on: database)
        attached = statement
        statement.bind(row, at: 1)
        defer { statement.reset() }
        var found: [Attachment] = []
        while try statement.step() {
            found.append(
                try Attachment(
                    filename: statement.text(0) ?? "", mimeType: statement.text(1) ?? "",
                    size: Int(statement.integer(2)), contentId: statement.text(3),
                    isInline: statement.integer(4) == 1))
        }
        return found
    }
}
