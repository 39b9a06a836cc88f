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

    let rows: [Row]

    /// - Parameter json: The settings. Empty if another program embeds the server.
    init(_ json: JSONTree) {
        rows = (json["items"]?.elements ?? []).map { item in
            let origin = item["origin"]?.string ?? ""
            return Row(
                name: item["name"]?.string ?? "", value: item["value"]?.string ?? "", origin: origin,
                isDefault: origin == "default")
        }
    }
}
