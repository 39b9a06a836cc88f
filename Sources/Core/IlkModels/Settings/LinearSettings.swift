/// The settings of the training of a linear model. The defaults suit most data sets.
public struct LinearSettings: Sendable, Hashable, Codable {
    /// The feature groups to read.
    public var featureGroups: [FeatureGroup]
    /// The minimum number of texts that contain a feature. Rarer features have no weight.
    public var minimumFrequency: Int
    /// The number of pseudo-texts added to the counts from which the scale of a feature is computed. The
    /// scale is the log-count ratio of NB-SVM (Wang and Manning 2012).
    public var smoothing: Double
    /// The error costs (*C*) from which cross-validation chooses, in ascending order.
    public var costs: [Double]
    /// The maximum number of hash bits that select a bucket of bigrams or `char_wb` n-grams. 17 bits give
    /// each of these groups 131,072 buckets. Groups with few features use fewer bits.
    public var bucketBits: Int
    /// The number of folds for cross-validation and for calibration.
    public var folds: Int

    /// Creates settings. The defaults were chosen by cross-validation on several data sets
    /// (`docs/explanation/linear-models.md`).
    ///
    /// - Parameters:
    ///   - featureGroups: The feature groups to read.
    ///   - minimumFrequency: The minimum number of texts that contain a feature.
    ///   - smoothing: The smoothing of the counts from which the scale of a feature is computed, in texts.
    ///   - costs: The error costs (*C*) to choose from, in ascending order.
    ///   - bucketBits: The maximum number of hash bits that select a bucket, 6 to 24.
    ///   - folds: The number of folds of cross-validation and calibration.
    public init(
        featureGroups: [FeatureGroup] = [.style, .unigrams, .bigrams, .wordNgrams], minimumFrequency: Int = 1,
        smoothing: Double = 2, costs: [Double] = [0.05, 0.1, 0.2, 0.4, 0.8], bucketBits: Int = 17,
        folds: Int = 5
    ) {
        precondition((WeightBuckets.fewestBits...WeightBuckets.mostBits).contains(bucketBits), "6 to 24 bits")
        self.featureGroups = featureGroups
        self.minimumFrequency = minimumFrequency
        self.smoothing = smoothing
        self.costs = costs
        self.bucketBits = bucketBits
        self.folds = folds
    }
}
