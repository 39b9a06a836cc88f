import IlkSync
import TestSupport

/// A device of a schedule.
struct SyncSlot: SimulatedSlot {
    /// What the device has stored, and a process that may run on it.
    var device: SyncDevice
    var replica = MemoryReplica()
    var isRunning = false
    var isCut = false
    /// What its wall clock is off by.
    var skew: Int64 = 0
    /// When it wants to be woken.
    var wake = UInt64.max
    /// How its process will die at the next step.
    var doom: SyncStep.KillMoment?
    /// A copy of its data.
    var copy: Copy?

    struct Copy {
        let state: DeviceState
        let replica: MemoryReplica
    }

    init(state: DeviceState, replica: MemoryReplica = MemoryReplica()) {
        device = SyncDevice(state: state)
        self.replica = replica
    }

    /// Whether the hub has all of what is here, and nothing else.
    func isSettled(head: UInt64, horizon: UInt64) -> Bool {
        device.session.phase == .idle && !device.state.isFull && device.state.cursor == head
            && device.state.horizon == horizon && device.session.isGreeted
            && replica.outbox(limit: 1, passingOver: { _ in false }).isEmpty
    }

    mutating func die() { end(leaving: SyncDevice(state: device.state)) }
}

/// A message under way.
enum SyncMessage {
    case toHub(from: Int, SyncRequest)
    case toDevice(Int, SyncResponse)
    case failure(Int, RequestID, TransportFailure)
}
