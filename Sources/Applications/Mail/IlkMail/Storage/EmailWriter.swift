import FoundationEssentials
import GRDB
import IlkStore

/// Writes messages with their threads, labels, attachments and index entries. The SQL statements are prepared
/// once.
///
/// An instance must be created, used and released within one access to a database connection. Call
/// ``finish()`` before the transaction ends.
final class EmailWriter {
    let database: Database
    let index: MailIndex
    let threading: ThreadAssigner
    private let find: RawStatement
    private let last: RawStatement
    private let insert: RawStatement
    private let label: RawStatement
    private let attach: RawStatement
    private let keep: RawStatement
    private var labels: [LabelKey: Int64] = [:]

    private struct LabelKey: Hashable {
        var account: Int64
        var gmailId: String
    }

    init(_ database: Database) throws {
        self.database = database
        index = MailIndex(database)
        threading = try ThreadAssigner(database)
        find = try RawStatement("SELECT row FROM email WHERE gmailId = ? AND account = ?", on: database)
        last = try RawStatement(
            "SELECT row FROM email WHERE row BETWEEN ? AND ? ORDER BY row DESC LIMIT 1", on: database)
        insert = try RawStatement(
            "INSERT INTO email VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", on: database
        )
        label = try RawStatement("INSERT OR IGNORE INTO emailLabel VALUES (?, ?, ?)", on: database)
        attach = try RawStatement("INSERT INTO attachment VALUES (?, ?, ?, ?, ?, ?, ?)", on: database)
        keep = try RawStatement("INSERT INTO emailSource VALUES (?, ?, ?, ?)", on: database)
    }

    func finish() throws { try index.finish() }

    func row(of gmailId: String, account: Int64) throws -> Int64? {
        try find.run(gmailId, account)
    }

    func row(of message: MailRow, account: Int64) throws -> Int64? {
        try message.texts.withUnsafeBytes { texts in
            bind(message.key, of: texts, to: find, at: 1)
            find.bind(account, at: 2)
            return try find.run()
        }
    }

    func freeKey(for date: Date) throws -> Int64 {
        try EmailKey.nextFree(for: date) { try last.run($0.lowerBound, $0.upperBound) }
    }

    /// Inserts a message that the store does not contain, and returns its row.
    func add(_ row: MailRow, account: Int64, form: MailSearchForm? = nil) throws -> Int64 {
        let key = try freeKey(for: row.date)
        let thread = try threading.thread(of: row, account: account, key: key)
        try self.insert(row, account: account, key: key, thread: thread)
        let labels = try row.labelIds.map { try self.row(ofLabel: $0, account: account) }
        try add(labelRows: labels, to: key, isRead: row.isRead)
        try add(attachments: row.attachments, to: key)
        index.add(form ?? MailSearchForm(row), at: key)
        return key
    }

    /// Inserts an imported message that the store does not contain, with its original bytes.
    func add(_ item: MailBatch.Item, account: Int64) throws -> Int64 {
        let key = try add(item.message.row, account: account, form: item.form)
        if let source = item.source {
            _ = try keep.withBound(bytes: source, at: 4) {
                try keep.run(key, item.envelope, Int64(item.message.flags.rawValue))
            }
        }
        return key
    }

    /// Inserts the row of a message only, without labels, attachments and index entries.
    func insert(_ row: MailRow, account: Int64, key: Int64, thread: Int64) throws {
        try row.texts.withUnsafeBytes { texts in
            insert.bind(key, account, thread)
            bind(row.key, of: texts, to: insert, at: 4)
            bind(row.messageID, of: texts, to: insert, at: 5)
            bindFields(of: row, texts, to: insert, from: 6)
            try insert.run()
        }
    }

    /// Binds the columns from `date` to `refs` without copying the texts. The statement must run while
    /// `texts` is valid.
    func bindFields(
        of row: MailRow, _ texts: UnsafeRawBufferPointer, to statement: RawStatement, from first: Int32
    ) {
        statement.bind(row.date.timeIntervalSince1970, at: first)
        let fields = [row.subject, row.address, row.name, row.recipients, row.copies, row.snippet, row.body]
        for (place, field) in fields.enumerated() {
            bind(field, of: texts, to: statement, at: first + 1 + Int32(place))
        }
        statement.bind(row.isRead ? 1 : 0, at: first + 8)
        statement.bind(row.isStarred ? 1 : 0, at: first + 9)
        statement.bind(row.attachments.isEmpty ? 0 : 1, at: first + 10)
        statement.bind(Int64(row.size), at: first + 11)
        statement.bind(row.historyId, at: first + 12)
        bind(row.references, of: texts, to: statement, at: first + 13)
    }

    func bind(
        _ text: Range<Int>?, of texts: UnsafeRawBufferPointer, to statement: RawStatement, at index: Int32
    ) {
        guard let text else {
            statement.bind(nil as Int64?, at: index)
            return
        }
        statement.bind(borrowing: UnsafeRawBufferPointer(rebasing: texts[text]), at: index)
    }

    /// Returns the row of a label and inserts the label if it does not exist.
    func row(ofLabel gmailId: String, account: Int64) throws -> Int64 {
        let key = LabelKey(account: account, gmailId: gmailId)
        if let row = labels[key] { return row }
        try database.execute(
            sql: "INSERT OR IGNORE INTO label (account, gmailId, name, type) VALUES (?, ?, ?, ?)",
            arguments: [
                account, gmailId, gmailId,
                (Label.systemNames.contains(gmailId) ? Label.Kind.system : .user).rawValue,
            ])
        let row = try Int64.fetchOne(
            database, sql: "SELECT row FROM label WHERE account = ? AND gmailId = ?",
            arguments: [account, gmailId])
        labels[key] = row
        return row ?? 0
    }

    func add(labelRows: [Int64], to key: Int64, isRead: Bool) throws {
        for row in labelRows {
            try label.run(row, key, isRead)
        }
    }

    func add(attachments: [Attachment], to key: Int64) throws {
        for (place, attachment) in attachments.enumerated() {
            try attach.run(
                key, Int64(place), attachment.filename, attachment.mimeType, Int64(attachment.size),
                attachment.contentId, attachment.isInline)
        }
    }
}
