/// A store that is written by a ``Journal``.
public protocol JournaledStore: StoreFile {}

extension JournaledStore {
    /// Returns the number of entries by outcome, for all journals that any process ever opened on this file.
    ///
    /// - Throws: ``StoreError``.
    public func ledger() async throws -> JournalLedger { try await store.journalLedger() }
}
