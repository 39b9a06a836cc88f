/// What a hub allows.
public struct HubSettings: Hashable, Sendable {
    /// Records a request.
    public var items = 2000
    /// Bytes of records a request.
    public var bytes = 4 << 20
    /// Bytes of records a page; one record may have more.
    public var pageBytes = 2 << 20
    /// Bytes of one payload.
    public var payload = 1 << 20
    /// How far a stamp may be ahead of the hub's clock, in milliseconds.
    public var drift: Int64 = 300_000
    /// How far a stamp may be ahead of what was let pass before, in milliseconds.
    public var slack: Int64 = 1000
    /// Epochs that are remembered. A device that counts in an older one pushes everything again.
    public var epochs = 256
    /// Whether a version that the device had not seen is merged here. If not, the device is told of the conflict and
    /// merges, as it must with stores that can only compare.
    public var isMerging = true

    /// The defaults.
    public init() {}

    /// Whether an item's stamp is ahead of all clocks: far from the hub's, and from all moments that were let pass.
    ///
    /// - Parameters:
    ///   - passed: The latest moment that was let pass.
    ///   - now: The hub's wall clock, milliseconds since 1970.
    /// - Returns: The hub's clock when the item is not to be taken.
    package func ahead(_ item: PushedItem, of passed: HybridTime, at now: Int64) -> HybridTime? {
        guard item.record.kind == .metadata else { return nil }
        let now = HybridTime(milliseconds: now)
        let limit = max(
            now.later(by: drift), passed.later(by: slack), item.floor.later(by: slack))
        return item.record.stamp.time > limit ? max(now, passed) : nil
    }
}
