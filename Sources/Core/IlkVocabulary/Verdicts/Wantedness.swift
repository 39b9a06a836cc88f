/// Whether a mail or a short message was sent to somebody, or to everybody.
public enum Wantedness: String, CaseIterable, Codable, Sendable {
    /// Meant for whoever got it.
    case ham
    /// Unasked for and sent in bulk, or meant to deceive.
    case spam

    /// The category of the same name.
    public var category: Category { Category(rawValue) }
}
