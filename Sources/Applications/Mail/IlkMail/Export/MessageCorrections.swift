public import IlkStore

/// The corrections of a message in an export.
public struct MessageCorrections: Sendable, Hashable, Codable {
    /// The key of the message within the account.
    public var id: String
    /// The address of the account.
    public var account: String
    /// All corrections of the message, or `nil` if the message was not corrected.
    public var corrections: [RecordCorrection]?

    /// Creates the corrections of a message.
    ///
    /// - Parameters:
    ///   - id: The key of the message.
    ///   - account: The address of the account.
    ///   - corrections: All corrections of the message, or `nil` if the message was not corrected.
    public init(id: String, account: String, corrections: [RecordCorrection]?) {
        (self.id, self.account, self.corrections) = (id, account, corrections)
    }
}
