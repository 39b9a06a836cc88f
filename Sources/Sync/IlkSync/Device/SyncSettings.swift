/// The settings of a device's sync.
public struct SyncSettings: Hashable, Sendable {
    /// Records per pushed batch.
    public var pushedItems = 2000
    /// Bytes of records per pushed batch. A single record may exceed it.
    public var pushedBytes = 2 << 20
    /// Records per page.
    public var pageItems = 2000
    /// The deadline for a response, in milliseconds.
    public var timeout: UInt64 = 30_000
    /// The time between polls of an idle device, in milliseconds.
    public var interval: UInt64 = 60_000
    /// The backoff after failures.
    public var backOff = BackOff()
    /// The number of earlier incarnations sent to the hub.
    public var predecessors = 32
    /// The prefixes of the collections to keep, or `nil` for all. The device writes to collections with the
    /// first prefix; the other prefixes are from earlier releases. Records of other collections are skipped,
    /// because another device or another replica of this device keeps them.
    public var prefixes: [String]?

    /// Creates the default settings.
    public init() {}

    func keeps(_ collection: String) -> Bool {
        prefixes?.contains { collection.hasPrefix($0) } ?? true
    }
}

/// The clocks and random bits of a step. The driver of the engine provides them.
public struct SyncMoment: Hashable, Sendable {
    /// A monotonic clock in milliseconds. Only meaningful within the process.
    public let monotonic: UInt64
    /// The wall clock in milliseconds since 1970. It may be wrong.
    public let wall: Int64
    /// 64 random bits, drawn for each step.
    public let randomBits: UInt64

    /// Creates a moment.
    ///
    /// - Parameters:
    ///   - monotonic: A monotonic clock in milliseconds.
    ///   - wall: The wall clock in milliseconds since 1970.
    ///   - randomBits: 64 random bits.
    public init(monotonic: UInt64, wall: Int64, randomBits: UInt64) {
        self.monotonic = monotonic
        self.wall = wall
        self.randomBits = randomBits
    }
}
