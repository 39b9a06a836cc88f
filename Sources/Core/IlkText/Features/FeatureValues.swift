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
}
