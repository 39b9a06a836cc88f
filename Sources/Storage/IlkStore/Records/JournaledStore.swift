/// A store that is written by a ``Journal``.
public protocol JournaledStore: StoreFile {}

extension JournaledStore {
    /// Returns the number of entries by outcome, summed over all journals that any process has opened on this
    /// file.
    ///
    /// - Throws: ``StoreError``.
    public func ledger() async throws -> JournalLedger { try await store.journalLedger() }
}
