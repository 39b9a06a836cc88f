import IlkModels
import IlkText

/// The feature hashes of the training texts, in the order of addition.
struct LinearTexts {
    struct Text {
        var category: Int
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

    mutating func add(_ analysis: borrowing AnalyzedText, category: Int, weight: Double, fold: Int) {
        bag.read(analysis, families: families, detail: .hashes)
        var ends: [Int] = []
        for family in families {
            bag.appendHashes(of: family, to: &hashes)
            ends.append(hashes.count)
        }
        texts.append(Text(category: category, weight: weight, fold: fold, ends: ends))
    }
}
