/// The two classes of mail and short messages in spam filtering.
public enum SpamLabel: String, CaseIterable, Codable, Sendable {
    /// Mail that the recipient wants.
    case ham
    /// Unsolicited bulk mail, or mail meant to deceive.
    case spam

    /// The category with the same name.
    public var category: Category { Category(rawValue) }
}
