import Synchronization

/// A limit on concurrent requests.
final class ConcurrencyLimit: Sendable {
    private let count = Atomic(0)

    /// Adds a request, or returns `false` if the limit is reached.
    func enter(_ most: Int) -> Bool {
        if count.add(1, ordering: .relaxed).newValue <= most { return true }
        leave()
        return false
    }

    func leave() { count.subtract(1, ordering: .relaxed) }
}
