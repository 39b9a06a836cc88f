/// What a feature's value is counted in. Rules may write it behind the number that they compare a feature with.
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
    /// How often something is there.
    case times
    /// Points of a scale.
    case points
    /// A part of a whole: the value is 0 ... 1, and 20 % of it are 0.2.
    case percent = "%"
    /// None: 1 when something is so, else 0.
    case flag = "0 or 1"

    /// The unit that is written so, as `words` or `word`; nil when there is none.
    public init?(written name: String) {
        guard
            let unit = Self.allCases.first(where: {
                $0 != .flag && ($0.rawValue == name || ($0 != .percent && $0.rawValue.dropLast() == name))
            })
        else { return nil }
        self = unit
    }

    /// What may be written.
    public static let names: [String] = allCases.filter { $0 != .flag }.map(\.rawValue)
}
