import IlkFraming
import IlkHTTP

/// The settings of the server with their origins.
struct SettingListView {
    struct Row {
        let name: String
        let value: String
        let origin: String
        let isDefault: Bool
    }

    let tabs: [PageTab]
    let hasTabs: Bool
    let rows: [Row]
    let hasRows: Bool

    /// - Parameter json: The settings, or the problem of a server that tells none.
    init(tabs: [PageTab], _ json: Result<JSONTree, Problem>) {
        self.tabs = tabs
        hasTabs = !tabs.isEmpty
        let items = (try? json.get())?["items"]?.elements ?? []  // A server in a program has none.
        rows = items.map { item in
            let origin = item["origin"]?.string ?? ""
            return Row(
                name: item["name"]?.string ?? "", value: item["value"]?.string ?? "", origin: origin,
                isDefault: origin == "default")
        }
        hasRows = !rows.isEmpty
    }
}
