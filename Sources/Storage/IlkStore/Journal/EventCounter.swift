import Metrics

/// A count of what happens in this process, for whoever has all counts on a page (``MetricsPage``).
public struct EventCounter: Sendable {
    private let counter: Counter

    /// A counter.
    ///
    /// - Parameters:
    ///   - name: Its name, ending in `_total`.
    ///   - labels: What tells it from others of the name.
    public init(_ name: String, labels: [(String, String)] = []) {
        counter = Counter(label: name, dimensions: labels)
    }

    /// Counts on.
    public func increment() { counter.increment() }
}
