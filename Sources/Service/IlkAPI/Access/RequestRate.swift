import IlkHTTP
import IlkSyncStore
import Synchronization

/// A limit on the requests of each client within a minute. The minute begins with the client's first request.
final class RequestRate: Sendable {
    private struct Window {
        let start: UInt64
        var count = 0
    }

    private static let length: UInt64 = 60_000
    /// The maximum number of clients with a counter. At this number, the counters whose minute is over are
    /// removed. If that is not enough, all counters are removed.
    private static let maximumClients = 10_000

    private let limit: Int
    private let clock: any SyncClock
    private let windows = Mutex<[String: Window]>([:])

    /// - Parameters:
    ///   - limit: The maximum number of requests of a client per minute.
    ///   - clock: The clock that measures the minutes.
    init(_ limit: Int, _ clock: any SyncClock) {
        self.limit = limit
        self.clock = clock
    }

    /// Counts a request.
    ///
    /// - Parameters:
    ///   - client: The key of the client: its token, or its address if it sends no token.
    ///   - headers: The headers of the response, to which the remaining number of requests is added
    ///     (draft-ietf-httpapi-ratelimit-headers).
    /// - Throws: ``Problem`` `rate` if the client has no requests left.
    func count(_ client: String, _ headers: inout HeaderFields) throws(Problem) {
        let (window, now) = windows.withLock { windows in
            // Read while the windows are locked, so that no window starts later.
            let now = clock.monotonic
            if windows.count >= Self.maximumClients {
                windows = windows.filter { now - $0.value.start < Self.length }
                if windows.count >= Self.maximumClients { windows = [:] }
            }
            var window = windows[client] ?? Window(start: now)
            if now - window.start >= Self.length { window = Window(start: now) }
            window.count += 1
            windows[client] = window
            return (window, now)
        }
        let seconds = Int((window.start + Self.length - now + 999) / 1000)
        headers["RateLimit-Policy"] = "\"default\";q=\(limit);w=60"
        headers["RateLimit"] = "\"default\";r=\(max(0, limit - window.count));t=\(seconds)"
        guard window.count <= limit else {
            throw Problem(.rate, "more than \(limit) requests within a minute", retryAfter: seconds)
        }
    }
}
