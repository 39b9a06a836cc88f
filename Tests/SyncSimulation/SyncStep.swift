/// A step of a schedule. Indices are taken modulo the number of choices, so that a schedule stays valid when
/// steps are removed.
package enum SyncStep: Hashable, Sendable {
    /// A device adds an event.
    case event(device: Int)
    /// A device sets one of a few metadata records. Some values are too long for the hub.
    case edit(device: Int, record: Int, isTooLong: Bool)
    /// A device deletes a metadata record.
    case delete(device: Int, record: Int)
    /// A device erases an event that it has.
    case erase(device: Int, event: Int)
    /// A message arrives. Messages can be reordered.
    case deliver(Int)
    case drop(Int)
    /// A message arrives, and will arrive again.
    case repeatMessage(Int)
    case pass(milliseconds: UInt64)
    /// A device's process dies: now, or at its next step before or after the commit.
    case kill(device: Int, KillMoment)
    /// A device's process starts.
    case start(device: Int)
    /// A device's wall clock is changed by an amount.
    case skew(device: Int, milliseconds: Int64)
    /// The hub's wall clock is changed by an amount.
    case skewHub(milliseconds: Int64)
    /// A device loses its network.
    case cut(device: Int)
    /// A device regains its network.
    case heal(device: Int)
    /// A device's data is backed up.
    case backUp(device: Int)
    /// The backup is restored on a new device.
    case clone(device: Int)
    /// The backup is restored on the same device.
    case putBack(device: Int)
    /// The hub's data is backed up.
    case backUpHub
    case restartHub
    /// The hub's process restarts with the backup.
    case restoreHub
    /// The hub drops tombstones, except among its newest changes.
    case sweep(kept: UInt64)
    /// The hub refuses a number of requests: 0 busy, 1 busy with a pause, 2 unauthorized, 3 no response.
    case refuse(Int, how: Int)

    package enum KillMoment: Hashable, Sendable, CaseIterable { case now, beforeCommit, afterCommit }
}
