import IlkModels
import IlkText

/// The features of the training texts, stored as feature numbers in the order in which the texts were added.
struct LinearTexts {
    struct Text {
        /// The categories, ascending. There is exactly one, except in multi-label taxonomies.
        var labels: [Int]
        var weight: Double
        var fold: Int
        /// The end of each feature group in ``LinearTexts/numbers``.
        var ends: [Int]
    }

    let featureGroups: [FeatureGroup]
    private(set) var texts: [Text] = []
    private(set) var numbers: [UInt32] = []
    /// The feature number of each hash. An index from a Bayes trainer can also contain features of groups
    /// that are not in ``featureGroups``.
    private(set) var index: RowIndex
    private var bag = FeatureBag()
    private var hashes: [UInt64] = []

    init(featureGroups: [FeatureGroup], index: RowIndex = RowIndex()) {
        self.featureGroups = featureGroups
        self.index = index
    }

    mutating func add(_ analysis: borrowing AnalyzedText, labels: [Int], weight: Double, fold: Int) {
        bag.read(analysis, featureGroups: featureGroups, detail: .hashes)
        var ends: [Int] = []
        for group in featureGroups {
            hashes.removeAll(keepingCapacity: true)
            bag.appendHashes(of: group, to: &hashes)
            for hash in hashes { numbers.append(UInt32(index.row(of: hash))) }
            ends.append(numbers.count)
        }
        texts.append(Text(labels: labels, weight: weight, fold: fold, ends: ends))
    }

    /// Adds a text that a Bayes trainer counted. Its row numbers must be the numbers in ``index``.
    mutating func add(_ counted: CountedText, _ spans: SpanRows, weight: Double, fold: Int) {
        var ends: [Int] = []
        for group in featureGroups {
            for row in counted.features(of: group, spans) { numbers.append(UInt32(row)) }
            ends.append(numbers.count)
        }
        texts.append(Text(labels: [counted.category], weight: weight, fold: fold, ends: ends))
    }
}
