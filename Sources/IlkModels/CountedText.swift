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
    /// What its features are: equal for texts of equal features, whatever was counted before.
    private(set) var key: UInt64 = 0

    init(category: Int, mass: Int) {
        self.category = category
        self.mass = mass
        rows = [[Int32]](repeating: [], count: FeatureFamily.allCases.count)
    }

    /// Puts in the features of a family.
    mutating func take(_ taken: [Int32], hashes: UnsafeBufferPointer<UInt64>, of family: FeatureFamily) {
        rows[family.rawValue] = taken
        for hash in hashes { key = StableHash.step(key, hash) }
    }

    /// Puts other rows in the place of its own.
    mutating func renumber(_ places: [Int32]) {
        for family in rows.indices {
            for index in rows[family].indices { rows[family][index] = places[Int(rows[family][index])] }
        }
    }

    /// The features of a family.
    func features(of family: FeatureFamily) -> [Int32] { rows[family.rawValue] }

    /// An order that depends on nothing but the texts.
    static func precedes(_ left: CountedText, _ right: CountedText) -> Bool {
        (left.key, left.category, left.mass, left.fold) < (right.key, right.category, right.mass, right.fold)
    }
}
