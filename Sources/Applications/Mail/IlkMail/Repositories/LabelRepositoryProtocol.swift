/// Where labels are kept.
public protocol LabelRepositoryProtocol: Sendable {
    /// All labels of an account, by their names.
    ///
    /// - Throws: ``DatabaseError/fetchFailed(_:)``.
    func fetchAll(account: Account) async throws -> [Label]
    /// The label of a key; nil when there is none.
    ///
    /// - Throws: ``DatabaseError/fetchFailed(_:)``.
    func fetch(byGmailId gmailId: String, account: Account) async throws -> Label?
    /// Saves a label: a new one, or over the one of the same key.
    ///
    /// - Throws: ``DatabaseError/saveFailed(_:)``.
    func save(_ label: Label) async throws
    /// Saves labels, all or none.
    ///
    /// - Throws: ``DatabaseError/saveFailed(_:)``.
    func saveAll(_ labels: [Label]) async throws
}
