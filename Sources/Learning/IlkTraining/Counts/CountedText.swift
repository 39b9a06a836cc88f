import IlkModels
import IlkText

/// A counted text, stored as the rows of its features in the counts, so that it can be subtracted again.
struct CountedText {
    var category: Int
    /// The weight of the text, in units of 1/``FeatureCounts/unitsPerText``.
    var weight: Int
    /// The cross-validation fold, or -1 for leave-one-out.
    var fold = -1
    /// The rows of the text's features by feature group. Each feature is listed once, except that a `char_wb`
    /// n-gram is listed once for each distinct span.
    private(set) var rows: [[Int32]]
    /// The rows of all other occurrences of features, by feature group.
    private(set) var repeats: [[Int32]]
    /// A hash of the text's features. It is equal for texts with equal features.
    private(set) var key: UInt64 = 0
    private var repeatKey: UInt64 = 0

    init(category: Int, weight: Int) {
        self.category = category
        self.weight = weight
        rows = [[Int32]](repeating: [], count: FeatureGroup.allCases.count)
        repeats = rows
    }

    mutating func setFeatures(_ taken: [Int32], hashes: UnsafeBufferPointer<UInt64>, of group: FeatureGroup) {
        rows[group.rawValue] = taken
        for hash in hashes { key = StableHash.step(key, hash) }
    }

    mutating func setRepeats(_ taken: [Int32], hashes: [UInt64], of group: FeatureGroup) {
        repeats[group.rawValue] = taken
        for row in taken { repeatKey = StableHash.step(repeatKey, hashes[Int(row)]) }
    }

    /// Replaces row numbers after a merge.
    mutating func renumber(_ places: [Int32]) {
        for group in rows.indices {
            for index in rows[group].indices { rows[group][index] = places[Int(rows[group][index])] }
            for index in repeats[group].indices {
                repeats[group][index] = places[Int(repeats[group][index])]
            }
        }
    }

    func features(of group: FeatureGroup) -> [Int32] { rows[group.rawValue] }

    func repeats(of group: FeatureGroup) -> [Int32] { repeats[group.rawValue] }

    /// The sort key of the canonical order of texts.
    var order: (UInt64, Int, Int, Int, UInt64) { (key, category, weight, fold, repeatKey) }
}

extension BayesSettings {
    /// Returns the weight of a text in a fit. With the prior `even` (uniform), all categories have equal
    /// total weights.
    func weight(of text: CountedText, _ counts: FeatureCounts) -> Double {
        let weight = Double(text.weight)
        return prior == .even ? weight / Double(max(1, counts.weightedDocuments[text.category])) : weight
    }
}
