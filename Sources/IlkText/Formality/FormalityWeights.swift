/// The fitted weights. Written by `make formality-model`; not by hand.
enum FormalityWeights {
    static let base = 0.0
    static let rows: [(weight: Double, halfway: Double)] = Array(
        repeating: (0, 0.1), count: FormalityFeature.count)
}
