/// The limits of a hub.
public struct HubSettings: Hashable, Sendable {
    /// The maximum number of records per request.
    public var items = 2000
    /// The maximum total size of the records of a request, in bytes.
    public var bytes = 4 << 20
    /// The maximum total size of the records of a page, in bytes. A single record may exceed it.
    public var pageBytes = 2 << 20
    /// The maximum size of a payload, in bytes.
    public var payload = 1 << 20
    /// The time by which a metadata record's stamp may be ahead of the hub's clock, in milliseconds.
    public var drift: Int64 = 300_000
    /// The time by which a metadata record's stamp may be ahead of the latest accepted stamp, in
    /// milliseconds. A stamp within this limit or within ``drift`` is accepted.
    public var slack: Int64 = 1000
    /// The number of epochs kept. A device with an older epoch pushes everything again.
    public var epochs = 256
    /// `true` if the hub merges a pushed record with a version that the device had not seen. If `false`, the
    /// hub returns ``ItemResult/conflict(_:)`` and the device merges, as with servers that can only compare
    /// versions.
    public var isMerging = true

    /// Creates the default limits.
    public init() {}

    /// Returns the hub's time if the stamp of a metadata record exceeds both ``drift`` and ``slack``. Returns
    /// `nil` if the stamp is accepted.
    ///
    /// - Parameters:
    ///   - passed: The latest stamp time that was accepted.
    ///   - now: The hub's wall clock in milliseconds since 1970.
    package func ahead(_ item: PushedItem, of passed: HybridTime, at now: Int64) -> HybridTime? {
        guard item.record.kind == .metadata else { return nil }
        let now = HybridTime(milliseconds: now)
        let limit = max(
            now.later(by: drift), passed.later(by: slack), item.floor.later(by: slack))
        return item.record.stamp.time > limit ? max(now, passed) : nil
    }
}
