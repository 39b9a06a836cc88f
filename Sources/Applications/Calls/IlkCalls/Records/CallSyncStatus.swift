/// The sync status of a call, with the allowed transitions.
public enum CallSyncStatus: String, CaseIterable, Codable, Sendable {
    /// The call was created, changed or deleted in this store, and the change is not yet sent.
    case pending
    /// The call is being sent. After a crash, it is unknown whether the server has received the call.
    case syncing
    /// The call is identical in this store and on the server.
    case synced
    /// The server rejected the call.
    case failed

    /// The statuses that may directly follow this status. Pending may follow every other status, because an
    /// edit makes a call pending.
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
