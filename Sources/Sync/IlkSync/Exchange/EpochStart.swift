/// The start of an epoch of a hub. During an epoch, the hub loses no data.
///
/// A hub starts an epoch at each start of its process, because its data may have been restored from an older
/// copy. The epochs of an account form its lineage. If the lineages of a hub and a device diverge, the hub
/// has lost the changes after the fork.
public struct EpochStart: Hashable, Sendable, Codable {
    /// The random identifier of the epoch, drawn by the hub.
    public let epoch: UInt64
    /// The last sequence number issued before the epoch.
    public let head: UInt64

    package init(epoch: UInt64, head: UInt64) {
        self.epoch = epoch
        self.head = head
    }

    /// Returns the last sequence number before two lineages diverge.
    ///
    /// - Parameters:
    ///   - mine: The lineage of the device.
    ///   - hub: The lineage of the hub.
    /// - Returns: `UInt64.max` if the lineages do not diverge, 0 if they share no epoch.
    /// - Complexity: O(*n* · *m*) in the lengths of the lineages.
    public static func fork(_ mine: [EpochStart], _ hub: [EpochStart]) -> UInt64 {
        guard let last = mine.lastIndex(where: { start in hub.contains { $0.epoch == start.epoch } }),
            let same = hub.firstIndex(where: { $0.epoch == mine[last].epoch })
        else { return 0 }
        let myEnd = last + 1 < mine.count ? mine[last + 1].head : .max
        let hubEnd = same + 1 < hub.count ? hub[same + 1].head : .max
        return min(myEnd, hubEnd)
    }
}
