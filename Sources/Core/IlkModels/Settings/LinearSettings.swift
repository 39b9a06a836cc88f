/// How a linear model is learned: the same for every text and every data set unless a caller says otherwise.
public struct LinearSettings: Sendable, Hashable, Codable {
    /// The families of features that are read.
    public var families: [FeatureFamily]
    /// A feature seen in fewer texts than this has no weight.
    public var minimumFrequency: Int
    /// How many texts' worth of doubt is mixed into the counts behind the scale of a feature.
    public var smoothing: Double
    /// What an error costs against the size of the weights: the values that cross-validation chooses from, ascending.
    public var costs: [Double]
    /// The most bits that tell the buckets of pairs and of pieces apart: 17 for 131,072 buckets each. Fewer are taken
    /// where there are fewer features.
    public var bucketBits: Int
    /// How many parts the texts are divided into for that choice and for calibration.
    public var folds: Int

    /// The settings that cross-validation on several sets of texts chose (`docs/linear.md`).
    public init(
        families: [FeatureFamily] = [.shape, .words, .pairs, .pieces], minimumFrequency: Int = 1,
        smoothing: Double = 2, costs: [Double] = [0.05, 0.1, 0.2, 0.4, 0.8], bucketBits: Int = 17,
        folds: Int = 5
    ) {
        precondition((WeightBuckets.fewestBits...WeightBuckets.mostBits).contains(bucketBits), "6 to 24 bits")
        self.families = families
        self.minimumFrequency = minimumFrequency
        self.smoothing = smoothing
        self.costs = costs
        self.bucketBits = bucketBits
        self.folds = folds
    }
}
