import IlkVocabulary

/// The numbers of a text while they are being written: plain memory, lent for the writing.
struct FeatureValues {
    // The features' own buffer, lent by `TextFeatures` for the closure in which this is made.
    private let values: UnsafeMutableBufferPointer<Double>

    init(_ values: UnsafeMutableBufferPointer<Double>) { self.values = values }

    @inline(__always)
    subscript(feature: TextFeature) -> Double {
        get { values[feature.rawValue] }
        nonmutating set { values[feature.rawValue] = newValue }
    }

    /// Adds one to a count.
    @inline(__always)
    func count(_ feature: TextFeature) { values[feature.rawValue] += 1 }

    /// Sets a flag.
    func set(_ feature: TextFeature, _ flag: Bool) { values[feature.rawValue] = flag ? 1 : 0 }

    /// Turns counts into ratios, which are 0 if there is nothing to divide by.
    func divide(_ features: [TextFeature], by whole: Int) {
        guard whole > 0 else { return }
        for feature in features { values[feature.rawValue] /= Double(whole) }
    }
}
