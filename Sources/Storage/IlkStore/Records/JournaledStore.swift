/// A store that a ``Journal`` writes to.
public protocol JournaledStore: StoreFile {}

extension JournaledStore {
    /// The outcome of every entry that any process passed to a journal on this file.
    ///
    /// - Throws: ``StoreError``.
    public func ledger() async throws -> JournalLedger { try await store.journalLedger() }
}
