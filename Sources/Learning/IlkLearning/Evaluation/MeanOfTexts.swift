/// The mean of a value over texts, with its variance.
public struct MeanOfTexts: Sendable, Hashable, Codable {
    /// The number of texts.
    public var texts = 0
    /// The sum of the values.
    public var sum = 0.0
    /// The sum of the squared values.
    public var squares = 0.0

    /// Creates a mean that contains no text yet.
    public init() {}

    /// Adds the value of one text.
    ///
    /// - Parameter value: The value of the text.
    public mutating func add(_ value: Double) {
        texts += 1
        sum += value
        squares += value * value
    }

    mutating func merge(_ other: MeanOfTexts) {
        texts += other.texts
        sum += other.sum
        squares += other.squares
    }

    /// The mean. It is 0 without texts.
    public var mean: Double { texts == 0 ? 0 : sum / Double(texts) }

    /// The estimated variance of the mean. It is 0 with fewer than two texts.
    public var varianceOfMean: Double {
        guard texts > 1 else { return 0 }
        let count = Double(texts)
        return max(0, squares / count - mean * mean) / (count - 1)
    }
}
