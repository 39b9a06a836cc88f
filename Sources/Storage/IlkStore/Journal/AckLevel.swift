/// The durability of a journal entry.
public enum AckLevel: String, Sendable, CaseIterable, Comparable {
    /// The entry is in the journal's memory. Canceling the caller's task does not withdraw the entry, but the
    /// entry is lost if the process dies.
    case accepted
    /// The entry is in the database and visible to every reader. The entry survives `kill -9`, but may be
    /// lost in a power cut.
    case committed
    /// The entry is on the disk. The entry survives a power cut, unless the disk reports data as synced that
    /// it has not written.
    case synced

    /// Returns `true` if the left level is less durable than the right level.
    public static func < (left: AckLevel, right: AckLevel) -> Bool {
        left.rank < right.rank
    }

    private var rank: Int {
        switch self {
        case .accepted: 0
        case .committed: 1
        case .synced: 2
        }
    }
}
