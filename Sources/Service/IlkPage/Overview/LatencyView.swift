import IlkHTTP

/// The durations of requests since the start of the server, from its metrics.
struct LatencyView {
    struct Row {
        let route: String
        let requests: Int
        let median: String
        let slow: String
    }

    /// The buckets of a Prometheus histogram: cumulative numbers of requests by upper limit of the duration,
    /// in seconds.
    private typealias Buckets = [Double: Int]

    /// The maximum number of shown routes. Those with the most requests are shown.
    private static let maximum = 8
    private static let prefix = "ilk_http_request_duration_seconds_bucket{"

    let rows: [Row]

    /// - Returns: `nil` without metrics, without requests, or if the person may not read the metrics.
    /// - Throws: ``Problem``.
    init?(_ visit: Visit) async throws {
        let text: String
        do {
            guard case .bytes(let bytes) = try await visit.respond("GET", "/metrics").body else { return nil }
            text = String(decoding: bytes, as: UTF8.self)
        } catch let problem as Problem where [403, 404].contains(problem.type.status) {
            return nil
        }
        self.init(text)
    }

    /// - Parameter metrics: The metrics in the Prometheus text format.
    init?(_ metrics: String) {
        var routes: [String: Buckets] = [:]
        for line in metrics.split(separator: "\n") where line.hasPrefix(Self.prefix) {
            guard let route = Self.label("route", in: line), route.hasPrefix("/v1/"),
                let limit = Self.label("le", in: line), let end = line.lastIndex(of: " "),
                let count = Double(line[line.index(after: end)...])
            else { continue }
            let method = Self.label("method", in: line) ?? ""
            let upper = limit == "+Inf" ? .infinity : Double(limit) ?? .infinity
            routes["\(method) \(route)", default: [:]][upper, default: 0] += Int(count)
        }
        rows = routes.map { ($0.key, $0.value[.infinity] ?? 0, $0.value) }
            .sorted { ($1.1, $0.0) < ($0.1, $1.0) }.prefix(Self.maximum).map { route, count, buckets in
                Row(
                    route: route, requests: count, median: Self.quantile(0.5, of: buckets),
                    slow: Self.quantile(0.99, of: buckets))
            }
        if rows.isEmpty { return nil }
    }

    private static func label(_ name: String, in line: Substring) -> String? {
        guard let start = line.firstRange(of: name + "=\"")?.upperBound else { return nil }
        return String(line[start...].prefix { $0 != "\"" })
    }

    /// Returns a quantile of the durations as text: `0.5` → `at most 25 ms`.
    private static func quantile(_ share: Double, of buckets: Buckets) -> String {
        let limits = buckets.sorted { $0.key < $1.key }
        let wanted = share * Double(buckets[.infinity] ?? 0)
        guard let limit = limits.first(where: { Double($0.value) >= wanted })?.key else { return "" }
        guard limit.isFinite else {
            return "more than \(time(limits.dropLast().last?.key ?? 0))"
        }
        return "at most \(time(limit))"
    }

    private static func time(_ seconds: Double) -> String {
        let (number, unit) = seconds < 1 ? ((seconds * 10_000).rounded() / 10, "ms") : (seconds, "s")
        return (number == number.rounded() ? "\(Int(number))" : "\(number)") + " " + unit
    }
}
