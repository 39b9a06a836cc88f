public import IlkSync

/// How a device syncs with Monica.
public struct MonicaSettings: Hashable, Sendable {
    /// How long an answer may take, in milliseconds.
    public var timeout: UInt64 = 30_000
    /// How long a device that has nothing to do waits before it looks again, in milliseconds.
    public var interval: UInt64 = 300_000
    /// How long until all is read again, to find deletions, in milliseconds.
    public var sweepInterval: UInt64 = 86_400_000
    /// How far behind the watermark changes are read again, in seconds: Monica's times are whole seconds.
    public var overlap: Int64 = 5
    /// How often a list is begun again because its pages shifted, before it waits for the next time.
    public var restarts = 5
    /// After how many failures in a row a call lets the others go first.
    public var patience: UInt32 = 3
    /// Whether Monica moves a call to another contact when it is told to. Else the call is deleted there and created anew.
    public var movesContacts = false
    /// The pauses after failures.
    public var backOff = BackOff()

    /// The defaults.
    public init() {}
}
