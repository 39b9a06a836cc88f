public import IlkSync

/// Syncs calls with Monica, as a step: what a device, its calls and an input give. It reads no clock, throws no dice and
/// does no I/O.
///
/// Monica gives no means to create once or to compare and set. So before it creates a call whose fate is unknown the
/// engine looks for it; before it writes over a call it looks what is there; and each call carries its key and the
/// digests of the versions that went into it, so that whoever reads it can tell what was lost.
public struct MonicaEngine: Sendable {
    /// How the device syncs.
    public let settings: MonicaSettings

    /// An engine with these settings.
    public init(settings: MonicaSettings = MonicaSettings()) { self.settings = settings }

    /// Takes an input.
    ///
    /// - Returns: What is to be done, in this order. Linear in the size of one page.
    public func step<Snapshot: CallSnapshot>(
        _ device: inout MonicaDevice, _ input: MonicaInput, at moment: SyncMoment, in snapshot: Snapshot
    ) throws(Snapshot.Failure) -> [MonicaEffect] {
        var step = CallStep(settings: settings, moment: moment, base: snapshot, device: device)
        try step.take(input)
        device = step.device
        return step.effects
    }
}
