public import Metrics
import Synchronization

/// A metrics page in Prometheus' text format 0.0.4.
///
/// The page has one line per series, sorted by name and labels, with `# TYPE` before the first of a name.
/// Timers and aggregating recorders are summaries without quantiles; timers are in seconds.
public final class MetricsPage: MetricsFactory {
    private struct Key: Hashable {
        var name: String
        var labels: String
    }

    private let all = Mutex<[Key: MetricsSeries]>([:])

    /// Creates an empty page.
    public init() {}

    /// The page of this process. Events are counted from its first use.
    public static let shared: MetricsPage = {
        let page = MetricsPage()
        MetricsSystem.bootstrap(page)
        return page
    }()

    /// The `Content-Type` of the page.
    public static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    /// The text of the page.
    public var text: String {
        let series = all.withLock { $0.map { ($0.key, $0.value) } }
            .sorted { ($0.0.name, $0.0.labels) < ($1.0.name, $1.0.labels) }
        var text = ""
        var last: String?
        for (key, one) in series {
            let (value, count) = one.reading
            if key.name != last { text += "# TYPE \(key.name) \(one.kind.rawValue)\n" }
            last = key.name
            let labels = key.labels.isEmpty ? "" : "{\(key.labels)}"
            if one.kind == .summary {
                text +=
                    "\(key.name)_sum\(labels) \(Self.number(value))\n\(key.name)_count\(labels) \(count)\n"
            } else {
                text += "\(key.name)\(labels) \(Self.number(value))\n"
            }
        }
        return text
    }

    private func series(
        _ label: String, _ dimensions: [(String, String)], _ kind: MetricsSeries.Kind, scale: Double = 1
    ) -> MetricsSeries {
        let labels = dimensions.sorted { $0.0 < $1.0 }
            .map { "\(Self.name($0.0, allowsColon: false))=\"\(Self.escaped($0.1))\"" }
        let key = Key(name: Self.name(label, allowsColon: true), labels: labels.joined(separator: ","))
        return all.withLock { series in
            if let known = series[key], known.kind == kind { return known }
            let new = MetricsSeries(kind, scale: scale)
            series[key] = new
            return new
        }
    }

    /// Replaces characters that are not allowed in a Prometheus name, and adds an underscore before a leading
    /// digit.
    private static func name(_ label: String, allowsColon: Bool) -> String {
        let name = String(
            label.unicodeScalars.map { scalar -> Character in
                let isFit = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
                return isFit || (allowsColon && scalar == ":") ? Character(scalar) : "_"
            })
        return name.first.map(\.isNumber) ?? true ? "_" + name : name
    }

    private static func escaped(_ value: String) -> String {
        value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }

    /// Formats integers without a decimal point.
    private static func number(_ value: Double) -> String {
        Int64(exactly: value).map { "\($0)" } ?? "\(value)"
    }

    // MARK: MetricsFactory

    /// Returns the counter of a label and its dimensions.
    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(label, dimensions, .counter)
    }

    /// Returns the gauge of a label and its dimensions.
    public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(label, dimensions, .gauge)
    }

    /// Returns the gauge or, if it aggregates, the summary of a label and its dimensions.
    public func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler {
        series(label, dimensions, aggregate ? .summary : .gauge)
    }

    /// Returns the summary, in seconds, of a label and its dimensions.
    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(label + "_seconds", dimensions, .summary, scale: 1e-9)
    }

    /// Keeps the counter on the page, so that a later counter of that name continues it.
    public func destroyCounter(_ handler: any CounterHandler) {}
    /// Keeps the meter on the page.
    public func destroyMeter(_ handler: any MeterHandler) {}
    /// Keeps the recorder on the page.
    public func destroyRecorder(_ handler: any RecorderHandler) {}
    /// Keeps the timer on the page.
    public func destroyTimer(_ handler: any TimerHandler) {}
}

/// A series of the page: one line, or two for a summary.
final class MetricsSeries: CounterHandler, MeterHandler, RecorderHandler, TimerHandler {
    enum Kind: String {
        case counter, gauge, summary
    }

    let kind: Kind
    private let scale: Double
    private let state = Mutex<(value: Double, count: Int)>((0, 0))

    init(_ kind: Kind, scale: Double) {
        self.kind = kind
        self.scale = scale
    }

    /// The value and the number of recorded values. The value of a summary is the sum.
    var reading: (value: Double, count: Int) { state.withLock { $0 } }

    func increment(by amount: Int64) { increment(by: Double(amount)) }
    func increment(by amount: Double) { state.withLock { $0.value += amount } }
    func decrement(by amount: Double) { increment(by: -amount) }
    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { state.withLock { $0.value = value } }
    func reset() { state.withLock { $0 = (0, 0) } }
    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        state.withLock { state in
            state.value = kind == .summary ? state.value + value * scale : value
            state.count += 1
        }
    }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration)) }
}
