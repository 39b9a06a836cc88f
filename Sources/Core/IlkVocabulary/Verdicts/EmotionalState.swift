/// How somebody felt: the five states that a note about a call is filed under, in the order of the call log.
public enum EmotionalState: String, CaseIterable, Codable, Identifiable, Sendable {
    /// Glad, thankful, amused, fond.
    case happy
    /// No feeling to speak of.
    case neutral
    /// Grieving, disappointed, sorry.
    case sad
    /// Annoyed, angry, at odds with something.
    case frustrated
    /// Thrilled, full of anticipation.
    case excited

    /// The name.
    public var id: String { rawValue }

    /// The face that stands for it.
    public var emoji: String {
        switch self {
        case .happy: "😊"
        case .neutral: "😐"
        case .sad: "😢"
        case .frustrated: "😤"
        case .excited: "🤩"
        }
    }

    /// The name as a title, in English: `Happy`.
    public var displayName: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

    /// The category of the same name.
    public var category: Category { Category(rawValue) }
}
