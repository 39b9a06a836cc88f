import IlkFraming
import IlkHTTP

/// The stores with the numbers of changes that wait to be synced, and the devices.
struct SyncView {
    struct Store {
        let name: String
        let hub: String
        let last: String
        let waiting: Int
        let refused: Int
        let conflicts: Int
        let hasProblem: Bool
        /// The received records that wait for a label of the log, or `nil` if there are none.
        let deferred: String?
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

    let stores: [Store]
    let devices: [Device]
    let tokens: [Token]

    /// - Parameter tokens: The tokens of the hub, or null for people who may not see them.
    init(_ json: JSONTree, tokens: JSONTree) {
        stores = (json["stores"]?.elements ?? []).map(Store.init)
        devices = (json["devices"]?.elements ?? []).map {
            Device(name: $0["name"]?.string ?? "", id: String(($0["id"]?.string ?? "").suffix(8)))
        }
        let syncing = (tokens["items"]?.elements ?? []).filter { token in
            (token["scopes"]?.strings ?? []).contains("sync")
        }
        self.tokens = syncing.map { token in
            Token(
                name: token["name"]?.string ?? "", account: token["account"]?.string ?? "",
                lastUsed: (token["lastUsed"]?.string).map { PageText.time($0) + " UTC" } ?? "never",
                state: token["isExpired"]?.bool == true ? "expired" : "valid")
        }
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
        let labels = json["missingLabels"]?.strings ?? []
        deferred = (json["deferred"]?.integer).flatMap { count in
            guard count > 0 else { return nil }
            let noun = labels.count == 1 ? "label" : "labels"
            return "\(PageText.counted(count, "received record")), for which the log lacks the \(noun) "
                + labels.joined(separator: ", ")
        }
        hasProblem = refused > 0 || conflicts > 0 || deferred != nil
    }
}
