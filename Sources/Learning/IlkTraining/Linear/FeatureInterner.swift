import IlkModels
import IlkText

/// The distinct features of all texts.
struct FeatureInterner {
    /// The feature number that stands for all dropped features.
    static let none = UInt32.max

    /// The feature number at each position of ``LinearTexts/numbers``.
    private(set) var numbers: [UInt32]
    /// The hash of each feature, or its bucket number.
    private(set) var hashes: [UInt64] = []
    /// The feature group of each feature, as an index into the texts' groups.
    private(set) var featureGroups: [UInt8] = []
    /// The number of texts with each feature.
    private(set) var texts: [Int32] = []

    init(_ material: LinearTexts) {
        numbers = material.numbers
        hashes = material.index.hashes
        survey(material)
    }

    /// Drops features that occur in fewer than `minimum` texts, except style features. Hashes the features of
    /// bigrams and `char_wb` n-grams into buckets.
    ///
    /// Returns the number of hash bits that select a bucket, by feature group. It is 0 for groups without
    /// buckets.
    mutating func fold(_ material: LinearTexts, _ minimum: Int, _ mostBits: Int) -> [Int] {
        let isKept = hashes.indices.map { number in
            let isStyle = material.featureGroups[Int(featureGroups[number])] == .style
            return Int(texts[number]) >= (isStyle ? 1 : max(1, minimum))
        }
        var kept = [Int](repeating: 0, count: material.featureGroups.count)
        for number in hashes.indices where isKept[number] { kept[Int(featureGroups[number])] += 1 }
        let bits = zip(material.featureGroups, kept).map { group, count in
            group.isBucketed
                ? max(WeightBuckets.fewestBits, min(mostBits, Int.bitWidth - count.leadingZeroBitCount)) : 0
        }
        var index = RowIndex()
        let renamed = hashes.indices.map { number -> UInt32 in
            guard isKept[number] else { return Self.none }
            let group = Int(featureGroups[number])
            guard bits[group] > 0 else { return UInt32(index.row(of: hashes[number])) }
            let bucket = WeightBuckets.bucket(of: hashes[number], bits: bits[group])
            return UInt32(index.row(of: UInt64(group + 1) << 32 | bucket))
        }
        for position in numbers.indices { numbers[position] = renamed[Int(numbers[position])] }
        hashes = index.hashes
        survey(material)
        return bits
    }

    /// Computes the feature group and the number of texts of each feature.
    private mutating func survey(_ material: LinearTexts) {
        featureGroups = [UInt8](repeating: 0, count: hashes.count)
        texts = [Int32](repeating: 0, count: hashes.count)
        var last = [Int32](repeating: -1, count: hashes.count)
        var position = 0
        for (text, content) in material.texts.enumerated() {
            for (place, end) in content.ends.enumerated() {
                while position < end {
                    let number = numbers[position]
                    position += 1
                    guard number != Self.none, last[Int(number)] != Int32(text) else { continue }
                    last[Int(number)] = Int32(text)
                    featureGroups[Int(number)] = UInt8(place)
                    texts[Int(number)] += 1
                }
            }
        }
    }
}
