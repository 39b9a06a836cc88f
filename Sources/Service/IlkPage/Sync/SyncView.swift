import IlkFraming
import IlkHTTP

/// The stores with what waits to be synced, and the devices.
struct SyncView {
    struct Store {
        let name: String
        let hub: String
        let last: String
        let waiting: Int
        let refused: Int
        let conflicts: Int
        let hasProblem: Bool
    }

    struct Device {
        let name: String
        let id: String
    }

    struct Token {
        let name: String
        let account: String
        let lastUsed: String
        let state: String
    }

    let tabs: [PageTab]
    let hasTabs = true
    let stores: [Store]
    let hasStores: Bool
    let devices: [Device]
    let hasDevices: Bool
    let tokens: [Token]
    let hasTokens: Bool

    /// - Parameter tokens: The tokens of the hub, or null for people who may not see them.
    init(tabs: [PageTab], _ json: JSONTree, tokens: JSONTree) {
        self.tabs = tabs
        stores = (json["stores"]?.elements ?? []).map(Store.init)
        hasStores = !stores.isEmpty
        devices = (json["devices"]?.elements ?? []).map {
            Device(name: $0["name"]?.string ?? "", id: String(($0["id"]?.string ?? "").suffix(8)))
        }
        hasDevices = !devices.isEmpty
        let syncing = (tokens["items"]?.elements ?? []).filter { token in
            (token["scopes"]?.strings ?? []).contains("sync")
        }
        self.tokens = syncing.map { token in
            Token(
                name: token["name"]?.string ?? "", account: token["account"]?.string ?? "",
                lastUsed: (token["lastUsed"]?.string).map { PageText.time($0) + " UTC" } ?? "never",
                state: token["isExpired"]?.bool == true ? "expired" : "valid")
        }
        hasTokens = !self.tokens.isEmpty
    }
}

extension SyncView.Store {
    fileprivate init(_ json: JSONTree) {
        name = json["name"]?.string ?? ""
        hub = json["hub"]?.string ?? (name == "calls" ? "a Monica server" : "not synced yet")
        last = (json["lastSync"]?.string).map { PageText.time($0) + " UTC" } ?? ""
        waiting = json["waiting"]?.integer ?? 0
        refused = json["refused"]?.integer ?? 0
        conflicts = json["conflicts"]?.integer ?? 0
        hasProblem = refused > 0 || conflicts > 0
    }
}

/// The calls that wait for the server, in their order.
struct OutboxView {
    struct Row {
        struct Retry {
            let key: String
        }

        let path: String
        let contact: String
        let change: String
        let status: String
        let isFailed: Bool
        let attempts: Int
        let notBefore: String
        let error: String
        let retry: Retry?
    }

    struct RetryAll {
        let count: Int
    }

    let tabs: [PageTab]
    let hasTabs = true
    let rows: [Row]
    let hasRows: Bool
    let retryAll: RetryAll?

    init(tabs: [PageTab], _ json: JSONTree, canRetry: Bool) {
        self.tabs = tabs
        rows = (json["items"]?.elements ?? []).map { Row($0, canRetry: canRetry) }
        hasRows = !rows.isEmpty
        let failed = rows.count { $0.isFailed }
        retryAll = canRetry && failed > 1 ? RetryAll(count: failed) : nil
    }
}

extension OutboxView.Row {
    fileprivate init(_ json: JSONTree, canRetry: Bool) {
        let key = json["key"]?.string ?? ""
        path = "/ui" + PagePath.path("calls", key)
        contact = json["contact"]?.string ?? ""
        change = json["change"]?.string ?? ""
        status = json["syncStatus"]?.string ?? ""
        isFailed = status == "failed"
        attempts = json["attempts"]?.integer ?? 0
        notBefore = (json["notBefore"]?.string).map { PageText.time($0) + " UTC" } ?? ""
        error =
            json["syncError"]?.string
            ?? (json["isOutcomeUnknown"]?.bool == true ? "no response to the last attempt" : "")
        retry = canRetry && isFailed ? Retry(key: key) : nil
    }
}
