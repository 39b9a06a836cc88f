/// The durability of a journal entry.
public enum AckLevel: String, Sendable, CaseIterable, Comparable {
    /// In the journal's memory. Canceling the caller's task does not withdraw the entry, but it is lost if
    /// the process dies.
    case accepted
    /// In the database and visible to every reader. The entry survives `kill -9`, but a power cut may lose
    /// it.
    case committed
    /// On the disk. The entry survives a power cut, provided that the disk really writes what it reports as
    /// synced.
    case synced

    /// Compares levels by their durability.
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
