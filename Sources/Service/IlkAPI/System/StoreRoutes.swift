import FoundationEssentials
import IlkHTTP
import IlkStore
import IlkSyncStore
import IlkVocabulary
import Logging

/// The stores of the server: their files, and a copy of each while it is in use.
struct StoreRoutes {
    /// Returns the stores. Logs are added while the server runs.
    let stores: @Sendable () -> [ServerStore]
    private let turns = ConcurrencyLimit()
    private let checks = ConcurrencyLimit()

    /// The maximum number of copies that are made or sent at the same time.
    private static let maximumCopies = 2

    var routes: [Route] { [list, backup] }

    private var list: Route {
        let check = JSONSchema.Field(
            "check", .boolean,
            "true to check the files too, which takes a time proportional to their sizes.")
        return Route(
            .get, "/v1/stores", "listStores", tag: "system", "List the stores with their files.",
            access: .token(.admin), parameters: [Parameter(.query, check)],
            answers: [.init(200, "The stores.", ["application/json"], Self.form)], problems: [.queueFull]
        ) { [stores, checks] call in
            guard call.value("check")?.bool == true else {
                return try await Self.list(stores(), isChecked: false)
            }
            return try await checks.perform(1, "checks of stores") {
                try await Self.list(stores(), isChecked: true)
            }
        }
    }

    private static func list(_ stores: [ServerStore], isChecked: Bool) async throws -> APIResponse {
        var items: [JSONObject] = []
        for store in stores { items.append(await fields(store, isChecked: isChecked)) }
        return try .json(encoding: ["items": items] as JSONObject).tagged
    }

    private static func fields(_ store: ServerStore, isChecked: Bool) async -> JSONObject {
        var fields: JSONObject = [
            "name": store.name, "path": store.path, "bytes": StoreLocation.file(store.path).bytes,
        ]
        do {
            guard let file = try store.open() else {
                fields["exists"] = false
                return fields
            }
            fields["exists"] = true
            let schema = try await file.schemaVersion()
            (fields["schema"], fields["programSchema"]) = (schema.file, schema.program)
            if let journaled = file as? any JournaledStore {
                let ledger = try await journaled.ledger()
                fields["ledger"] = Dictionary(
                    uniqueKeysWithValues: ledger.outcomes.map { ($0.name, $0.entries) })
                fields["isBalanced"] = ledger.isBalanced
            }
            if isChecked {
                fields["isChecked"] = true
                fields["fault"] = try await file.fault()
            }
        } catch {
            fields["exists"] = true
            fields["fault"] = FailureText.words(error, Logger(label: "ilk.server"))
        }
        return fields
    }

    private static let form = JSONSchema.named(
        "Stores",
        .object([
            .init(
                "items",
                .array(
                    of: .object([
                        .init("name", .string(), isRequired: true),
                        .init("path", .string(), isRequired: true, "The path of the file."),
                        .init("exists", .boolean, isRequired: true, "false if the file does not exist yet."),
                        .init("bytes", .integer(0...Int.max), isRequired: true, "The size of the file."),
                        .init("schema", .integer(0...Int.max), "The version of the file's schema."),
                        .init(
                            "programSchema", .integer(0...Int.max), "The version of this program's schema."),
                        .init(
                            "ledger", .object([], others: .each(.integer())),
                            "All entries that programs passed to the store, counted by outcome."),
                        .init("isBalanced", .boolean, "true if each entry has an outcome."),
                        .init("isChecked", .boolean, "true if the file was checked."),
                        .init("fault", .string(), "The fault of the file; missing if none was found."),
                    ])), isRequired: true)
        ]))

    // MARK: Copies

    private static let mediaType = "application/vnd.sqlite3"

    private var backup: Route {
        let name = JSONSchema.Field("store", .string(1...200), isRequired: true, "The name of the store.")
        return Route(
            .get, "/v1/stores/{store}/backup", "downloadBackup", tag: "system",
            "Download a backup with all texts of a store. The store's command 'restore' reads it.",
            access: .token(.admin), parameters: [Parameter(.path, name)],
            answers: [.init(200, "The database.", [Self.mediaType])], problems: [.noSuchRecord, .queueFull]
        ) { [stores, turns] call in
            let name = call.value("store")?.string ?? ""
            guard let store = stores().first(where: { $0.name == name }), let file = try store.open() else {
                throw Problem(.noSuchRecord, "there is no store '\(name)'; GET /v1/stores lists the stores")
            }
            let turn = try turns.turn(Self.maximumCopies, "backups")
            let copy = try await turn.perform { try StoreCopy(of: file, beside: store.path, turn) }
            var response = APIResponse(200, Self.mediaType, .stream { try await copy.write(to: &$0) })
            response.headers["Content-Length"] = String(copy.count)
            response.headers["Content-Disposition"] = "attachment; filename=\"\(name).sqlite\""
            return response
        }
    }
}
