public import IlkSync

/// The state machine that syncs calls with Monica. A step is a pure function of the device, its calls and an
/// input. A step reads no clock, draws no random numbers and does no I/O.
///
/// Monica's API has no idempotent creation. If no response to a creation arrives, the engine therefore
/// searches for the call before it creates the call again. The API has no conditional update either, so the
/// engine reads each call before it overwrites the call. Each call in Monica contains its key and the digests
/// of the versions on which it is based. With these digests, other devices can detect lost changes.
public struct MonicaEngine: Sendable {
    /// The settings.
    public let settings: MonicaSettings

    /// Creates an engine.
    ///
    /// - Parameter settings: The settings.
    public init(settings: MonicaSettings = MonicaSettings()) { self.settings = settings }

    /// Processes an input.
    ///
    /// - Parameters:
    ///   - device: The sync state, which the step changes.
    ///   - input: The input.
    ///   - moment: The current time and random bits.
    ///   - snapshot: The calls before the step.
    /// - Returns: The effects to perform, in this order.
    /// - Throws: The error of reading `snapshot`.
    /// - Complexity: O(*n*) in the number of calls on one page.
    public func step<Snapshot: CallSnapshot>(
        _ device: inout MonicaDevice, _ input: MonicaInput, at moment: SyncMoment, in snapshot: Snapshot
    ) throws(Snapshot.Failure) -> [MonicaEffect] {
        var step = CallStep(settings: settings, moment: moment, base: snapshot, device: device)
        try step.process(input)
        device = step.device
        return step.effects
    }
}
