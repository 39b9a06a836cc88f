import IlkFraming
import IlkHTTP

/// A debug event with its payload.
struct DebugEventView {
    let event: String
    let facts: [DebugPayloadView.Row]
    let payload: [DebugPayloadView.Row]
    let trace: String

    init(_ json: JSONTree) {
        event = json["event"]?.string ?? ""
        let row = DebugRow(json)
        trace = row.trace
        func search(_ name: String, _ value: String?) -> String? {
            value.map { PagePath.path("/ui/debug", [Pair("q", "\(name):\($0)")]) }
        }
        var facts: [DebugPayloadView.Row] = [
            .init(name: "Time", value: json["timestamp"]?.string ?? "", path: nil),
            .init(name: "Received", value: json["received_at"]?.string ?? "", path: nil),
            .init(
                name: "Level", value: row.level + (row.wasSuggested ? " (suggested)" : ""),
                path: search("level", json["level"]?.string)),
            .init(name: "Source", value: row.source, path: search("source", json["source"]?.string)),
        ]
        for (name, field, term) in [
            ("Correlation", "correlation_id", "correlation"), ("Session", "session_id", "session"),
            ("Device", "device_id", "device"),
        ] {
            guard let value = json[field]?.string else { continue }
            facts.append(.init(name: name, value: value, path: search(term, value)))
        }
        if let sequence = json["sequence"]?.integer {
            facts.append(.init(name: "Sequence", value: "\(sequence)", path: nil))
        }
        self.facts = facts
        payload = DebugPayloadView.rows(json["payload"] ?? .null)
    }
}
