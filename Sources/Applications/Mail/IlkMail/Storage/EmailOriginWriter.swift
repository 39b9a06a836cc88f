import GRDB
import IlkStore

/// Stores the flags and labels that messages have in an imported file. When the file is imported again,
/// applies the changes in the file to the stored messages. Flags and labels that were changed only in the
/// store are kept.
///
/// An instance must be created, used and released within one access to a database connection.
final class EmailOriginWriter {
    /// The flags and labels of a message in a file.
    private struct Origin: Hashable {
        var labels: Set<String>
        var hasFolders: Bool
        var isRead: Bool
        var isStarred: Bool
    }

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
        _ = following.isRepeated(key)
        try write(Self.origin(of: item), of: key)
    }

    /// Applies the changes in the file since its last import to a stored message. If the message was imported
    /// only from another file so far, the flags and labels from this file are added to the message.
    ///
    /// - Returns: `true` if the message was changed.
    func follow(_ item: MailBatch.Item, at key: Int64, account: Int64) throws -> Bool {
        let found = Self.origin(of: item)
        let isRepeated = following.isRepeated(key)
        let known = try origin(of: key)
        var kept = found
        let before =
            known ?? Origin(labels: [], hasFolders: found.hasFolders, isRead: false, isStarred: false)
        if following.isMaildir { kept.labels.formUnion(before.labels) }
        if isRepeated {
            kept.isRead = found.isRead || before.isRead
            kept.isStarred = found.isStarred || before.isStarred
        }
        var isChanged = false
        for label in found.labels.subtracting(before.labels).sorted() {
            if try writer.add(label: label, to: key, account: account) { isChanged = true }
        }
        let missing = before.labels.subtracting(found.labels)
        if !following.isMaildir {
            for label in missing where try writer.remove(label: label, from: key, account: account) {
                isChanged = true
            }
        }
        if kept.isRead != before.isRead, try writer.set(isRead: kept.isRead, at: key) { isChanged = true }
        if kept.isStarred != before.isStarred, try writer.set(isStarred: kept.isStarred, at: key) {
            isChanged = true
        }
        if following.isMaildir {
            following.note(
                key, missing: missing, found: found.labels, isRepeated: isRepeated, isCounted: isChanged)
        }
        if kept != known { try write(kept, of: key) }
        return isChanged
    }

    /// Removes the labels of the folders that messages of a Maildir have left.
    ///
    /// - Returns: The number of changed messages that are not yet counted as updated.
    func leave(account: Int64) throws -> Int {
        var count = 0
        for (key, missing) in following.moved {
            guard var kept = try origin(of: key) else { continue }
            var isChanged = false
            for label in missing.labels where try writer.remove(label: label, from: key, account: account) {
                isChanged = true
            }
            kept.labels.subtract(missing.labels)
            try write(kept, of: key)
            if isChanged, !missing.isCounted { count += 1 }
        }
        return count
    }

    private static func origin(of item: MailBatch.Item) -> Origin {
        let row = item.message.row
        return Origin(
            labels: Set(row.labelIds), hasFolders: item.hasFolders, isRead: row.isRead,
            isStarred: row.isStarred)
    }

    private func origin(of key: Int64) throws -> Origin? {
        find.bind(key, following.source)
        defer { find.reset() }
        guard try find.step() else { return nil }
        return Origin(
            labels: Set(PackedList.strings(try find.text(0) ?? "")), hasFolders: find.integer(1) == 1,
            isRead: find.integer(2) == 1, isStarred: find.integer(3) == 1)
    }

    private func write(_ origin: Origin, of key: Int64) throws {
        try insert.run(
            key, following.source, PackedList.packed(origin.labels.sorted()), origin.hasFolders,
            origin.isRead, origin.isStarred)
    }
}
