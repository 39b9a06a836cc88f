public import IlkModels

/// A feature of a model's vocabulary and how many texts have it.
public struct CountedFeature: Sendable, Hashable {
    /// What kind of feature it is.
    public let family: FeatureFamily
    /// Its name; bytes that are not UTF-8 show as U+FFFD.
    public let name: String
    /// How many texts have it.
    public let texts: Int
}
