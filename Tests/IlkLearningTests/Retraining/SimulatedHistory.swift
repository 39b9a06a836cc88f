import Glibc

@testable import IlkLearning

/// A constructed history of corrections, and the versions that were trained on the first of them.
///
/// Each text has a range of margins. A version fixes or breaks it if a number that is drawn once is below a
/// rate that depends on the range and on the number of corrections, so successive versions agree on most
/// texts, as real ones do.
struct SimulatedHistory {
    struct Version {
        /// The number of corrections that the version has learned.
        var corrections = 0
        /// The answers to the corrected texts, by the human label, and to the regression set.
        var isCorrect: [Bool] = []
        var isRegressionCorrect: [Bool] = []
        /// The accuracy on all texts before the first checkpoint and at each of them.
        var accuracies: [Double] = []
    }

    /// The ranges of margins: the share of the log, the accuracy of the base version, and factors of the
    /// rates.
    private static let shares = [0.1, 0.15, 0.25, 0.25, 0.25]
    private static let accuracies = [0.38, 0.52, 0.72, 0.9, 0.975]
    private static let breaking = [2.2, 1.8, 1.2, 0.7, 0.35]
    private static let fixing = [1.2, 1.1, 1, 0.8, 0.6]
    private static let checkpoints = [25, 50, 100, 200, 300, 400, 600, 800]
    /// The ranges, as the gate computes them from margins.
    static let strata = MarginStrata([
        "": zip(shares.indices, shares).flatMap { place, share in
            [Double](repeating: margin(of: place), count: Int(share * 100))
        }
    ])

    static func margin(of range: Int) -> Double { (Double(range) + 0.5) / 5 }

    let checkpoints: [Int]
    /// The range of margins of each corrected text.
    private(set) var ranges: [Int] = []
    /// `true` for texts that were drawn at random, or one in five others: no version learns them.
    private(set) var isHeldOut: [Bool] = []
    /// The base version, then one for each checkpoint.
    private(set) var versions: [Version] = []

    private let labels: Int
    private let drift: (start: Int, fall: Double)
    /// The highest rates and the numbers of corrections for half of them.
    private var fixes: (most: Double, half: Double)
    private var breaks: (most: Double, half: Double)
    private let noise: Double
    private let isMalicious: Bool
    private let leastBreaks: Double

    init(seed: UInt64) {
        var random = SeededSplitMix64(seed: seed)
        func uniform(_ low: Double, _ high: Double) -> Double { low + (high - low) * random.fraction() }
        labels = [2, 3, 4, 6, 10, 50][random.index(below: 6)]
        isMalicious = random.fraction() < 0.12
        noise = isMalicious ? 0.05 : [0, 0.05, 0.2, 0.5][random.index(below: 4)]
        let usesQueue = random.fraction() < 0.5
        let top = Self.checkpoints[2 + random.index(below: 6)]
        checkpoints = Self.checkpoints.filter { $0 <= top }
        let drifts = random.fraction() < 0.25
        drift = (drifts ? top / 2 : .max, drifts ? uniform(0.03, 0.15) : 0)
        fixes = (uniform(0.02, 0.6) * max(0.1, 1 - 1.4 * noise), exp(uniform(log(60), log(700))))
        breaks = (uniform(0.003, 0.05) + 0.35 * noise * noise, exp(uniform(log(30), log(500))))
        if isMalicious { breaks.most += 0.09 * uniform(0.4, 1.4) }
        let normal = (-2 * log(max(1e-12, random.fraction()))).squareRoot() * cos(2 * .pi * random.fraction())
        leastBreaks = max(0, 0.012 * normal)
        draw(top, usesQueue: usesQueue, &random)
        addVersions(&random)
    }

    /// Chooses the corrected texts. The queue lists the smallest margins, and one text in ten at random.
    private mutating func draw(_ count: Int, usesQueue: Bool, _ random: inout SeededSplitMix64) {
        var left = Self.shares.map { Int($0 * 1000) }
        for place in 0..<count {
            let isAudit = !usesQueue || place % 10 == 9
            var range = left.firstIndex { $0 > 0 } ?? 0
            if isAudit {
                var chosen = random.index(below: left.reduce(0, +))
                range =
                    left.firstIndex { size in
                        chosen -= size
                        return chosen < 0
                    } ?? 0
            }
            left[range] -= 1
            ranges.append(range)
            isHeldOut.append(isAudit && usesQueue || random.index(below: 5) == 0)
        }
    }

    /// Returns the rates of a version before or after the drift.
    private func rates(_ corrections: Int, isAfter: Bool) -> (fixes: Double, breaks: Double) {
        guard corrections > 0 else { return (0, 0) }
        let count = Double(corrections)
        let before = Double(min(corrections, drift.start))
        let seen = isAfter ? 0.3 * before + (count - before) : count
        let shifted = isAfter ? 0.03 * before / (count + 1) : 0
        return (
            fixes.most * seen / (seen + fixes.half),
            breaks.most * count / (count + breaks.half) + shifted + leastBreaks
        )
    }

    private mutating func addVersions(_ random: inout SeededSplitMix64) {
        func numbers(_ count: Int) -> [Double] { (0..<count).map { _ in random.fraction() } }
        let count = ranges.count
        let (base, fixed, broken, wrong) = (numbers(count), numbers(count), numbers(count), numbers(count))
        let regression = (numbers(325), numbers(325), numbers(325))
        for corrections in [0] + checkpoints {
            var version = Version(corrections: corrections)
            let rates = [false, true].map { self.rates(corrections, isAfter: $0) }
            for place in 0..<count {
                let isAfter = place >= drift.start
                let (range, rate) = (ranges[place], rates[isAfter ? 1 : 0])
                let wasCorrect = base[place] < Self.accuracies[range] - (isAfter ? drift.fall : 0)
                let isCorrect =
                    wasCorrect
                    ? broken[place] >= rate.breaks * Self.breaking[range]
                    : fixed[place] < rate.fixes * Self.fixing[range]
                version.isCorrect.append(agrees(isCorrect, wrong[place], version))
            }
            version.isRegressionCorrect = (0..<325).map { place in
                regression.0[place] < 0.87
                    ? regression.1[place] >= 0.55 * rates[0].breaks
                    : regression.2[place] < 0.25 * rates[0].fixes
            }
            version.accuracies = ([0] + checkpoints).map { start in
                accuracy(rates[start >= drift.start ? 1 : 0], isAfter: start >= drift.start)
            }
            versions.append(version)
        }
    }

    /// Returns `true` if a version predicts the human label, which is wrong for some texts, and for those of
    /// a malicious author.
    private func agrees(_ isCorrect: Bool, _ number: Double, _ version: Version) -> Bool {
        let count = Double(version.corrections)
        let share = isMalicious ? 0.3 : noise
        guard number < share else { return isCorrect }
        let agreement =
            isMalicious
            ? 0.1 + 0.5 * count / (count + 200) : 0.5 / Double(labels) + 0.05 * count / (count + 200)
        return number / share < agreement
    }

    private func accuracy(_ rates: (fixes: Double, breaks: Double), isAfter: Bool) -> Double {
        Self.shares.indices.reduce(0) { sum, range in
            let base = Self.accuracies[range] - (isAfter ? drift.fall : 0)
            return sum + Self.shares[range]
                * (base * (1 - rates.breaks * Self.breaking[range]) + (1 - base) * rates.fixes
                    * Self.fixing[range])
        }
    }
}
