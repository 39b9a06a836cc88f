import FoundationEssentials
public import GRDB
public import IlkStore

/// A mail store: one writer, many readers, and the repositories.
///
/// The contract's contexts correspond to a pool of readers (``mainContext``) and to atomic transactions
/// (``newBackgroundContext()``).
public final class DatabaseService: RecordStore {
    /// The schema of the mail store.
    public static let schema = MailSchema.schema
    /// Compares the stored counts of messages, threads and labels with a recount.
    public static let checks = StoreChecks(
        counts: {
            try MailAudit.mismatches(in: $0).isEmpty ? nil : "the stored counts differ from the messages"
        })

    /// The open database.
    public let store: Store

    /// Wraps an open database.
    ///
    /// - Parameter store: A database with the mail store's schema.
    public init(_ store: Store) { self.store = store }

    /// The pool of readers, for custom queries and observation. Use the repositories for writing.
    public var mainContext: any DatabaseReader { store.reader }

    /// Creates an empty transaction. Collecting changes in it does not block readers.
    public func newBackgroundContext() -> MailTransaction { MailTransaction(store) }

    /// The repository of accounts.
    public var accounts: AccountRepository { AccountRepository(base: BaseRepository(store: store)) }
    /// The repository of messages.
    public var emails: EmailRepository { EmailRepository(base: BaseRepository(store: store)) }
    /// The repository of labels.
    public var labels: LabelRepository { LabelRepository(base: BaseRepository(store: store)) }
    /// The synchronization states of the accounts.
    public var syncStates: SyncStateRepository { SyncStateRepository(base: BaseRepository(store: store)) }
}
