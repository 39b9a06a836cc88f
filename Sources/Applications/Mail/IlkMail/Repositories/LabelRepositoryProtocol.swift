/// The storage of mail labels.
public protocol LabelRepositoryProtocol: Sendable {
    /// Returns all labels of an account, sorted by name.
    ///
    /// - Parameter account: The account.
    /// - Throws: ``DatabaseError/fetchFailed(_:)``.
    func fetchAll(account: Account) async throws -> [Label]
    /// Returns the label with a key.
    ///
    /// - Parameters:
    ///   - gmailId: The key of the label.
    ///   - account: The account.
    /// - Returns: The label, or `nil` if there is no such label.
    /// - Throws: ``DatabaseError/fetchFailed(_:)``.
    func fetch(byGmailId gmailId: String, account: Account) async throws -> Label?
    /// Inserts a label, or updates the label with the same key.
    ///
    /// - Parameter label: The label. The counts of the label are ignored.
    /// - Throws: ``DatabaseError/saveFailed(_:)``, or ``DatabaseError/notFound(_:)`` if the account does not
    ///   exist.
    func save(_ label: Label) async throws
    /// Inserts or updates labels in one transaction.
    ///
    /// - Parameter labels: The labels. The counts of the labels are ignored.
    /// - Throws: ``DatabaseError/saveFailed(_:)``, or ``DatabaseError/notFound(_:)`` if an account does not
    ///   exist.
    func saveAll(_ labels: [Label]) async throws
}
