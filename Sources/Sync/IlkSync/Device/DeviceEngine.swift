/// The device's side of the sync protocol as a pure function from state and input to effects. It reads no
/// clock, draws no random bits and does no I/O.
public struct DeviceEngine: Sendable {
    /// The settings of the sync.
    public let settings: SyncSettings
    let merge: RecordMerge

    /// Creates an engine.
    ///
    /// - Parameters:
    ///   - settings: The settings of the sync.
    ///   - merge: The function that merges two versions of a record.
    public init(settings: SyncSettings = SyncSettings(), merge: RecordMerge = .standard) {
        self.settings = settings
        self.merge = merge
    }

    /// Processes an input.
    ///
    /// - Parameters:
    ///   - device: The device, updated in place. The caller commits ``SyncDevice/state`` and the changes in
    ///     one transaction.
    ///   - input: The input.
    ///   - moment: The current times and random bits.
    ///   - snapshot: The records before the step.
    /// - Returns: The effects, in order.
    /// - Throws: The error of reading the snapshot.
    /// - Complexity: O(*n*) in the size of the input or of one batch.
    public func step<Snapshot: ReplicaSnapshot>(
        _ device: inout SyncDevice, _ input: DeviceInput, at moment: SyncMoment, in snapshot: Snapshot
    ) throws(Snapshot.Failure) -> [DeviceEffect] {
        var step = DeviceStep(engine: self, moment: moment, base: snapshot, device: device)
        try step.process(input)
        device = step.device
        return step.effects
    }
}
