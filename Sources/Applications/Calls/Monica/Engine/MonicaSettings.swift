public import IlkSync

/// The settings of the engine.
public struct MonicaSettings: Hashable, Sendable {
    /// The maximum time to wait for an answer, in milliseconds.
    public var timeout: UInt64 = 30_000
    /// The time between two reads of changes, in milliseconds.
    public var interval: UInt64 = 300_000
    /// The time between two reads of all calls, in milliseconds. These full reads detect deletions.
    public var fullReadInterval: UInt64 = 86_400_000
    /// The period before ``MonicaDevice/State/watermark`` that is read again, in seconds. The overlap is
    /// needed because Monica's times are whole seconds.
    public var overlap: Int64 = 5
    /// The maximum number of times that the read of a list restarts because pages have shifted.
    public var restarts = 5
    /// The number of attempts without a response after which a call is moved to the end of the outbox.
    public var attemptsBeforeRequeueing: UInt32 = 3
    /// `true` if Monica can change the contact of a call. Otherwise, a call with a new contact is deleted in
    /// Monica and created again.
    public var canChangeContact = false
    /// The pauses after failed requests.
    public var backOff = BackOff()

    /// Creates the default settings.
    public init() {}
}
