import FoundationEssentials
import IlkFraming
import IlkHTTP
import IlkStore
import IlkSync
import IlkSyncStore
import IlkUsage
import IlkVocabulary

/// Routes about the conflict copies of usage and of the logs: values that a later change replaced, next to the
/// kept values.
struct SyncConflictRoutes {
    let usage: OpenRecords<UsageStore>
    let shelf: LogShelf

    var routes: [Route] { [list, delete] }

    /// The stores that sync with a hub.
    private var stores: [(name: String, path: String)] {
        [("usage", usage.path)] + shelf.taxonomies.map { ("log-\($0)", shelf.path(of: $0)) }
    }

    // MARK: List

    private var list: Route {
        let limit = JSONSchema.Field(
            "limit", .integer(1...1000), "The number of conflict copies of a store; by default 100.")
        return Route(
            .get, "/v1/sync/conflicts", "listSyncConflicts", tag: "sync",
            "List the values of usage and logs that a later change replaced, with the kept values.",
            access: .token(.read), parameters: [Parameter(.query, limit)],
            answers: [.init(200, "The conflict copies.", ["application/json"], Self.form)],
            problems: [.conflict]
        ) { call in
            var items: [JSONObject] = []
            var total = 0
            for store in stores {
                guard let replica = try ReplicaStore.existing(ofStore: store.path) else { continue }
                defer { try? replica.close() }  // It was only read.
                let limit = call.value("limit")?.integer ?? 100
                items += try await Self.copies(in: replica, of: store.name, limit: limit)
                total += try await replica.conflictCopyCount()
            }
            return try APIResponse.json(encoding: ["items": items, "total": total] as JSONObject).tagged
        }
    }

    private static func copies(
        in replica: ReplicaStore, of store: String, limit: Int
    ) async throws -> [JSONObject] {
        let copies = try await replica.conflictCopies(limit: limit)
        let kept = try await replica.records(of: copies.compactMap { $0.lostValue?.key })
        let records = Dictionary(kept.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
        return copies.map { copy -> JSONObject in
            let lost = copy.lostValue
            let record = lost.flatMap { records[$0.key] }
            return [
                "store": store, "id": copy.key.recordID.description, "collection": copy.collection,
                "record": lost?.key.recordID.description,
                "replaced": version(lost?.payload, copy.stamp),
                "kept": record.map { version($0.payload, $0.stamp) },
            ]
        }
    }

    /// Returns a value with the time of its change. A deleted record has no value.
    private static func version(_ payload: [UInt8]?, _ stamp: Stamp) -> JSONObject {
        [
            "value": payload.map { String(decoding: $0, as: UTF8.self) },
            "changedAt": TimeText.text(Date(milliseconds: stamp.time.milliseconds)),
        ]
    }

    private static let form: JSONSchema = {
        let version = JSONSchema.object([
            .init("value", .string(), "The record; missing if it was deleted."),
            .init("changedAt", .string(), isRequired: true, "The time of the change."),
        ])
        let copy = JSONSchema.object([
            .init("store", .string(), isRequired: true, "usage, or log- and the name of the taxonomy."),
            .init("id", .string(), isRequired: true, "The id of the conflict copy."),
            .init("collection", .string(), isRequired: true, "The type of the record."),
            .init("record", .string(), "The id of the record."),
            .init("replaced", version, isRequired: true, "The replaced value."),
            .init("kept", version, "The value at the last sync; missing if the record no longer exists."),
        ])
        return .named(
            "SyncConflicts",
            .object([
                .init("items", .array(of: copy), isRequired: true),
                .init("total", .integer(0...Int.max), isRequired: true, "The number of all conflict copies."),
            ]))
    }()

    // MARK: Delete

    private var delete: Route {
        let body = JSONSchema.object([
            .init("store", .string(1...200), isRequired: true, "The store, as the list names it."),
            .init("copies", .array(of: .string(36...36), 1...1000), isRequired: true, "The ids."),
        ])
        let form = JSONSchema.object([.init("deleted", .integer(0...Int.max), isRequired: true)])
        return Route(
            .post, "/v1/sync/conflicts/delete", "deleteSyncConflicts", tag: "sync",
            "Delete conflict copies, or none if one is missing. The next sync deletes them on all devices.",
            access: .token(.admin),
            body: [.init(["application/json"], .json(body, limit: 65_536), "The conflict copies.")],
            answers: [.init(200, "The number of deleted copies.", ["application/json"], form)],
            problems: [.noSuchRecord, .conflict], isChange: true
        ) { call in
            let names = call.json?["copies"]?.elements?.compactMap(\.string) ?? []
            let keys = names.compactMap { RecordID($0).map { SyncKey($0) } }
            let store = stores.first { $0.name == call.json?["store"]?.string }
            guard let store, keys.count == names.count,
                let replica = try ReplicaStore.existing(ofStore: store.path)
            else { throw Self.missing }
            defer { try? replica.close() }  // The deletion is committed before.
            return try await Self.remove(Set(keys), from: replica)
        }
    }

    private static let missing = Problem(.noSuchRecord, "the store has no such conflict copy")

    private static func remove(_ keys: Set<SyncKey>, from replica: ReplicaStore) async throws -> APIResponse {
        let known = Set(try await replica.conflictCopies(limit: .max).map(\.key))
        guard keys.isSubset(of: known) else { throw missing }
        do {
            let count = try await replica.deleteConflictCopies(keys)
            return try .json(encoding: ["deleted": count] as JSONObject)
        } catch let error as StoreError where error.code == .busy {
            throw Problem(.conflict, "another program is syncing the store; try again later")
        }
    }
}
