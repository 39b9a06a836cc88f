/// The beginning of an epoch of a hub: from when on it has counted without having forgotten anything.
///
/// A hub begins an epoch whenever its process starts, for then it may stand on an older copy of its data. An account's
/// epochs are its lineage. Where the lineages of a hub and a device part, there the hub forgot.
public struct EpochStart: Hashable, Sendable, Codable {
    /// Drawn by the hub at its start.
    public let epoch: UInt64
    /// The last sequence number given out before.
    public let head: UInt64

    /// An epoch that begins behind this sequence number.
    public init(epoch: UInt64, head: UInt64) {
        self.epoch = epoch
        self.head = head
    }

    /// Up to which sequence number two lineages mean the same records.
    ///
    /// - Returns: `UInt64.max` when they do not part: one goes on from the other's last epoch without a gap.
    public static func fork(_ mine: [EpochStart], _ hub: [EpochStart]) -> UInt64 {
        guard let last = mine.lastIndex(where: { start in hub.contains { $0.epoch == start.epoch } }),
            let same = hub.firstIndex(where: { $0.epoch == mine[last].epoch })
        else { return 0 }
        let myEnd = last + 1 < mine.count ? mine[last + 1].head : .max
        let hubEnd = same + 1 < hub.count ? hub[same + 1].head : .max
        return min(myEnd, hubEnd)
    }
}
