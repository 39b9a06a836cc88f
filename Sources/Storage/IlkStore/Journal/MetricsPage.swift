import IlkVocabulary
public import Metrics
import Synchronization

/// A metrics page in Prometheus' text format 0.0.4.
///
/// The page has the lines of the series, sorted by name and labels, with `# HELP` and `# TYPE` before the
/// first series of each name. Timers are histograms in seconds, and aggregating recorders are summaries
/// without quantiles.
public final class MetricsPage: MetricsFactory {
    private struct Key: Hashable {
        var name: String
        var labels: String
    }

    private let all = Mutex<[Key: MetricsSeries]>([:])
    private let help = Mutex<[String: String]>([:])

    /// Creates an empty page.
    public init() {}

    /// The page of this process. The page counts events from the first use of this property.
    public static let shared: MetricsPage = {
        let page = MetricsPage()
        MetricsSystem.bootstrap(page)
        return page
    }()

    /// Sets the descriptions of metrics, the lines `# HELP`.
    ///
    /// - Parameter texts: The descriptions by the names of the metrics.
    public func describe(_ texts: [String: String]) { help.withLock { $0.merge(texts) { $1 } } }

    /// The `Content-Type` of the page.
    public static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    /// The text of the page.
    public var text: String {
        let series = all.withLock { $0.map { ($0.key, $0.value) } }
            .sorted { ($0.0.name, $0.0.labels) < ($1.0.name, $1.0.labels) }
        let help = help.withLock { $0 }
        var text = ""
        var last: String?
        for (key, one) in series {
            if key.name != last {
                if let words = help[key.name] { text += "# HELP \(key.name) \(Self.line(words))\n" }
                text += "# TYPE \(key.name) \(one.kind.rawValue)\n"
            }
            last = key.name
            one.write(key.name, key.labels, to: &text)
        }
        return text
    }

    private func series(
        _ label: String, _ dimensions: [(String, String)], _ kind: MetricsSeries.Kind, divisor: Double = 1
    ) -> MetricsSeries {
        let labels = dimensions.sorted { $0.0 < $1.0 }
            .map { "\(Self.name($0.0, allowsColon: false))=\"\(Self.escaped($0.1))\"" }
        let key = Key(name: Self.name(label, allowsColon: true), labels: labels.joined(separator: ","))
        return all.withLock { series in
            if let known = series[key], known.kind == kind { return known }
            let new = MetricsSeries(kind, divisor: divisor)
            series[key] = new
            return new
        }
    }

    /// Replaces characters that are not allowed in a Prometheus name, and adds an underscore before a leading
    /// digit.
    private static func name(_ label: String, allowsColon: Bool) -> String {
        let name = String(
            label.unicodeScalars.map { scalar -> Character in
                let isFit = scalar.isASCIILetter || scalar.isASCIIDigit
                return isFit || (allowsColon && scalar == ":") ? Character(scalar) : "_"
            })
        return name.first.map(\.isNumber) ?? true ? "_" + name : name
    }

    private static func escaped(_ value: String) -> String {
        line(value).replacing("\"", with: "\\\"")
    }

    private static func line(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
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

    /// Returns the histogram, in seconds, of a label and its dimensions.
    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(label + "_seconds", dimensions, .histogram, divisor: 1e9)
    }

    /// Does nothing. The counter stays on the page, and a later counter with the same label continues it.
    public func destroyCounter(_ handler: any CounterHandler) {}
    /// Does nothing. The meter stays on the page.
    public func destroyMeter(_ handler: any MeterHandler) {}
    /// Does nothing. The recorder stays on the page.
    public func destroyRecorder(_ handler: any RecorderHandler) {}
    /// Does nothing. The timer stays on the page.
    public func destroyTimer(_ handler: any TimerHandler) {}
}
