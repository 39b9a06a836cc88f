import FoundationEssentials
public import GRDB
public import IlkStore

/// A mail store's file: one writer, many readers, and the repositories on it.
///
/// The seed's contexts are here a pool of readers (``mainContext``) and explicit transactions
/// (``newBackgroundContext()``): all of one or nothing.
public final class DatabaseService: RecordStore {
    /// The mail store's tables.
    public static let schema = MailSchema.schema
    /// Counts of messages, threads and labels.
    public static let checks = StoreChecks(
        counts: {
            try MailAudit.drifts(in: $0).isEmpty ? nil : "the kept counts are not those of the messages"
        })

    /// The open database.
    public let store: Store

    /// Wraps an open database.
    public init(_ store: Store) { self.store = store }

    /// The readers, for queries and observation of one's own. Writing goes through the repositories.
    public var mainContext: any DatabaseReader { store.reader }

    /// A transaction to be filled, away from whoever reads.
    public func newBackgroundContext() -> MailTransaction { MailTransaction(store) }

    /// The accounts.
    public var accounts: AccountRepository { AccountRepository(base: BaseRepository(store: store)) }
    /// The messages.
    public var emails: EmailRepository { EmailRepository(base: BaseRepository(store: store)) }
    /// The labels.
    public var labels: LabelRepository { LabelRepository(base: BaseRepository(store: store)) }
    /// How far accounts are synchronised.
    public var syncStates: SyncStateRepository { SyncStateRepository(base: BaseRepository(store: store)) }
}
