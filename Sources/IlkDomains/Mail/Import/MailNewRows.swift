import GRDB
import IlkStore

/// Writes messages that are new without the triggers of their tables, and does what these would do: each message is several
/// statements of several triggers, which cost more than its rows.
///
/// What is planned is looked up at once and written together, table by table, in the order of their rows. Belongs to one
/// transaction.
final class MailNewRows {
    /// The triggers of the tables at an insert. Each of them is done by hand here, so this is to be changed with the schema.
    static let triggers = ["email_added", "emailThread_added", "emailLabel_added"]

    private struct Plan {
        let key: Int64
        let thread: Int64
        let labels: [Int64]
        let item: MailBatch.Item
    }

    private let database: Database
    private let account: Int64
    private let writer: EmailWriter
    private let threads: MailNewThreads
    private var plans: [Plan] = []
    /// The keys that are planned.
    private var planned: Set<ArraySlice<UInt8>> = []
    /// Of each second that a planned message is of, its last row.
    private var lastRows: [Int64: Int64] = [:]

    /// - Parameter writer: Is given the search forms of what is written; finish it afterwards.
    init(_ database: Database, account: Int64, writer: EmailWriter) throws {
        (self.database, self.account, self.writer) = (database, account, writer)
        threads = try MailNewThreads(database, account: account, threading: writer.threading)
    }

    /// Plans a message that the store does not have.
    ///
    /// - Returns: False when threads are to become one before: then ``write(_:)``, and have it written by the writer.
    func plan(_ item: MailBatch.Item) throws -> Bool {
        let row = item.message.row
        let key = try writer.freeKey(for: row.date) { lastRows[$0.lowerBound] }
        guard let thread = try threads.plan(row, key: key) else { return false }
        let labels = try row.labelIds.map { try writer.row(ofLabel: $0, account: account) }
        plans.append(Plan(key: key, thread: thread, labels: labels, item: item))
        planned.insert(row.texts[row.key])
        lastRows[EmailKey.first(with: key)] = key
        return true
    }

    /// Whether a message of the same key is planned.
    func has(_ row: MailRow) -> Bool { planned.contains(row.texts[row.key]) }

    /// Writes what is planned.
    ///
    /// - Parameter also: Is called for each message that is written, with its row.
    func write(_ also: (MailBatch.Item, Int64) throws -> Void) throws {
        guard !plans.isEmpty else { return }
        plans.sort { $0.key < $1.key }
        for plan in plans { writer.index.add(plan.item.form, at: plan.key) }
        try writer.index.begin()
        try database.withoutTriggers {
            try threads.write()
            try writeRows()
        }
        try writeCounts()
        for plan in plans { try also(plan.item, plan.key) }
        plans.removeAll(keepingCapacity: true)
        planned.removeAll(keepingCapacity: true)
        lastRows.removeAll(keepingCapacity: true)
    }

    private func writeRows() throws {
        for plan in plans {
            try writer.insert(plan.item.message.row, account: account, key: plan.key, thread: plan.thread)
        }
        for plan in plans {
            guard let source = plan.item.source else { continue }
            let flags = Int64(plan.item.message.flags.rawValue)
            try writer.keep(source, envelope: plan.item.envelope, flags: flags, of: plan.key)
        }
        for plan in plans {
            let row = plan.item.message.row
            try writer.add(labelRows: plan.labels, to: plan.key, isRead: row.isRead)
            try writer.add(attachments: row.attachments, to: plan.key)
        }
    }

    /// What the triggers count of accounts and labels.
    private func writeCounts() throws {
        var labels: [Int64: (messages: Int64, unread: Int64)] = [:]
        var unread: Int64 = 0
        for plan in plans {
            let isUnread: Int64 = plan.item.message.row.isRead ? 0 : 1
            unread += isUnread
            for label in plan.labels {
                labels[label, default: (0, 0)].messages += 1
                labels[label, default: (0, 0)].unread += isUnread
            }
        }
        try database.execute(
            sql: "UPDATE account SET messages = messages + ?, unread = unread + ? WHERE row = ?",
            arguments: [plans.count, unread, account])
        for (label, count) in labels.sorted(by: { $0.key < $1.key }) {
            try database.execute(
                sql: "UPDATE label SET messages = messages + ?, unread = unread + ? WHERE row = ?",
                arguments: [count.messages, count.unread, label])
        }
    }
}
