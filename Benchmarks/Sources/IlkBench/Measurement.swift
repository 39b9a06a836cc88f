import Foundation

/// Two ways of doing the same, run in turns, so that what else the machine does hits both.
struct Measurement {
    static let rounds = 15

    let first: Double
    let second: Double
    /// The median of how many times longer the second takes, round by round.
    let ratio: Double

    /// Times `first` and `second` in turns; the figures are medians, in seconds a call.
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
