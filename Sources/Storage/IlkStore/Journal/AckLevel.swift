/// How safe an entry is: the three words by which a ``Journal`` promises anything.
public enum AckLevel: String, Sendable, CaseIterable, Comparable {
    /// It is the journal's and in its memory: cancelling a task does not take it back, the process's death does.
    case accepted
    /// It stands in the database, for every reader: it survives `kill -9`. A power cut may take it.
    case committed
    /// It is on the disk: it survives a power cut, as far as the disk tells the truth.
    case synced

    /// Ordered by how safe they are.
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
