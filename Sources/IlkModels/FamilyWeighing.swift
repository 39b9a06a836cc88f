/// How the counts of one family become weights.
public struct FamilyWeighing: Sendable, Hashable, Codable {
    /// What the counts are held against.
    public var variant: WeightVariant
    /// What is added to each count, in units of what one text gives one feature in the mean. Of ``WeightVariant/pooled``,
    /// how many texts' worth of "as everywhere" is mixed in.
    public var smoothing: Double

    /// A way of weighing.
    public init(_ variant: WeightVariant = .complement, smoothing: Double = 1) {
        self.variant = variant
        self.smoothing = smoothing
    }
}
