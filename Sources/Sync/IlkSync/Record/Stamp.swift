/// When and where a value was written. Of two values of one record the one with the greater stamp wins.
public struct Stamp: Hashable, Sendable, Codable, Comparable {
    /// The writer's hybrid logical clock.
    public let time: HybridTime
    /// The writer: breaks ties between equal times.
    public let device: DeviceID
    /// The writer's life: breaks ties between a device and a copy of it.
    public let incarnation: Incarnation

    /// The stamp of these parts.
    public init(time: HybridTime, device: DeviceID, incarnation: Incarnation) {
        self.time = time
        self.device = device
        self.incarnation = incarnation
    }

    /// By time, then by device, then by its life.
    public static func < (lhs: Stamp, rhs: Stamp) -> Bool {
        (lhs.time, lhs.device, lhs.incarnation) < (rhs.time, rhs.device, rhs.incarnation)
    }
}
