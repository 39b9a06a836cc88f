/// The identifier of a device within an account: 64 random bits.
///
/// The identifier is stored with the device's data. If two devices turn out to share an identifier, one of
/// them gets a new identifier (``HubRefusal/identityTaken``).
public struct DeviceID: Hashable, Sendable, Codable, Comparable {
    /// The random bits.
    public let number: UInt64

    /// Creates an identifier from its bits.
    ///
    /// - Parameter number: The random bits.
    public init(_ number: UInt64) { self.number = number }

    /// Orders identifiers as numbers.
    public static func < (lhs: DeviceID, rhs: DeviceID) -> Bool { lhs.number < rhs.number }
}

/// The identifier of one run of a device's process: 64 random bits drawn at each start.
///
/// A copy of a device's data starts with a new incarnation. The edits of the copy and of the original are
/// therefore distinguishable even before the hub detects the copy.
public struct Incarnation: Hashable, Sendable, Codable, Comparable {
    /// The random bits.
    public let number: UInt64

    /// Creates an incarnation from its bits.
    ///
    /// - Parameter number: The random bits.
    public init(_ number: UInt64) { self.number = number }

    /// Orders incarnations as numbers.
    public static func < (lhs: Incarnation, rhs: Incarnation) -> Bool { lhs.number < rhs.number }
}
