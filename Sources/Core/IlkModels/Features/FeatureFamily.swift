/// What kinds of features a model knows. Each kind has its own hashes and scale.
public enum FeatureFamily: Int, CaseIterable, Sendable, Codable {
    /// Measured properties of the text in ranges: one feature a property.
    case shape
    /// Words by their normal form.
    case words
    /// One to five characters in a row, white space and marks among them.
    case characters
    /// Two neighbours of the text's frame: function words and marks as they are, other words by length and case.
    case frames
    /// Two neighbours of the text: words, numbers and marks as they are.
    case pairs
    /// One to five characters in a row within a word or a run of marks, its edges among them.
    case pieces

    /// Whether its weights in linear models stand in buckets, without tags: of families so large that two features may
    /// share one.
    package var isBucketed: Bool { self == .pairs || self == .pieces }

    /// The family by which it is told whether a text is in a model's vocabulary: words, or what comes nearest to them.
    static func vocabulary(of families: [FeatureFamily]) -> FeatureFamily? {
        [.words, .pairs, .characters, .pieces].first { families.contains($0) }
    }

    /// The name, as configuration writes it.
    public var name: String { "\(self)" }

    /// The seed of the hashes of this family, so that features of two families never meet.
    var seed: UInt64 {
        switch self {
        case .shape: 0x7368_6170_6500_0001
        case .words: 0x776F_7264_7300_0001
        case .characters: 0x6368_6172_7300_0001
        case .frames: 0x6672_616D_6573_0001
        case .pairs: 0x7061_6972_7300_0001
        case .pieces: 0x7069_6563_6573_0001
        }
    }
}
