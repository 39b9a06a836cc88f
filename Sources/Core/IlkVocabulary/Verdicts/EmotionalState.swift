/// The five emotional states of calls, in the order of the call log.
public enum EmotionalState: String, CaseIterable, Codable, Identifiable, Sendable {
    /// Glad, thankful, amused, fond.
    case happy
    /// No particular emotion.
    case neutral
    /// Grieving, disappointed, sorry.
    case sad
    /// Annoyed, angry, in conflict.
    case frustrated
    /// Thrilled, full of anticipation.
    case excited

    /// The raw value.
    public var id: String { rawValue }

    /// The emoji that represents the state.
    public var emoji: String {
        switch self {
        case .happy: "😊"
        case .neutral: "😐"
        case .sad: "😢"
        case .frustrated: "😤"
        case .excited: "🤩"
        }
    }

    /// The capitalized English name, such as `Happy`.
    public var displayName: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

    /// The category with the same name.
    public var category: Category { Category(rawValue) }
}
