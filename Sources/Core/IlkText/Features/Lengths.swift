/// The count, sum and sum of squares of the lengths of words, lines or sentences.
struct Lengths {
    var count = 0
    var sum = 0
    var squares = 0

    @inline(__always)
    mutating func add(_ length: Int) {
        count &+= 1
        sum &+= length
        squares &+= length &* length
    }

    var mean: Double { FeatureSurvey.ratio(sum, count) }
    /// The population standard deviation.
    var deviation: Double {
        guard count > 1 else { return 0 }
        return max(0, Double(squares) / Double(count) - mean * mean).squareRoot()
    }
}
