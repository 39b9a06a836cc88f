import IlkModels
import IlkText

/// The distinct features of all texts, numbered as they are met.
struct MetFeatures {
    /// The number of what is left out.
    static let none = UInt32.max

    /// The number of each hash of the texts.
    private(set) var numbers: [UInt32]
    /// The hash of each feature, or the number of its bucket.
    private(set) var hashes: [UInt64] = []
    /// The family of each feature, by its place among the texts' families.
    private(set) var families: [UInt8] = []
    /// How many texts have each feature.
    private(set) var texts: [Int32] = []

    init(_ material: LinearTexts) {
        var index = RowIndex()
        numbers = material.hashes.map { UInt32(index.row(of: $0)) }
        hashes = index.hashes
        survey(material)
    }

    /// Leaves out features of fewer texts than a minimum, and takes those of large families together by the upper bits of
    /// their hashes.
    ///
    /// - Returns: How many bits tell the buckets of each family apart: no more than asked for, nor than there are features
    ///   for. 0 for families that are not taken together.
    mutating func fold(_ material: LinearTexts, _ minimum: Int, _ mostBits: Int) -> [Int] {
        let isKept = hashes.indices.map { number in
            material.families[Int(families[number])] == .shape || Int(texts[number]) >= minimum
        }
        var kept = [Int](repeating: 0, count: material.families.count)
        for number in hashes.indices where isKept[number] { kept[Int(families[number])] += 1 }
        let bits = zip(material.families, kept).map { family, count in
            family.isBucketed
                ? max(WeightBuckets.fewestBits, min(mostBits, Int.bitWidth - count.leadingZeroBitCount)) : 0
        }
        var index = RowIndex()
        let renamed = hashes.indices.map { number -> UInt32 in
            guard isKept[number] else { return Self.none }
            let family = Int(families[number])
            guard bits[family] > 0 else { return UInt32(index.row(of: hashes[number])) }
            let bucket = WeightBuckets.bucket(of: hashes[number], bits: bits[family])
            return UInt32(index.row(of: UInt64(family + 1) << 32 | bucket))
        }
        for position in numbers.indices { numbers[position] = renamed[Int(numbers[position])] }
        hashes = index.hashes
        survey(material)
        return bits
    }

    /// Notes the family of each feature and how many texts have it.
    private mutating func survey(_ material: LinearTexts) {
        families = [UInt8](repeating: 0, count: hashes.count)
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
                    families[Int(number)] = UInt8(place)
                    texts[Int(number)] += 1
                }
            }
        }
    }
}
