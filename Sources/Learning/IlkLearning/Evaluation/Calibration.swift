/// How far stated probabilities are from the share that was right.
///
/// C. Guo, G. Pleiss, Y. Sun and K. Q. Weinberger, "On calibration of modern neural networks" (2017). The figure of a
/// perfectly calibrated classifier is not 0 on a finite sample: on 1,600 texts it is about .015. What chance gives is
/// therefore measured beside it, by drawing what is right from the stated probabilities, and taken off.
public struct Calibration: Sendable, Hashable, Codable {
    /// The texts whose probability lies in one range.
    public struct Range: Sendable, Hashable, Codable {
        /// Where the range begins, 0 ... 1.
        public var lower: Double
        /// Where it ends; only the last holds its end.
        public var upper: Double
        /// How many texts lie in it.
        public var texts: Int
        /// The mean of their stated probabilities; 0 without texts.
        public var stated: Double
        /// The share of them that was right; 0 without texts.
        public var right: Double
    }

    /// The mean distance of stated and found, each range by its texts. 0 ... 1.
    public var expectedError: Double
    /// What ``expectedError`` would be on average if every stated probability were exactly so. 0 ... 1.
    public var errorByChance: Double
    /// What is left of the error when chance is taken off. 0 ... 1.
    public var correctedError: Double
    /// The ranges, from 0 to 1: 15 of equal width.
    public var ranges: [Range]

    /// How many ranges there are.
    static let rangeCount = 15
    /// How often what is right is drawn.
    private static let draws = 200

    /// The calibration of answers.
    ///
    /// - Parameters:
    ///   - probabilities: The stated probability of each answer, 0 ... 1.
    ///   - isRight: Whether it was right.
    init(probabilities: [Double], isRight: [Bool]) {
        let count = Self.rangeCount
        let places = probabilities.map { min(count - 1, max(0, Int($0 * Double(count)))) }
        var texts = [Int](repeating: 0, count: count)
        var stated = [Double](repeating: 0, count: count)
        var right = [Double](repeating: 0, count: count)
        for (index, place) in places.enumerated() {
            texts[place] += 1
            stated[place] += probabilities[index]
            if isRight[index] { right[place] += 1 }
        }
        func error(_ right: [Double]) -> Double {
            guard !places.isEmpty else { return 0 }
            return (0..<count).reduce(0) { $0 + abs(stated[$1] - right[$1]) } / Double(places.count)
        }
        expectedError = error(right)
        var generator = ReplayableGenerator(seed: 0x696C_6B65_7661_6C32)
        var sum = 0.0
        for _ in 0..<(places.isEmpty ? 0 : Self.draws) {
            var drawn = [Double](repeating: 0, count: count)
            for (index, place) in places.enumerated()
            where generator.fraction() < probabilities[index] { drawn[place] += 1 }
            sum += error(drawn)
        }
        errorByChance = sum / Double(Self.draws)
        correctedError = max(0, expectedError - errorByChance)
        ranges = (0..<count).map { place in
            let number = Double(max(1, texts[place]))
            return Range(
                lower: Double(place) / Double(count), upper: Double(place + 1) / Double(count),
                texts: texts[place], stated: stated[place] / number, right: right[place] / number)
        }
    }
}
