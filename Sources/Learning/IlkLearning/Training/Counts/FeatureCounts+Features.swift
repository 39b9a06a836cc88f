extension FeatureCounts {
    /// The features that were counted, each once. Their order is not promised.
    ///
    /// - Complexity: Linear in the number of features for all of them; names are made as they are asked for.
    public var features: some RandomAccessCollection<CountedFeature> {
        (0..<featureCount).lazy.map { row in
            CountedFeature(
                family: families[row], name: String(decoding: name(row), as: UTF8.self),
                texts: Int(frequency[row]))
        }
    }
}
