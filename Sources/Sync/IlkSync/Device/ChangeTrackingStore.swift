/// A synced store that lists its changes.
public protocol ChangeTrackingStore: SyncedStore {
    /// Returns the id of the store's list of changes, or `nil` if the store lists none. A store restored from
    /// a backup gets a list with a new id.
    ///
    /// - Throws: The error of the store.
    func changeListID() async throws -> String?

    /// Returns the number of changes after a mark.
    ///
    /// - Parameter mark: A mark of ``SyncedStore/writes(after:limit:)``, or `nil` for all changes.
    /// - Throws: The error of the store.
    func changeCount(after mark: String?) async throws -> Int
}
