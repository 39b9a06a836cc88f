/// A store that is written by a ``Journal``.
public protocol JournaledStore: StoreFile {}

extension JournaledStore {
    /// Returns the outcomes of all entries that any process passed to a journal on this file.
    ///
    /// - Throws: ``StoreError``.
    public func ledger() async throws -> JournalLedger { try await store.journalLedger() }
}
