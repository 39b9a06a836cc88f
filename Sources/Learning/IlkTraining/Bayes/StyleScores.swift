import IlkModels

/// The scores of style features by category, which texts with equal features share.
///
/// Scores of each text would be the largest array of the training. Instead, a text has the number of the scores
/// of each of its features.
struct StyleScores {
    struct Key: Hashable {
        var row: Int32
        var category: Int32
        var weight: Int32
    }

    let categories: Int
    private var numbers: [Key: Int32] = [:]
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
    func number(of key: Key) -> Int32? { numbers[key] }

    /// Adds scores, one for each category, and returns their number.
    mutating func add(_ row: [Float], as key: Key, feature: Int) -> Int32 {
        let number = Int32(count)
        scores += row
        features.append(Int32(feature))
        numbers[key] = number
        return number
    }

    /// Adds the scores of another fold. Their numbers continue after the present ones, and they are no longer
    /// found by their keys.
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
