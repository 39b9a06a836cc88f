import Foundation

/// Two implementations timed in alternation, so that other load on the machine affects both.
struct Measurement {
    static let rounds = 15

    let first: Double
    let second: Double
    /// The median over all rounds of the second time divided by the first.
    let ratio: Double

    /// Times `first` and `second` in alternation. The results are medians, in seconds per call.
    init(_ first: () -> Void, beside second: () -> Void) {
        var (firsts, seconds): ([Double], [Double]) = ([], [])
        first()
        second()
        let calls = max(1, Int(0.01 / Self.time(1, first)))
        for _ in 0..<Self.rounds {
            firsts.append(Self.time(calls, first))
            seconds.append(Self.time(max(1, calls / 8), second))
        }
        self.first = Self.median(firsts)
        self.second = Self.median(seconds)
        ratio = Self.median(zip(firsts, seconds).map { $1 / $0 })
    }

    static func time(_ calls: Int, _ body: () -> Void) -> Double {
        let clock = ContinuousClock()
        let time = clock.measure { for _ in 0..<calls { body() } }
        return max(time / .seconds(1), 1e-9) / Double(calls)
    }

    static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}
