import IlkModels
import IlkText

/// The scores of style features by category, which texts with equal features share.
///
/// Scores of each text would be the largest array of the training. Instead, a text has the number of the scores
/// of each of its features.
struct StyleScores {
    struct Key {
        var row: Int32
        var category: Int32
        var weight: Int32

        fileprivate var hash: UInt64 {
            let place = UInt64(UInt32(bitPattern: row)) << 32 | UInt64(UInt32(bitPattern: category))
            let words = StableHash.step(
                StableHash.step(StableHash.wordSeed, place), UInt64(UInt32(bitPattern: weight)))
            return StableHash.finish(words, count: 16)
        }
    }

    let categories: Int
    private var numbers = RowIndex()
    private var scores: [Float] = []
    /// The place of the style feature of each number among the style features of a text.
    private var features: [Int32] = []

    init(categories: Int) { self.categories = categories }

    /// The number of shared scores.
    var count: Int { features.count }

    @inline(__always)
    func feature(of number: Int) -> Int { Int(features[number]) }

    @inline(__always)
    subscript(number: Int, category: Int) -> Float { scores[number * categories + category] }

    /// Returns the number of the scores with a key, or `nil` if there are none.
    func number(of key: Key) -> Int32? { numbers[key.hash] }

    /// Adds scores, one for each category, and returns their number.
    mutating func add(_ row: [Float], as key: Key, feature: Int) -> Int32 {
        scores += row
        features.append(Int32(feature))
        return numbers.insert(key.hash)
    }

    /// Adds the scores of another fold. Their numbers continue after the present ones, and they are no longer
    /// found by their keys. Scores with keys must not be added afterward.
    mutating func append(_ other: StyleScores) {
        scores += other.scores
        features += other.features
    }

    /// Appends scores by their numbers, each by category.
    func append(_ numbers: [Int32], to row: inout [Float]) {
        row.reserveCapacity(row.count + numbers.count * categories)
        scores.withUnsafeBufferPointer { scores in
            for number in numbers {
                let start = Int(number) * categories
                row.append(contentsOf: UnsafeBufferPointer(rebasing: scores[start..<start + categories]))
            }
        }
    }
}
