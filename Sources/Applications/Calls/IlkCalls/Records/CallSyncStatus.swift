/// The sync status of a call, with the allowed transitions.
public enum CallSyncStatus: String, CaseIterable, Codable, Sendable {
    /// Changed here and not yet sent.
    case pending
    /// Being sent. After a crash the outcome is unknown.
    case syncing
    /// Identical here and on the server.
    case synced
    /// Rejected by the server.
    case failed

    /// The allowed next statuses. An edit makes a call pending from every other status.
    public var successors: [CallSyncStatus] {
        switch self {
        case .pending: [.syncing]
        case .syncing: [.pending, .synced, .failed]
        case .synced: [.pending]
        case .failed: [.pending, .syncing]
        }
    }

    /// Returns `true` if a transition is allowed.
    ///
    /// - Parameter next: The status after the transition.
    public func canBecome(_ next: CallSyncStatus) -> Bool { successors.contains(next) }

    /// The symbol that lists show for the status.
    public var badge: String {
        switch self {
        case .pending: "○"
        case .syncing: "↻"
        case .synced: "✓"
        case .failed: "✗"
        }
    }
}
