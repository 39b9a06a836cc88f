/// How a device syncs.
public struct SyncSettings: Hashable, Sendable {
    /// Records a pushed batch.
    public var pushedItems = 2000
    /// Bytes of records a pushed batch; one record may have more.
    public var pushedBytes = 2 << 20
    /// Records a page.
    public var pageItems = 2000
    /// How long an answer may take, in milliseconds.
    public var timeout: UInt64 = 30_000
    /// How long a device that has nothing to do waits before it looks again, in milliseconds.
    public var interval: UInt64 = 60_000
    /// The pauses after failures.
    public var backOff = BackOff()
    /// Former lives that are told to the hub.
    public var predecessors = 32
    /// With what the names of the collections begin that the device keeps; nil for all. The others of the account are read
    /// over: some other device, or another replica of this one, has them.
    public var prefixes: [String]?

    /// The defaults.
    public init() {}

    /// Whether records of a collection are kept.
    func keeps(_ collection: String) -> Bool {
        prefixes?.contains { collection.hasPrefix($0) } ?? true
    }
}

/// A moment on a device, with its dice. Whoever drives the engine reads the clocks and throws the dice.
public struct SyncMoment: Hashable, Sendable {
    /// A clock that only goes forward, in milliseconds; it means nothing to other processes.
    public let monotonic: UInt64
    /// The wall clock, milliseconds since 1970; right or wrong.
    public let wall: Int64
    /// 64 random bits, new ones at each step.
    public let dice: UInt64

    /// A moment of these parts.
    public init(monotonic: UInt64, wall: Int64, dice: UInt64) {
        self.monotonic = monotonic
        self.wall = wall
        self.dice = dice
    }
}
