/// Names a device among those of an account: 64 random bits, kept for as long as the device's data is, and issued anew
/// when two devices turn out to have the same (``HubRefusal/identityTaken``).
public struct DeviceID: Hashable, Sendable, Codable, Comparable {
    /// The bits.
    public let number: UInt64

    /// The device of these bits.
    public init(_ number: UInt64) { self.number = number }

    /// Ordered as numbers are.
    public static func < (lhs: DeviceID, rhs: DeviceID) -> Bool { lhs.number < rhs.number }
}

/// Names one life of a device's process: 64 random bits drawn at each start.
///
/// A copy of a device's data begins its life with bits of its own. So the hub can tell it from the original, and the
/// edits of both from one another, even before anybody noticed that there are two.
public struct Incarnation: Hashable, Sendable, Codable, Comparable {
    /// The bits.
    public let number: UInt64

    /// The life of these bits.
    public init(_ number: UInt64) { self.number = number }

    /// Ordered as numbers are.
    public static func < (lhs: Incarnation, rhs: Incarnation) -> Bool { lhs.number < rhs.number }
}
