import Metrics
import Synchronization

/// A series of a ``MetricsPage``: one line, or several for a summary or a histogram.
final class MetricsSeries: CounterHandler, MeterHandler, RecorderHandler, TimerHandler {
    enum Kind: String {
        case counter, gauge, summary, histogram
    }

    /// The upper bounds of the buckets of histograms, in seconds. The last bucket has none.
    private static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    private struct State {
        /// The value of a counter or gauge; for other types, the sum of the recorded values, not yet divided
        /// by `divisor`.
        var value = 0.0
        var count = 0
        /// The number of values in each bucket with a bound.
        var buckets: [Int] = []
    }

    let kind: Kind
    private let divisor: Double
    private let state: Mutex<State>

    init(_ kind: Kind, divisor: Double) {
        self.kind = kind
        self.divisor = divisor
        state = Mutex(State(buckets: kind == .histogram ? Self.bounds.map { _ in 0 } : []))
    }

    /// Appends the lines of the series.
    ///
    /// - Parameters:
    ///   - name: The name of the metric.
    ///   - labels: The labels without braces.
    ///   - text: The page.
    func write(_ name: String, _ labels: String, to text: inout String) {
        let state = state.withLock { $0 }
        let braces = labels.isEmpty ? "" : "{\(labels)}"
        guard kind == .summary || kind == .histogram else {
            text += "\(name)\(braces) \(Self.number(state.value))\n"
            return
        }
        if kind == .histogram {
            var count = 0
            let bounds = Self.bounds.map(Self.number) + ["+Inf"]
            for (bound, values) in zip(bounds, state.buckets + [0]) {
                count = bound == "+Inf" ? state.count : count + values
                let comma = labels.isEmpty ? "" : ","
                text += "\(name)_bucket{\(labels)\(comma)le=\"\(bound)\"} \(count)\n"
            }
        }
        text += "\(name)_sum\(braces) \(Self.number(state.value / divisor))\n"
        text += "\(name)_count\(braces) \(state.count)\n"
    }

    /// Formats integers without a decimal point.
    private static func number(_ value: Double) -> String {
        Int64(exactly: value).map { "\($0)" } ?? "\(value)"
    }

    func increment(by amount: Int64) { increment(by: Double(amount)) }
    func increment(by amount: Double) { state.withLock { $0.value += amount } }
    func decrement(by amount: Double) { increment(by: -amount) }
    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { state.withLock { $0.value = value } }
    func reset() { state.withLock { $0 = State(buckets: $0.buckets.map { _ in 0 }) } }
    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        let scaled = value / divisor
        state.withLock { state in
            state.count += 1
            guard kind == .summary || kind == .histogram else {
                state.value = value
                return
            }
            state.value += value
            if kind == .histogram, let bucket = Self.bounds.firstIndex(where: { scaled <= $0 }) {
                state.buckets[bucket] += 1
            }
        }
    }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration)) }
}
