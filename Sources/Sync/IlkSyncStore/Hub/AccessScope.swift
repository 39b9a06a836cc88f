/// A permission that a token grants.
public enum AccessScope: String, Hashable, Sendable, CaseIterable {
    /// All requests, including purges and reading the audit log.
    case admin
    /// Classifying texts.
    case classify
    /// Correcting entries of the logs, and reading as with ``read``.
    case correct
    /// Sending debug events.
    case debug
    /// Reading the server's metrics.
    case metrics
    /// Reading logs, taxonomies, models, rules and jobs.
    case read
    /// Syncing records.
    case sync
    /// Training and changing the active models, and reading as with ``read``.
    case train

    /// Returns `true` if the scope permits everything that another scope permits.
    ///
    /// - Parameter other: The other scope.
    public func includes(_ other: AccessScope) -> Bool {
        switch self {
        case .admin: true
        case .correct, .train: other == self || other == .read
        case .classify, .debug, .metrics, .read, .sync: other == self
        }
    }
}
