import IlkFraming
import IlkHTTP

/// A debug event with its payload.
struct DebugEventView {
    struct Fact {
        let name: String
        let value: String
        let path: String?
    }

    let event: String
    let facts: [Fact]
    let payload: [DebugPayloadView.Row]
    let hasPayload: Bool
    let trace: String

    init(_ json: JSONTree) {
        event = json["event"]?.string ?? ""
        let row = DebugRow(json)
        trace = row.trace
        func search(_ name: String, _ value: String?) -> String? {
            value.map { PagePath.path("/ui/debug", [Pair("q", "\(name):\($0)")]) }
        }
        var facts = [
            Fact(name: "Time", value: json["timestamp"]?.string ?? "", path: nil),
            Fact(name: "Received", value: json["received_at"]?.string ?? "", path: nil),
            Fact(
                name: "Level", value: row.level + (row.wasSuggested ? " (suggested)" : ""),
                path: search("level", json["level"]?.string)),
            Fact(name: "Source", value: row.source, path: search("source", json["source"]?.string)),
        ]
        for (name, field, term) in [
            ("Correlation", "correlation_id", "correlation"), ("Session", "session_id", "session"),
            ("Device", "device_id", "device"),
        ] {
            guard let value = json[field]?.string else { continue }
            facts.append(Fact(name: name, value: value, path: search(term, value)))
        }
        if let sequence = json["sequence"]?.integer {
            facts.append(Fact(name: "Sequence", value: "\(sequence)", path: nil))
        }
        self.facts = facts
        payload = DebugPayloadView.rows(json["payload"] ?? .null)
        hasPayload = !payload.isEmpty
    }
}

/// The events of a correlation in their order.
struct DebugTraceView {
    struct Row {
        let event: DebugRow
        /// The time since the first event.
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

/// The most frequent templates of debug events.
struct DebugTemplateListView {
    struct Row {
        let template: String
        let count: Int
        let before: Int
        let isNew: Bool
        let isGrowing: Bool
        let first: String
        let last: String
    }

    let tabs: [PageTab]
    let hasTabs = true
    let hours: String
    let rows: [Row]
    let hasRows: Bool

    init(tabs: [PageTab], _ json: JSONTree, hours: String) {
        self.tabs = tabs
        self.hours = hours.isEmpty ? "24" : hours
        rows = (json["items"]?.elements ?? []).map { item in
            let text = item["template"]?.string ?? ""
            return Row(
                template: text.isEmpty ? "(all others)" : text, count: item["count"]?.integer ?? 0,
                before: item["before"]?.integer ?? 0, isNew: item["isNew"]?.bool == true,
                isGrowing: item["isNew"]?.bool != true && (item["growth"]?.double ?? 0) >= 3,
                first: PageText.time(item["firstSeen"]?.string), last: PageText.time(item["lastSeen"]?.string)
            )
        }
        hasRows = !rows.isEmpty
    }
}

/// The newest debug events, which the script renews.
struct DebugTailView {
    let tabs: [PageTab]
    let hasTabs = true
    let q: String
    let path: String
    let rows: [DebugRow]
    let hasRows: Bool

    init(tabs: [PageTab], _ page: JSONTree, q: String) {
        self.tabs = tabs
        self.q = q
        path = PagePath.path("/ui/debug/tail", [Pair("q", q)])
        rows = (page["items"]?.elements ?? []).map(DebugRow.init)
        hasRows = !rows.isEmpty
    }
}
