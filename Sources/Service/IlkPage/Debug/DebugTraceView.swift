import IlkFraming
import IlkHTTP

/// The events with one correlation id, in order of time.
struct DebugTraceView {
    struct Row {
        let event: DebugRow
        /// The time since the first event, such as `+120 ms`.
        let offset: String
    }

    let correlation: String
    let rows: [Row]
    let search: String

    init(_ json: JSONTree, correlation: String) {
        self.correlation = correlation
        search = PagePath.path("/ui/debug", [Pair("q", "correlation:\(correlation)")])
        let items = json["items"]?.elements ?? []
        let times = items.map { ($0["timestamp"]?.string).flatMap(PageText.milliseconds) }
        let first = times.first ?? nil
        rows = zip(items, times).map { item, time in
            let offset = first.flatMap { first in time.map { "+\($0 - first) ms" } } ?? ""
            return Row(event: DebugRow(item), offset: offset)
        }
    }
}
