import IlkSync
import TestSupport

/// A simulated device.
struct SyncSlot: SimulatedSlot {
    /// The stored state, and the session of a process that may be running.
    var device: SyncDevice
    var replica = MemoryReplica()
    var isRunning = false
    var isCut = false
    /// The error of the wall clock, in milliseconds.
    var skew: Int64 = 0
    /// The requested wake-up time.
    var wake = UInt64.max
    /// The moment at which the process dies during the next step.
    var plannedCrash: SyncStep.KillMoment?
    /// A backup of the device's data.
    var copy: Copy?

    struct Copy {
        let state: DeviceState
        let replica: MemoryReplica
    }

    init(state: DeviceState, replica: MemoryReplica = MemoryReplica()) {
        device = SyncDevice(state: state)
        self.replica = replica
    }

    /// `true` if the device has exactly the hub's records.
    func isSettled(head: UInt64, horizon: UInt64) -> Bool {
        device.session.phase == .idle && !device.state.isFull && device.state.cursor == head
            && device.state.horizon == horizon && device.session.isGreeted
            && replica.outbox(limit: 1, passingOver: { _ in false }).isEmpty
    }

    mutating func die() { end(leaving: SyncDevice(state: device.state)) }
}

enum SyncMessage {
    case toHub(from: Int, SyncRequest)
    case toDevice(Int, SyncResponse)
    case failure(Int, RequestID, TransportFailure)
}
