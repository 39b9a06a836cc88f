/// The set of features to measure.
public enum FeatureLevel: Int, Sendable, Hashable, Comparable {
    /// The features that classification reads: the cases of ``TextFeature`` before `formalityScore`. The
    /// other features are 0. The language and the scripts are not determined.
    case classification
    /// All features, the language and the scripts.
    case all

    /// Orders ``classification`` before ``all``.
    public static func < (lhs: FeatureLevel, rhs: FeatureLevel) -> Bool { lhs.rawValue < rhs.rawValue }
}
