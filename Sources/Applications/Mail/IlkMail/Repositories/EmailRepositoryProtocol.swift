/// Where messages are kept. Lists come newest first.
public protocol EmailRepositoryProtocol: Sendable {
    /// The message of a key, of whichever account has it; nil when there is none.
    ///
    /// - Throws: ``DatabaseError/fetchFailed(_:)``, as all that fetch.
    func fetch(byGmailId gmailId: String) async throws -> Email?
    /// A page of messages for which all holds that is asked for.
    ///
    /// - Parameters:
    ///   - account: Only of this account; nil for all.
    ///   - folder: Only with this label, by its key; nil for all.
    ///   - isRead: Only read or only unread ones; nil for both.
    ///   - limit: How many at most; nil for all there are.
    ///   - offset: How many are passed over; nil for none.
    func fetch(account: Account?, folder: String?, isRead: Bool?, limit: Int?, offset: Int?) async throws
        -> [Email]
    /// Threads with a message of the folder, that of the newest such message first.
    func fetchThreads(account: Account?, folder: String?, limit: Int?) async throws -> [EmailThread]
    /// At most 100 messages whose subject, sender's address, sender's name or snippet has the query in it, whatever its
    /// case and diacritics.
    func search(query: String, account: Account?) async throws -> [Email]
    /// Saves a message: a new one, or over the one of the same key.
    ///
    /// - Throws: ``DatabaseError/saveFailed(_:)``.
    func save(_ email: Email) async throws
    /// Saves messages, all or none.
    ///
    /// - Throws: ``DatabaseError/saveFailed(_:)``.
    func saveAll(_ emails: [Email]) async throws
    /// Deletes a message.
    ///
    /// - Throws: ``DatabaseError/notFound(_:)``, ``DatabaseError/deleteFailed(_:)``.
    func delete(_ email: Email) async throws
    /// Deletes all but the newest messages of an account.
    ///
    /// - Parameter keepCount: How many stay; 0 and less keep none.
    /// - Throws: ``DatabaseError/deleteFailed(_:)``.
    func deleteOldest(account: Account, keepCount: Int) async throws
    /// How many messages there are.
    func count(account: Account?, folder: String?) async throws -> Int
    /// How many unread messages there are.
    func unreadCount(account: Account?, folder: String?) async throws -> Int
}
