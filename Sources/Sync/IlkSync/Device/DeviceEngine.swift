/// A device's side of sync, as a step: what a device, its records and an input give. It reads no clock, throws no dice
/// and does no I/O.
public struct DeviceEngine: Sendable {
    /// How the device syncs.
    public let settings: SyncSettings
    let merge: RecordMerge

    /// An engine with these settings.
    public init(settings: SyncSettings = SyncSettings(), merge: RecordMerge = .standard) {
        self.settings = settings
        self.merge = merge
    }

    /// Takes an input.
    ///
    /// - Parameters:
    ///   - device: Changed to what it is from now on. Its state is to be committed with the changes.
    ///   - snapshot: The records, as they are before the step.
    /// - Returns: What is to be done, in this order. Linear in the size of the input or of one batch.
    public func step<Snapshot: ReplicaSnapshot>(
        _ device: inout SyncDevice, _ input: DeviceInput, at moment: SyncMoment, in snapshot: Snapshot
    ) throws(Snapshot.Failure) -> [DeviceEffect] {
        var step = DeviceStep(engine: self, moment: moment, base: snapshot, device: device)
        try step.take(input)
        device = step.device
        return step.effects
    }
}
