/// Where a call stands on its way to the server, and which steps there are.
public enum CallSyncStatus: String, CaseIterable, Codable, Sendable {
    /// Changed here, and not yet sent.
    case pending
    /// Being sent. After a crash nobody knows how that ended.
    case syncing
    /// The same here and there.
    case synced
    /// The server refused it as it is.
    case failed

    /// What may come next. An edit makes anything but a call that is pending already pending again.
    public var successors: [CallSyncStatus] {
        switch self {
        case .pending: [.syncing]
        case .syncing: [.pending, .synced, .failed]
        case .synced: [.pending]
        case .failed: [.pending, .syncing]
        }
    }

    /// Whether a call of this status may become one of the other.
    public func canBecome(_ next: CallSyncStatus) -> Bool { successors.contains(next) }

    /// The mark of a row in a list.
    public var badge: String {
        switch self {
        case .pending: "○"
        case .syncing: "↻"
        case .synced: "✓"
        case .failed: "✗"
        }
    }
}
