/// One thing that happens in a schedule. Numbers are taken modulo what there is to choose from, so that a schedule of
/// which steps were taken away is a schedule still.
package enum SyncStep: Hashable, Sendable {
    /// A device notes an event.
    case event(device: Int)
    /// A device gives one of a few metadata records a value; some are too long for the hub.
    case edit(device: Int, record: Int, isTooLong: Bool)
    /// A device deletes a metadata record.
    case delete(device: Int, record: Int)
    /// A device erases an event that it has.
    case erase(device: Int, event: Int)
    /// A message arrives: any of those under way, so that they overtake one another.
    case deliver(Int)
    /// A message is lost.
    case drop(Int)
    /// A message arrives, and will arrive once more.
    case repeatMessage(Int)
    /// Time passes.
    case pass(milliseconds: UInt64)
    /// A device's process dies: now, or at its next step before or after the commit.
    case kill(device: Int, KillMoment)
    /// A device's process starts.
    case start(device: Int)
    /// A device's wall clock is set, by so much.
    case skew(device: Int, milliseconds: Int64)
    /// The hub's wall clock is set, by so much.
    case skewHub(milliseconds: Int64)
    /// A device has no network any more.
    case cut(device: Int)
    /// It has one again.
    case heal(device: Int)
    /// A device's data is copied.
    case backUp(device: Int)
    /// The copy is put on another device, which is new.
    case clone(device: Int)
    /// The copy is put on the same device, in place of what it has.
    case putBack(device: Int)
    /// The hub's data is copied.
    case backUpHub
    /// The hub's process starts anew.
    case restartHub
    /// The same, on the copy.
    case restoreHub
    /// The hub drops tombstones, all but the newest so many changes.
    case sweep(kept: UInt64)
    /// The hub refuses the next so many requests: 0 busy, 1 busy for so long, 2 credentials, 3 no answer.
    case refuse(Int, how: Int)

    /// When a process dies.
    package enum KillMoment: Hashable, Sendable, CaseIterable { case now, beforeCommit, afterCommit }
}
