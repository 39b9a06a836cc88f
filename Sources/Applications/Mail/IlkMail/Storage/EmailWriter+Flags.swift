import GRDB
import IlkStore

/// Changes of flags and labels. Each function returns `true` if it changed the message. Triggers maintain the
/// counts of threads, labels and accounts.
extension EmailWriter {
    func apply(_ change: MailChange, at key: Int64, account: Int64) throws -> Bool {
        switch change {
        case .read(let isRead): return try set(isRead: isRead, at: key)
        case .starred(let isStarred): return try set(isStarred: isStarred, at: key)
        case .add(let label): return try add(label: label, to: key, account: account)
        case .remove(let label): return try remove(label: label, from: key, account: account)
        case .move(let folder):
            var isChanged = try add(label: folder, to: key, account: account)
            for other in try folders(of: key) where other != folder {
                if try remove(label: other, from: key, account: account) { isChanged = true }
            }
            return isChanged
        }
    }

    func set(isRead: Bool, at key: Int64) throws -> Bool {
        try change("UPDATE email SET isRead = ?2 WHERE row = ?1 AND isRead <> ?2", [key, isRead])
    }

    /// Sets or removes the star of a message. If the account has Gmail's label for starred messages, this
    /// label is also added or removed.
    func set(isStarred: Bool, at key: Int64) throws -> Bool {
        guard
            try change(
                "UPDATE email SET isStarred = ?2 WHERE row = ?1 AND isStarred <> ?2", [key, isStarred])
        else { return false }
        try database.execute(
            sql: isStarred
                ? """
                INSERT OR IGNORE INTO emailLabel SELECT l.row, e.row, e.isRead
                FROM email e JOIN label l ON l.account = e.account AND l.gmailId = 'STARRED' WHERE e.row = ?
                """
                : """
                DELETE FROM emailLabel WHERE email = ? AND label IN (SELECT row FROM label WHERE gmailId = 'STARRED')
                """, arguments: [key])
        return true
    }

    func add(label: String, to key: Int64, account: Int64) throws -> Bool {
        try change(
            "INSERT OR IGNORE INTO emailLabel SELECT ?2, row, isRead FROM email WHERE row = ?1",
            [key, try row(ofLabel: label, account: account)])
    }

    func remove(label: String, from key: Int64, account: Int64) throws -> Bool {
        try change(
            """
            DELETE FROM emailLabel WHERE email = ?1
                AND label = (SELECT row FROM label WHERE account = ?2 AND gmailId = ?3)
            """, [key, account, label])
    }

    /// Returns the labels of a message that are folders.
    private func folders(of key: Int64) throws -> [String] {
        let origins = try String.fetchAll(
            database, sql: "SELECT labels FROM emailOrigin WHERE email = ? AND hasFolders = 1",
            arguments: [key])
        let folders = Label.folderNames.union(origins.flatMap(PackedList.strings))
        return try String.fetchAll(
            database,
            sql: "SELECT l.gmailId FROM emailLabel x JOIN label l ON l.row = x.label WHERE x.email = ?",
            arguments: [key]
        ).filter(folders.contains)
    }

    private func change(_ sql: String, _ arguments: StatementArguments) throws -> Bool {
        try database.execute(sql: sql, arguments: arguments)
        return database.changesCount > 0
    }
}
