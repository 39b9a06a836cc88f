/// The hybrid logical clock of a device. The clock follows the hub's time. It issues only moments later than
/// all moments that it has issued or seen, except after ``setBack(to:)``.
public struct HybridClock: Hashable, Sendable, Codable {
    /// The last moment issued or seen.
    public private(set) var last: HybridTime = .zero
    /// The offset from the device's wall clock to the hub's, in milliseconds.
    public private(set) var offset: Int64 = 0

    /// Creates a clock at ``HybridTime/zero``.
    public init() {}

    /// Returns a moment after all moments issued or seen, and after `floor`.
    ///
    /// - Parameters:
    ///   - wall: The device's wall clock in milliseconds since 1970. It may be wrong.
    ///   - floor: The moment of the value that is being replaced.
    public mutating func tick(wall: Int64, after floor: HybridTime = .zero) -> HybridTime {
        let (corrected, isOver) = wall.addingReportingOverflow(offset)
        last = max(HybridTime(milliseconds: isOver ? wall : corrected), last.next, floor.next)
        return last
    }

    /// Advances the clock to a moment that the hub has accepted.
    ///
    /// - Parameter time: The accepted moment.
    public mutating func advance(_ time: HybridTime) { last = max(last, time) }

    /// Sets the offset to the difference between the hub's clock and the device's clock, or to 0 if the
    /// difference overflows.
    ///
    /// - Parameters:
    ///   - hub: The hub's wall clock in milliseconds since 1970.
    ///   - wall: The device's wall clock in milliseconds since 1970.
    public mutating func correct(hub: Int64, wall: Int64) {
        let (difference, isOver) = hub.subtractingReportingOverflow(wall)
        offset = isOver ? 0 : difference
    }

    /// Sets the clock back to the hub's time, after the hub rejected a moment as too far ahead.
    ///
    /// - Parameter hub: The hub's time.
    public mutating func setBack(to hub: HybridTime) { last = min(last, hub) }
}
