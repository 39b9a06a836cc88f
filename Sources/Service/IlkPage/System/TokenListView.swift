import IlkFraming
import IlkHTTP
import IlkSyncStore

/// The tokens of all accounts.
struct TokenListView {
    struct Row {
        let account: String
        let name: String
        let scopes: String
        let created: String
        let expires: String
        let isExpired: Bool
        let lastUsed: String
        let path: String
        let isOwn: Bool
    }

    let rows: [Row]
    let scopes: [Pair]

    private static let scopes: KeyValuePairs<AccessScope, String> = [
        .read: "read everything", .correct: "read and correct", .train: "read, train and promote",
        .classify: "classify texts", .sync: "sync a device", .debug: "send debug events",
        .metrics: "read the metrics", .admin: "everything",
    ]

    /// - Parameter own: The name of the token of the session.
    init(_ json: JSONTree, own: String) {
        scopes = Self.scopes.map { Pair($0.key.rawValue, $0.value) }
        rows = (json["items"]?.elements ?? []).map { item in
            let name = item["name"]?.string ?? ""
            return Row(
                account: item["account"]?.string ?? "", name: name,
                scopes: (item["scopes"]?.strings ?? []).joined(separator: ", "),
                created: PageText.time(item["created"]?.string),
                expires: (item["expires"]?.string).map { PageText.time($0) } ?? "never",
                isExpired: item["isExpired"]?.bool == true,
                lastUsed: (item["lastUsed"]?.string).map { PageText.time($0) } ?? "never",
                path: "/ui" + PagePath.path("system", "tokens", name, "revoke"), isOwn: name == own)
        }
    }
}
