/// The hybrid logical clock of a device: never behind what it has seen, and corrected by what the hub says the time is.
public struct HybridClock: Hashable, Sendable, Codable {
    /// The last moment given out or seen.
    public private(set) var last: HybridTime = .zero
    /// What must be added to the device's wall clock to have the hub's, in milliseconds.
    public private(set) var offset: Int64 = 0

    /// A clock that has seen nothing.
    public init() {}

    /// A moment after all that were given out or seen, and after `floor`.
    ///
    /// - Parameters:
    ///   - wall: The device's wall clock, milliseconds since 1970; right or wrong.
    ///   - floor: The moment of what is being replaced.
    public mutating func tick(wall: Int64, after floor: HybridTime = .zero) -> HybridTime {
        let (corrected, isOver) = wall.addingReportingOverflow(offset)
        last = max(HybridTime(milliseconds: isOver ? wall : corrected), last.next, floor.next)
        return last
    }

    /// Takes note of a moment that the hub has let pass.
    public mutating func see(_ time: HybridTime) { last = max(last, time) }

    /// Learns the hub's time.
    public mutating func correct(hub: Int64, wall: Int64) {
        let (difference, isOver) = hub.subtractingReportingOverflow(wall)
        offset = isOver ? 0 : difference
    }

    /// Goes back to the hub's clock: the hub refused a moment of ours as too far ahead.
    public mutating func goBack(to hub: HybridTime) { last = min(last, hub) }
}
