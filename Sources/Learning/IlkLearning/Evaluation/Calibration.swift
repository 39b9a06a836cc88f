/// The expected calibration error: the distance between stated probabilities and accuracy.
///
/// C. Guo, G. Pleiss, Y. Sun and K. Q. Weinberger, "On calibration of modern neural networks" (2017). On a
/// finite sample, even a perfectly calibrated classifier has an error above 0, about 0.015 on 1,600 texts.
/// This error by chance is estimated by drawing outcomes from the stated probabilities. ``debiasedError`` is
/// the measured error minus this error by chance.
public struct Calibration: Sendable, Hashable, Codable {
    /// One bin of probabilities.
    public struct Bin: Sendable, Hashable, Codable {
        /// The lower end of the bin, 0 ... 1, inclusive.
        public var lower: Double
        /// The upper end of the bin, 0 ... 1. Only the last bin includes its upper end.
        public var upper: Double
        /// The number of texts in the bin.
        public var texts: Int
        /// The mean stated probability of these texts. It is 0 without texts.
        public var meanProbability: Double
        /// The accuracy on these texts. It is 0 without texts.
        public var accuracy: Double
    }

    /// The mean distance between stated probability and accuracy over the bins, 0 ... 1. Each bin is weighted
    /// by its number of texts.
    public var expectedError: Double
    /// The mean value of ``expectedError`` that chance alone would give if every stated probability were
    /// exact, 0 ... 1.
    public var expectedErrorByChance: Double
    /// The debiased error: ``expectedError`` minus ``expectedErrorByChance``, at least 0.
    public var debiasedError: Double
    /// The 15 bins of equal width, in ascending order.
    public var ranges: [Bin]

    static let rangeCount = 15
    /// The number of simulations for ``expectedErrorByChance``.
    private static let draws = 200

    /// Bins the predictions and measures their calibration.
    ///
    /// - Parameters:
    ///   - probabilities: The stated probability of each prediction, 0 ... 1.
    ///   - isRight: `true` for each correct prediction, in the same order.
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
        var generator = SeededSplitMix64(seed: 0x696C_6B65_7661_6C32)
        var sum = 0.0
        for _ in 0..<(places.isEmpty ? 0 : Self.draws) {
            var drawn = [Double](repeating: 0, count: count)
            for (index, place) in places.enumerated()
            where generator.fraction() < probabilities[index] { drawn[place] += 1 }
            sum += error(drawn)
        }
        expectedErrorByChance = sum / Double(Self.draws)
        debiasedError = max(0, expectedError - expectedErrorByChance)
        ranges = (0..<count).map { place in
            let number = Double(max(1, texts[place]))
            return Bin(
                lower: Double(place) / Double(count), upper: Double(place + 1) / Double(count),
                texts: texts[place], meanProbability: stated[place] / number,
                accuracy: right[place] / number)
        }
    }
}
