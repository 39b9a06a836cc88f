import IlkVocabulary

/// Write access to the feature values of a text, as a plain buffer.
struct FeatureValues {
    // Lent by `TextFeatures`. Valid only in the closure that received it.
    private let values: UnsafeMutableBufferPointer<Double>

    init(_ values: UnsafeMutableBufferPointer<Double>) { self.values = values }

    @inline(__always)
    subscript(feature: TextFeature) -> Double {
        get { values[feature.rawValue] }
        nonmutating set { values[feature.rawValue] = newValue }
    }

    @inline(__always)
    func count(_ feature: TextFeature) { values[feature.rawValue] += 1 }

    func set(_ feature: TextFeature, _ flag: Bool) { values[feature.rawValue] = flag ? 1 : 0 }

    /// Converts counts to ratios. If `whole` is 0, the counts are left at 0.
    func divide(_ features: [TextFeature], by whole: Int) {
        guard whole > 0 else { return }
        for feature in features { values[feature.rawValue] /= Double(whole) }
    }
}
