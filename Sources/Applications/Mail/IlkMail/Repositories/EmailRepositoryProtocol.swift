/// The storage of messages. In all lists, the newest message or thread is first.
public protocol EmailRepositoryProtocol: Sendable {
    /// Returns the message with a key. All accounts are searched.
    ///
    /// - Parameter gmailId: The key of the message.
    /// - Returns: The message, or `nil` if no account has a message with this key.
    /// - Throws: ``DatabaseError/fetchFailed(_:)``.
    func fetch(byGmailId gmailId: String) async throws -> Email?
    /// Returns a page of messages.
    ///
    /// - Parameters:
    ///   - account: The account, or `nil` for all accounts.
    ///   - folder: The key of the folder's label, or `nil` for all messages.
    ///   - isRead: `true` for read messages, `false` for unread messages, `nil` for both.
    ///   - limit: The maximum number of messages, or `nil` for all.
    ///   - offset: The number of messages to skip, or `nil` to skip no message.
    /// - Throws: ``DatabaseError/fetchFailed(_:)``.
    func fetch(account: Account?, folder: String?, isRead: Bool?, limit: Int?, offset: Int?) async throws
        -> [Email]
    /// Returns the threads with at least one message in a folder. Threads are sorted by their newest message
    /// in the folder.
    ///
    /// - Parameters:
    ///   - account: The account, or `nil` for all accounts.
    ///   - folder: The key of the folder's label, or `nil` for all threads.
    ///   - limit: The maximum number of threads, or `nil` for all.
    /// - Throws: ``DatabaseError/fetchFailed(_:)``.
    func fetchThreads(account: Account?, folder: String?, limit: Int?) async throws -> [EmailThread]
    /// Searches subjects, senders' addresses, senders' names and snippets for a substring, ignoring case and
    /// diacritics.
    ///
    /// - Parameters:
    ///   - query: The substring to find.
    ///   - account: The account to search, or `nil` for all accounts.
    /// - Returns: At most 100 messages.
    /// - Throws: ``DatabaseError/fetchFailed(_:)``, or ``DatabaseError/notFound(_:)`` if the account does not
    ///   exist.
    func search(query: String, account: Account?) async throws -> [Email]
    /// Inserts a message, or updates the message with the same key.
    ///
    /// - Parameter email: The message.
    /// - Throws: ``DatabaseError/saveFailed(_:)``, or ``DatabaseError/notFound(_:)`` if the account does not
    ///   exist.
    func save(_ email: Email) async throws
    /// Inserts or updates messages in one transaction.
    ///
    /// - Parameter emails: The messages.
    /// - Throws: ``DatabaseError/saveFailed(_:)``, or ``DatabaseError/notFound(_:)`` if an account does not
    ///   exist.
    func saveAll(_ emails: [Email]) async throws
    /// Deletes a message.
    ///
    /// - Parameter email: The message, identified by its account and its key.
    /// - Throws: ``DatabaseError/notFound(_:)`` if the message does not exist,
    ///   or ``DatabaseError/deleteFailed(_:)``.
    func delete(_ email: Email) async throws
    /// Deletes all but the newest messages of an account.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - keepCount: The number of messages to keep. Negative values count as 0.
    /// - Throws: ``DatabaseError/notFound(_:)`` if the account does not exist,
    ///   or ``DatabaseError/deleteFailed(_:)``.
    func deleteOldest(account: Account, keepCount: Int) async throws
    /// Returns the number of messages.
    ///
    /// - Parameters:
    ///   - account: The account, or `nil` for all accounts.
    ///   - folder: The key of the folder's label, or `nil` for all messages.
    /// - Throws: ``DatabaseError/fetchFailed(_:)``.
    func count(account: Account?, folder: String?) async throws -> Int
    /// Returns the number of unread messages.
    ///
    /// - Parameters:
    ///   - account: The account, or `nil` for all accounts.
    ///   - folder: The key of the folder's label, or `nil` for all messages.
    /// - Throws: ``DatabaseError/fetchFailed(_:)``.
    func unreadCount(account: Account?, folder: String?) async throws -> Int
}
