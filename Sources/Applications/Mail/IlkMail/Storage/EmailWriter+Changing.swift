import FoundationEssentials
import GRDB
import IlkStore

extension EmailWriter {
    /// Inserts a message, or updates the message with the same key.
    func save(_ email: Email, account: Int64) throws {
        guard let row = try row(of: email.gmailId, account: account) else {
            _ = try add(MailRow(email), account: account)
            return
        }
        guard let old = try EmailReader(database).email(at: row) else { return }
        var fresh = email
        // If the text was not fetched this time, keep the stored text.
        if fresh.bodyText == nil { fresh.bodyText = old.bodyText }
        if fresh.threadId.isEmpty { fresh.threadId = old.threadId }
        guard fresh != old else { return }
        let key = try rekey(row, from: old, to: fresh)
        try updateFields(of: fresh, at: key)
        if fresh.threadId != old.threadId {
            let thread = try threading.threadRow(fresh.threadId, account, key)
            try database.execute(sql: "UPDATE email SET thread = ? WHERE row = ?", arguments: [thread, key])
        }
        try change(labels: old.labelIds, to: fresh, at: key, account: account)
        if fresh.attachments != old.attachments {
            try database.execute(sql: "DELETE FROM attachment WHERE email = ?", arguments: [key])
            try add(attachments: fresh.attachments, to: key)
        }
    }

    /// Gives a message a new row number if its date has changed, and updates the search indexes. Returns the
    /// row number.
    private func rekey(_ row: Int64, from old: Email, to fresh: Email) throws -> Int64 {
        let isSameSecond = EmailKey.first(of: old.date) == EmailKey.first(of: fresh.date)
        let key = isSameSecond ? row : try freeKey(for: fresh.date)
        let (before, after) = (MailSearchForm(MailRow(old)), MailSearchForm(MailRow(fresh)))
        if key != row || before != after {
            index.remove(before, at: row)
            index.add(after, at: key)
        }
        if key != row {
            try database.execute(sql: "UPDATE email SET row = ? WHERE row = ?", arguments: [key, row])
        }
        return key
    }

    private func updateFields(of email: Email, at key: Int64) throws {
        let update = try RawStatement(
            """
            UPDATE email SET messageId = ?, date = ?, subject = ?, fromAddress = ?, fromName = ?, recipients = ?,
                copies = ?, snippet = ?, body = ?, isRead = ?, isStarred = ?, hasAttachment = ?, size = ?,
                historyId = ?, refs = ? WHERE row = ?
            """, on: database)
        let row = MailRow(email)
        try row.texts.withUnsafeBytes { texts in
            bind(row.messageID, of: texts, to: update, at: 1)
            bindFields(of: row, texts, to: update, from: 2)
            update.bind(key, at: 16)
            try update.run()
        }
    }

    private func change(labels old: [String], to email: Email, at key: Int64, account: Int64) throws {
        for name in old where !email.labelIds.contains(name) {
            try database.execute(
                sql: "DELETE FROM emailLabel WHERE label = ? AND email = ?",
                arguments: [try row(ofLabel: name, account: account), key])
        }
        let fresh = email.labelIds.filter { !old.contains($0) }
        let rows = try fresh.map { try self.row(ofLabel: $0, account: account) }
        try add(labelRows: rows, to: key, isRead: email.isRead)
    }

    static func remove(_ rows: [Int64], in database: Database) throws {
        let writer = try EmailWriter(database)
        for row in rows { try writer.remove(row: row) }
        try writer.finish()
    }

    /// Deletes a message. Triggers and foreign keys delete the dependent rows.
    func remove(row: Int64) throws {
        guard let email = try EmailReader(database).email(at: row) else { return }
        index.remove(MailSearchForm(MailRow(email)), at: row)
        try database.execute(sql: "DELETE FROM email WHERE row = ?", arguments: [row])
    }
}
