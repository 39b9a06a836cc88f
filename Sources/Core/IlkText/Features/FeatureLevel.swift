/// How much is measured of a text.
public enum FeatureLevel: Int, Sendable, Hashable, Comparable {
    /// What classification reads: the features before `formalityScore`. The others are 0, and there is neither language
    /// nor script.
    case classification
    /// All features, the language and the scripts.
    case all

    /// Less before more.
    public static func < (lhs: FeatureLevel, rhs: FeatureLevel) -> Bool { lhs.rawValue < rhs.rawValue }
}
