/// The time and origin of a value. Of two values of a record, the value with the greater stamp wins.
public struct Stamp: Hashable, Sendable, Codable, Comparable {
    /// The time on the writer's hybrid logical clock.
    public let time: HybridTime
    /// The device that wrote the value. Breaks ties between equal times.
    public let device: DeviceID
    /// The incarnation that wrote the value. Breaks ties between a device and a copy of its data.
    public let incarnation: Incarnation

    package init(time: HybridTime, device: DeviceID, incarnation: Incarnation) {
        self.time = time
        self.device = device
        self.incarnation = incarnation
    }

    /// Orders stamps by time, then device, then incarnation.
    public static func < (lhs: Stamp, rhs: Stamp) -> Bool {
        (lhs.time, lhs.device, lhs.incarnation) < (rhs.time, rhs.device, rhs.incarnation)
    }
}
