import IlkModels
import IlkText

/// The feature hashes of the training texts, in the order of addition.
struct LinearTexts {
    struct Text {
        /// The categories, ascending. Exactly one, except in multi-label taxonomies.
        var labels: [Int]
        var weight: Double
        var fold: Int
        /// The end of each feature group in ``LinearTexts/hashes``.
        var ends: [Int]
    }

    let families: [FeatureGroup]
    private(set) var texts: [Text] = []
    private(set) var hashes: [UInt64] = []
    private var bag = FeatureBag()

    init(families: [FeatureGroup]) {
        self.families = families
    }

    mutating func add(_ analysis: borrowing AnalyzedText, labels: [Int], weight: Double, fold: Int) {
        bag.read(analysis, families: families, detail: .hashes)
        var ends: [Int] = []
        for family in families {
            bag.appendHashes(of: family, to: &hashes)
            ends.append(hashes.count)
        }
        texts.append(Text(labels: labels, weight: weight, fold: fold, ends: ends))
    }
}
