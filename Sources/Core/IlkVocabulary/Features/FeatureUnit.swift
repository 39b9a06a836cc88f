/// The unit of a feature's value. A condition in a rule can contain the unit: `wordCount < 12 words`.
public enum FeatureUnit: String, CaseIterable, Sendable {
    /// Unicode scalars.
    case characters
    /// Words.
    case words
    /// Sentences.
    case sentences
    /// Lines.
    case lines
    /// Paragraphs.
    case paragraphs
    /// Syllables.
    case syllables
    /// Scripts.
    case scripts
    /// Occurrences.
    case times
    /// Points on a scale.
    case points
    /// A fraction from 0 to 1, written in percent: `20 %` is 0.2.
    case percent = "%"
    /// No unit: 1 for true, 0 for false.
    case flag = "0 or 1"

    /// Parses a unit name, singular or plural, such as `word` or `words`.
    ///
    /// - Parameter name: The name as a rule writes it.
    /// - Returns: `nil` if no unit has this name.
    public init?(written name: String) {
        guard
            let unit = Self.allCases.first(where: {
                $0 != .flag && ($0.rawValue == name || ($0 != .percent && $0.rawValue.dropLast() == name))
            })
        else { return nil }
        self = unit
    }

    /// The unit names that rules may use, in the plural.
    public static let names: [String] = allCases.filter { $0 != .flag }.map(\.rawValue)
}
