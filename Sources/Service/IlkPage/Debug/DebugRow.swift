import IlkFraming
import IlkHTTP

/// A debug event in a list.
struct DebugRow {
    let path: String
    let iso: String
    let time: String
    let level: String
    /// `true` for warnings and errors.
    let isSevere: Bool
    let wasSuggested: Bool
    let source: String
    let event: String
    let payload: String
    let trace: String
    let session: String

    init(_ json: JSONTree) {
        let id = json["id"]?.string ?? ""
        path = "/ui" + PagePath.path("debug", "events", id)
        iso = json["timestamp"]?.string ?? ""
        time = String(iso.prefix(10)) + " " + String(iso.dropFirst(11).prefix(12))
        let (level, suggested) = Self.level(json)
        self.level = level ?? suggested ?? "no level"
        wasSuggested = level == nil && suggested != nil
        isSevere = ["warn", "error"].contains(self.level)
        source = json["source"]?.string ?? ""
        event = PageText.cut(json["event"]?.string ?? "", to: 300)
        payload = PageText.cut(DebugPayloadView.line(json["payload"] ?? .null), to: 300)
        trace = "/ui" + PagePath.path("debug", "traces", json["correlation_id"]?.string ?? id)
        session = String((json["session_id"]?.string ?? "").suffix(8))
    }

    /// Returns the level of an event, and the suggested level.
    static func level(_ json: JSONTree) -> (level: String?, suggested: String?) {
        (json["corrected_level"]?.string ?? json["level"]?.string, json["suggestion"]?["label"]?.string)
    }
}
