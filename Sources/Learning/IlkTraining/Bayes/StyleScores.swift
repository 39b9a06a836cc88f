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

    private let categories: Int
    private var numbers: [Key: Int32] = [:]
    private var scores: [Float] = []

    init(categories: Int) { self.categories = categories }

    /// Returns the number of the scores with a key, or `nil` if there are none.
    func number(of key: Key) -> Int32? { numbers[key] }

    /// Adds scores, one for each category, and returns their number.
    mutating func add(_ row: [Float], as key: Key) -> Int32 {
        let number = Int32(scores.count / categories)
        scores += row
        numbers[key] = number
        return number
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
