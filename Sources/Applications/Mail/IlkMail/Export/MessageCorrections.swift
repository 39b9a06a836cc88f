public import IlkStore

/// The corrections of a message in an export.
public struct MessageCorrections: Sendable, Hashable, Codable {
    /// The key of the message.
    public var id: String
    /// The address of the account.
    public var account: String
    /// All corrections of the message, or `nil` if there are none.
    public var corrections: [RecordCorrection]?

    /// Creates a value.
    ///
    /// - Parameters:
    ///   - id: The key of the message.
    ///   - account: The address of the account.
    ///   - corrections: All corrections of the message, or `nil` if there are none.
    public init(id: String, account: String, corrections: [RecordCorrection]?) {
        (self.id, self.account, self.corrections) = (id, account, corrections)
    }
}
