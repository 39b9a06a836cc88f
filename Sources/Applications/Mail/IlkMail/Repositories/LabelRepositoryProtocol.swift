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
    ///   - gmailId: The label's key.
    ///   - account: The account.
    /// - Returns: The label, or `nil` if there is none.
    /// - Throws: ``DatabaseError/fetchFailed(_:)``.
    func fetch(byGmailId gmailId: String, account: Account) async throws -> Label?
    /// Inserts a label, or updates the label with the same key.
    ///
    /// - Parameter label: The label. Its counts are ignored.
    /// - Throws: ``DatabaseError/saveFailed(_:)``, or ``DatabaseError/notFound(_:)`` if the account does not
    ///   exist.
    func save(_ label: Label) async throws
    /// Inserts or updates labels in one transaction.
    ///
    /// - Parameter labels: The labels. Their counts are ignored.
    /// - Throws: ``DatabaseError/saveFailed(_:)``, or ``DatabaseError/notFound(_:)`` if an account does not
    ///   exist.
    func saveAll(_ labels: [Label]) async throws
}
