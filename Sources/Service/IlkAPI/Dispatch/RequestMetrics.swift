import IlkHTTP
import Metrics
import Synchronization

/// Counts requests and measures their durations. No metric label contains data of a request.
final class RequestMetrics: Sendable {
    private struct Key: Hashable {
        var method: String
        var route: String
        var status: Int
    }

    private let all = Mutex<[Key: (count: Counter, duration: Timer)]>([:])
    private let active = Meter(label: "ilk_http_active_requests")
    private static let methods = Set(HTTPMethod.allCases.map(\.rawValue) + ["HEAD", "OPTIONS"])

    /// Counts an active request, and starts to measure its duration.
    ///
    /// - Parameters:
    ///   - method: The method as sent.
    ///   - route: The template of the path, or `nil` for an unknown path.
    /// - Returns: A function to call at the end of the request, with the status of the response, or `nil` if
    ///   the request was canceled.
    func begin(_ method: String, _ route: RoutePath?) -> @Sendable (Int?) -> Void {
        active.increment()
        let start = ContinuousClock.now
        // An unknown method is data of the request, which must not be in a label.
        let known = Self.methods.contains(method) ? method : "other"
        return { [self] status in
            active.decrement()
            guard let status else { return }
            let (count, duration) = series(
                Key(method: known, route: route?.description ?? "unknown", status: status))
            count.increment()
            let time = (ContinuousClock.now - start).components
            duration.recordNanoseconds(time.seconds * 1_000_000_000 + time.attoseconds / 1_000_000_000)
        }
    }

    private func series(_ key: Key) -> (count: Counter, duration: Timer) {
        all.withLock { all in
            if let known = all[key] { return known }
            let labels = [("method", key.method), ("route", key.route), ("status", "\(key.status)")]
            let new = (
                Counter(label: "ilk_http_requests_total", dimensions: labels),
                Timer(label: "ilk_http_request_duration", dimensions: labels, preferredDisplayUnit: .seconds)
            )
            all[key] = new
            return new
        }
    }
}
