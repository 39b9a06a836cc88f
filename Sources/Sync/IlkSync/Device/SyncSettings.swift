/// The settings of a device's sync.
public struct SyncSettings: Hashable, Sendable {
    /// The maximum number of records in a pushed batch.
    public var pushedItems = 2000
    /// The maximum total size of the records in a pushed batch, in bytes. A single record may be larger.
    public var pushedBytes = 2 << 20
    /// The maximum number of records in a page that the device reads.
    public var pageItems = 2000
    /// The deadline for a response, in milliseconds.
    public var timeout: UInt64 = 30_000
    /// The time between polls of an idle device, in milliseconds.
    public var interval: UInt64 = 60_000
    /// The backoff after failures.
    public var backOff = BackOff()
    /// The maximum number of earlier incarnations that the device stores and sends to the hub.
    public var predecessors = 32
    /// The name prefixes of the collections that the replica keeps, or `nil` to keep all collections. The
    /// device writes only to collections with the first prefix. The other prefixes were used by earlier
    /// releases, and their collections are only read. Records of all other collections are skipped, because
    /// another device or another replica of this device keeps them.
    public var prefixes: [String]?

    /// Creates the default settings.
    public init() {}

    func keeps(_ collection: String) -> Bool {
        prefixes?.contains { collection.hasPrefix($0) } ?? true
    }
}

/// The clocks and random bits of a step. The driver of the engine provides them.
public struct SyncMoment: Hashable, Sendable {
    /// The time of a monotonic clock in milliseconds. The value is meaningful only within the process.
    public let monotonic: UInt64
    /// The time of the wall clock in milliseconds since 1970. The clock may be wrong.
    public let wall: Int64
    /// 64 random bits, drawn for each step.
    public let randomBits: UInt64

    /// Creates a moment.
    ///
    /// - Parameters:
    ///   - monotonic: The time of a monotonic clock in milliseconds.
    ///   - wall: The time of the wall clock in milliseconds since 1970.
    ///   - randomBits: 64 random bits.
    public init(monotonic: UInt64, wall: Int64, randomBits: UInt64) {
        self.monotonic = monotonic
        self.wall = wall
        self.randomBits = randomBits
    }
}
