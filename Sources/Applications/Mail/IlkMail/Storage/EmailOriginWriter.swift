import GRDB
import IlkStore

/// Stores the flags and labels that messages have in an imported file. When the file is imported again,
/// applies the changes in the file to the stored messages. Flags and labels that were changed only in the
/// store are kept.
///
/// An instance must be created, used and released within one access to a database connection.
final class EmailOriginWriter {
    private let writer: EmailWriter
    private let following: MailFollowing
    private let find: RawStatement
    private let insert: RawStatement

    init(_ writer: EmailWriter, _ following: MailFollowing) throws {
        (self.writer, self.following) = (writer, following)
        find = try RawStatement(
            "SELECT labels, hasFolders, isRead, isStarred FROM emailOrigin WHERE email = ? AND source = ?",
            on: writer.database)
        insert = try RawStatement(
            "INSERT OR REPLACE INTO emailOrigin VALUES (?, ?, ?, ?, ?, ?)", on: writer.database)
    }

    /// Stores the flags and labels of a message that this import has added.
    func note(_ item: MailBatch.Item, at key: Int64) throws {
        let found = Self.origin(of: item)
        following.note(
            key, found: found, missing: EmailOrigin(hasFolders: found.hasFolders), isCounted: false)
        try write(found, of: key)
    }

    /// Adds the flags and labels to a stored message that the file has and did not have at its last import.
    /// If the message was imported only from another file so far, these are all flags and labels in the file.
    ///
    /// - Returns: `true` if the message was changed.
    func follow(_ item: MailBatch.Item, at key: Int64, account: Int64) throws -> Bool {
        let found = Self.origin(of: item)
        let known = try origin(of: key)
        let before = known ?? EmailOrigin(hasFolders: found.hasFolders)
        let new = found.subtracting(before)
        var isChanged = false
        for label in new.labels.sorted() where try writer.add(label: label, to: key, account: account) {
            isChanged = true
        }
        if new.isRead, try writer.set(isRead: true, at: key) { isChanged = true }
        if new.isStarred, try writer.set(isStarred: true, at: key) { isChanged = true }
        following.note(key, found: found, missing: before.subtracting(found), isCounted: isChanged)
        let kept = found.union(before)
        if kept != known { try write(kept, of: key) }
        return isChanged
    }

    /// Removes the flags and labels that messages have lost in the file. Must be called after the whole file
    /// was read.
    ///
    /// - Returns: The number of changed messages that are not yet counted as updated.
    func removeLost(account: Int64) throws -> Int {
        var count = 0
        for (key, missing) in following.lost {
            guard let known = try origin(of: key) else { continue }
            let lost = missing.origin
            var isChanged = false
            for label in lost.labels where try writer.remove(label: label, from: key, account: account) {
                isChanged = true
            }
            if lost.isRead, try writer.set(isRead: false, at: key) { isChanged = true }
            if lost.isStarred, try writer.set(isStarred: false, at: key) { isChanged = true }
            try write(known.subtracting(lost), of: key)
            if isChanged, !missing.isCounted { count += 1 }
        }
        return count
    }

    private static func origin(of item: MailBatch.Item) -> EmailOrigin {
        let row = item.message.row
        return EmailOrigin(
            labels: Set(row.labelIds), hasFolders: item.hasFolders, isRead: row.isRead,
            isStarred: row.isStarred)
    }

    private func origin(of key: Int64) throws -> EmailOrigin? {
        find.bind(key, following.source)
        defer { find.reset() }
        guard try find.step() else { return nil }
        return EmailOrigin(
            labels: Set(PackedList.strings(try find.text(0) ?? "")), hasFolders: find.integer(1) == 1,
            isRead: find.integer(2) == 1, isStarred: find.integer(3) == 1)
    }

    private func write(_ origin: EmailOrigin, of key: Int64) throws {
        try insert.run(
            key, following.source, PackedList.packed(origin.labels.sorted()), origin.hasFolders,
            origin.isRead, origin.isStarred)
    }
}
