import Metrics

/// A counter of events in this process, exported on a ``MetricsPage``.
public struct EventCounter: Sendable {
    private let counter: Counter

    /// Creates a counter.
    ///
    /// - Parameters:
    ///   - name: The name of the metric, ending in `_total`.
    ///   - labels: The label names and values that distinguish this counter from other counters with the same
    ///     name.
    public init(_ name: String, labels: [(String, String)] = []) {
        counter = Counter(label: name, dimensions: labels)
    }

    /// Increments the counter.
    ///
    /// - Parameter count: The number of events.
    public func increment(by count: Int = 1) { counter.increment(by: count) }
}
