import FoundationEssentials
import IlkCalls
import IlkFraming
import IlkHTTP
import IlkLog
import IlkStore
import IlkSync
import IlkSyncStore
import IlkTransport
import IlkUsage
import IlkVocabulary

/// `GET /v1/sync/status`: the changes that wait to be synced, the devices, and the conflict copies (values
/// that a later change replaced).
struct SyncStatusRoutes {
    let calls: OpenRecords<CallLogStorage>
    let usage: OpenRecords<UsageStore>
    let shelf: LogShelf

    /// The maximum number of conflict copies that are listed for a store.
    private static let maximumCopies = 100

    var routes: [Route] {
        [
            Route(
                .get, "/v1/sync/status", "showSyncStatus", tag: "sync",
                "Show the waiting changes, the devices and the conflict copies of this machine's stores.",
                access: .token(.read), answers: [.init(200, "The status.", ["application/json"], Self.form)],
                problems: [.conflict]
            ) { _ in try APIResponse.json(encoding: try await status()).tagged }
        ]
    }

    private func status() async throws -> JSONObject {
        var (stores, devices): ([JSONObject], [JSONObject]) = ([], [])
        if let records = try calls.records() {
            let (waiting, refused) = try await records.syncCounts()
            let conflicts = try await records.conflicts().count
            stores.append([
                "name": "calls", "waiting": waiting, "refused": refused, "conflicts": conflicts,
                "copies": [JSONObject](),
            ])
        }
        if let records = try usage.records() {
            devices = try await records.devices().map { ["id": $0.id.description, "name": $0.name] }
            stores.append(try await Self.status("usage", usage.path, records))
        }
        for name in shelf.taxonomies {
            stores.append(
                try await Self.status("log-\(name)", shelf.path(of: name), shelf.log(name)))
        }
        return ["stores": stores, "devices": devices]
    }

    /// Returns the sync status of a store that tracks its changes.
    ///
    /// - Parameter path: The file of the store.
    private static func status(
        _ name: String, _ path: String, _ store: any ChangeTrackingStore
    ) async throws -> JSONObject {
        guard let replica = try ReplicaStore.existing(ofStore: path) else {
            return ["name": name, "waiting": 0, "refused": 0, "conflicts": 0, "copies": [JSONObject]()]
        }
        defer { try? replica.close() }  // It was only read.
        let status = try await ReplicaStatus(of: replica, for: store)
        let copies = try await replica.conflictCopies(limit: maximumCopies).map { copy -> JSONObject in
            [
                "id": String(copy.key.recordID.description.suffix(8)), "collection": copy.collection,
                "record": copy.lostValue.map { String($0.key.recordID.description.suffix(8)) },
                "value": String(decoding: copy.lostValue?.payload ?? [], as: UTF8.self),
            ]
        }
        return [
            "name": name, "hub": status.hub, "lastSync": status.lastSync.map(TimeText.text),
            "waiting": status.waiting, "refused": status.refused, "conflicts": status.copies,
            "copies": copies, "deferred": status.deferred.count, "missingLabels": status.deferred.labels,
        ]
    }

    private static let form: JSONSchema = {
        let count = JSONSchema.integer(0...Int.max)
        let copy = JSONSchema.object([
            .init("id", .string(), isRequired: true),
            .init("collection", .string(), isRequired: true, "The type of the record."),
            .init("record", .string()), .init("value", .string(), isRequired: true, "The replaced value."),
        ])
        let store = JSONSchema.object([
            .init("name", .string(), isRequired: true),
            .init("hub", .string(), "The address of the hub, after the first sync."),
            .init("lastSync", .string(), "The time of the last complete sync."),
            .init("waiting", count, isRequired: true, "The number of changes that were not sent."),
            .init("refused", count, isRequired: true), .init("conflicts", count, isRequired: true),
            .init("copies", .array(of: copy), isRequired: true, "At most 100 conflict copies."),
            .init("deferred", count, "The number of received records with a label that the log lacks."),
            .init("missingLabels", .array(of: .string()), "The labels that the log lacks."),
        ])
        let device = JSONSchema.object([
            .init("id", .string(), isRequired: true), .init("name", .string(), isRequired: true),
        ])
        return .named(
            "SyncStatus",
            .object([
                .init("stores", .array(of: store), isRequired: true),
                .init("devices", .array(of: device), isRequired: true, "The devices that record usage."),
            ]))
    }()
}
