import FoundationEssentials
public import GRDB
public import IlkStore

/// A mail store's file: one writer, many readers, and the repositories on it.
///
/// The seed's contexts are here a pool of readers (``mainContext``) and explicit transactions
/// (``newBackgroundContext()``): all of one or nothing.
public final class DatabaseService: Sendable {
    let store: Store

    private init(_ store: Store) {
        self.store = store
    }

    /// Opens a mail store, and makes it where it is missing. Its folder must be there.
    ///
    /// - Throws: `StoreError` when it cannot be opened: that is for the caller to handle, and no reason to die.
    public static func open(_ location: StoreLocation, access: Store.Access = .readWrite) throws
        -> DatabaseService
    {
        DatabaseService(try Store.openUpToDate(location, schema: MailSchema.schema, access: access))
    }

    /// Where the rows are.
    public var location: StoreLocation { store.location }

    /// The readers, for queries and observation of one's own. Writing goes through the repositories.
    public var mainContext: any DatabaseReader { store.reader }

    /// A transaction to be filled, away from whoever reads.
    public func newBackgroundContext() -> MailTransaction { MailTransaction(store) }

    /// The accounts.
    public var accounts: AccountRepository { AccountRepository(BaseRepository(store)) }
    /// The messages.
    public var emails: EmailRepository { EmailRepository(BaseRepository(store)) }
    /// The labels.
    public var labels: LabelRepository { LabelRepository(BaseRepository(store)) }
    /// How far accounts are synchronised.
    public var syncStates: SyncStateRepository { SyncStateRepository(BaseRepository(store)) }

    /// Moves what was written into the file itself: after much was written, so that whoever opens it next has no log of
    /// writes to read through. Where others read meanwhile nothing is done.
    ///
    /// - Throws: `StoreError`.
    public func settle() async throws { try await store.settle() }

    /// Closes the file.
    ///
    /// - Throws: `StoreError`; then it is still open.
    public func close() throws { try store.close() }
}
