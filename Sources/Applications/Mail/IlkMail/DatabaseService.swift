import FoundationEssentials
public import GRDB
public import IlkStore

/// A mail store with one writer and many concurrent readers. Messages, accounts and labels are read and
/// written through repositories.
///
/// ``mainContext`` is a pool of readers. ``newBackgroundContext()`` creates an atomic transaction.
public final class DatabaseService: RecordStore {
    /// The schema of the mail store.
    public static let schema = MailSchema.schema
    /// The consistency checks of `ilk doctor --thorough`, which compare the stored counts with the messages.
    public static let checks = StoreChecks(
        counts: {
            try MailAudit.mismatches(in: $0).isEmpty ? nil : "the stored counts differ from the messages"
        })

    /// The open database.
    public let store: Store

    /// Creates a mail store from an open database.
    ///
    /// - Parameter store: A database with the schema of a mail store.
    public init(_ store: Store) { self.store = store }

    /// The pool of readers, for custom queries and observation. Use the repositories for writing.
    public var mainContext: any DatabaseReader { store.reader }

    /// Creates an empty transaction, to which changes can be added before they are committed together.
    public func newBackgroundContext() -> MailTransaction { MailTransaction(store) }

    /// The repository of accounts.
    public var accounts: AccountRepository { AccountRepository(base: BaseRepository(store: store)) }
    /// The repository of messages.
    public var emails: EmailRepository { EmailRepository(base: BaseRepository(store: store)) }
    /// The repository of labels.
    public var labels: LabelRepository { LabelRepository(base: BaseRepository(store: store)) }
    /// The repository of the synchronization states of accounts.
    public var syncStates: SyncStateRepository { SyncStateRepository(base: BaseRepository(store: store)) }
}
