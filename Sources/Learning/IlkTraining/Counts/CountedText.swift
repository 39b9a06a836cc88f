import IlkModels
import IlkText

/// A text that was counted, as rows of the counts: what leaving it out again needs.
struct CountedText {
    /// The place of its category.
    var category: Int
    /// Its weight, in units of 1/``FeatureCounts/massUnit``.
    var mass: Int
    /// The part of the texts that it is left out with; -1 for by itself.
    var fold = -1
    /// The rows of its features, family by family, repeated as often as the text has them.
    private(set) var rows: [[Int32]]
    /// The rows of the features that it has again, family by family, as often as they come again.
    private(set) var repeats: [[Int32]]
    /// What its features are: equal for texts of equal features, whatever was counted before.
    private(set) var key: UInt64 = 0
    /// The same for what comes again.
    private var repeatKey: UInt64 = 0

    init(category: Int, mass: Int) {
        self.category = category
        self.mass = mass
        rows = [[Int32]](repeating: [], count: FeatureFamily.allCases.count)
        repeats = rows
    }

    /// Puts in the features of a family.
    mutating func take(_ taken: [Int32], hashes: UnsafeBufferPointer<UInt64>, of family: FeatureFamily) {
        rows[family.rawValue] = taken
        for hash in hashes { key = StableHash.step(key, hash) }
    }

    /// Puts in the features of a family that come again.
    mutating func takeRepeats(_ taken: [Int32], hashes: [UInt64], of family: FeatureFamily) {
        repeats[family.rawValue] = taken
        for row in taken { repeatKey = StableHash.step(repeatKey, hashes[Int(row)]) }
    }

    /// Puts other rows in the place of its own.
    mutating func renumber(_ places: [Int32]) {
        for family in rows.indices {
            for index in rows[family].indices { rows[family][index] = places[Int(rows[family][index])] }
            for index in repeats[family].indices {
                repeats[family][index] = places[Int(repeats[family][index])]
            }
        }
    }

    /// The features of a family.
    func features(of family: FeatureFamily) -> [Int32] { rows[family.rawValue] }

    /// The features of a family that come again, as often as they do.
    func repeats(of family: FeatureFamily) -> [Int32] { repeats[family.rawValue] }

    /// What texts are put in order by: it depends on nothing but the texts.
    var order: (UInt64, Int, Int, Int, UInt64) { (key, category, mass, fold, repeatKey) }
}

extension BayesSettings {
    /// What a text of some counts weighs in a fit, in units of its own.
    func weight(of text: CountedText, _ counts: FeatureCounts) -> Double {
        let mass = Double(text.mass)
        return prior == .even ? mass / Double(max(1, counts.documentMass[text.category])) : mass
    }
}
