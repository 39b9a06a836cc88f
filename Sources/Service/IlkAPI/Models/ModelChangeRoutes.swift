import FoundationEssentials
import Ilk
import IlkFiles
import IlkFraming
import IlkHTTP
import IlkLearning
import IlkSyncStore
import IlkVocabulary

/// Routes that change the active version of a taxonomy. The server uses the new version within a second.
struct ModelChangeRoutes {
    let folders: IlkFolders
    private let turns = ConcurrencyLimit()

    init(folders: IlkFolders) { self.folders = folders }

    var routes: [Route] { [upload, promote, rollback] }

    /// The largest upload in bytes: half of the memory for all bodies of requests.
    private static let largestUpload = 32 << 20

    private var upload: Route {
        let reason = JSONSchema.Field("reason", .string(1...250), "The reason, for the history.")
        return Route(
            .post, "/v1/models", "uploadModel", tag: "models",
            "Upload a version, as 'ilk model import' does. The file names the taxonomy. The version is not activated.",
            access: .token(.train), parameters: [Parameter(.query, reason)],
            body: [
                .init(
                    ["application/x-tar", "application/octet-stream"], .bytes, isDefault: true,
                    "A downloaded version, or a model (.ilk).")
            ],
            answers: [
                .init(200, "The version exists already.", ["application/json"], ModelRoutes.form),
                .init(201, "The new version.", ["application/json"], ModelRoutes.form),
            ],
            problems: [.invalidBody, .conflict, .queueFull], isChange: true
        ) { [folders, turns] call in
            let signature = ChangeAuthor(
                who: call.token?.name ?? "token", why: call.value("reason")?.string, when: Date())
            // The turn is taken first, so that waiting uploads take no memory.
            return try await turns.perform(1, "uploads of models") {
                let bytes = try await call.body.whole(upTo: Self.largestUpload)
                let file: ImportedVersion
                do {
                    file = try ImportedVersion(bytes, file: "the model", signature, folders)
                } catch let error as any ReportedError {
                    throw Problem(
                        .invalidBody, faults: [FieldFault(.body(""), .type, error.description)])
                }
                let registry = ModelRegistry(folder: folders.models, taxonomy: file.manifest.taxonomy)
                let (version, isNew) = try registry.addOnce(
                    importing: file.model, file.manifest, signature)
                var response = try ModelRoutes.card(of: version, in: registry)
                response.status = isNew ? 201 : 200
                response.hasChanged = isNew
                response.headers["Location"] = "/v1/models/\(registry.taxonomy)/\(version)"
                return response
            }
        }
    }

    private static let ifMatch = IfMatch.parameter(
        "The ETag of the version 'active'. If another version has become active since, the status is 412.")

    /// Checks that the active version is still the one that the client has read, before work that takes
    /// time. The registry checks it again with ``isUnchanged(_:_:)`` while it is locked.
    private static func checkActive(_ call: APICall, _ registry: ModelRegistry) async throws {
        try await IfMatch.check(
            call, ModelRoutes.card(of: registry.activeVersionOrNone(), in: registry).headers["ETag"],
            "the active version")
    }

    /// Returns `true` if the active version is still the one that the client has read, or if the request has
    /// no `If-Match`.
    private static func isUnchanged(_ call: APICall, _ registry: ModelRegistry) -> Bool {
        IfMatch.isSatisfied(call) {
            let active = try registry.activeVersionOrNone()
            return try ModelRoutes.card(of: active, in: registry).headers["ETag"]
        }
    }

    private static let reason = JSONSchema.Field(
        "reason", .string(1...250), isRequired: true, "The reason for the change, for the history.")

    private var promote: Route {
        let force = JSONSchema.Field(
            "force", .boolean, "true to activate the version even if it is worse on the regression set.")
        return Route(
            .post, "/v1/models/{taxonomy}/{version}/promote", "promoteModel", tag: "models",
            "Activate a version. With 'none', no model is active.", access: .token(.train),
            parameters: [ModelParameters.taxonomy, ModelParameters.version, Self.ifMatch],
            body: [
                .init(
                    ["application/json"],
                    .json(.named("Promotion", .object([Self.reason, force])), limit: 1 << 16), "The change.")
            ],
            answers: [.init(200, "The active version.", ["application/json"], Self.form)],
            problems: ModelParameters.problems + [.changed], isChange: true
        ) { [folders] call in
            let (registry, version) = try ModelParameters.version(call, folders)
            try await Self.checkActive(call, registry)
            if call.json?["force"]?.bool != true, version != ModelRegistry.none {
                let check = try RegressionCheck(registry.taxonomy, folders) { try Task.checkCancellation() }
                if let objection = try check?.measure(version: version)?.objection {
                    throw Problem(.conflict, "the version was not activated: \(objection)")
                }
            }
            try Self.requireRules(for: version, of: registry, folders)
            let record = try registry.promote(version, Self.signature(call)) {
                Self.isUnchanged(call, registry)
            }
            return try Self.response(record, in: registry)
        }
    }

    private var rollback: Route {
        let time = JSONSchema.Field(
            "to", .string(1...40),
            "Restore the version that was active at this time: a day, an ISO 8601 time, an age (1h).")
        return Route(
            .post, "/v1/models/{taxonomy}/rollback", "rollbackModel", tag: "models",
            "Restore the previously active version.", access: .token(.train),
            parameters: [ModelParameters.taxonomy, Self.ifMatch],
            body: [
                .init(
                    ["application/json"],
                    .json(.named("Rollback", .object([Self.reason, time])), limit: 1 << 16), "The change.")
            ],
            answers: [.init(200, "The active version.", ["application/json"], Self.form)],
            problems: ModelParameters.problems + [.changed], isChange: true
        ) { [folders] call in
            let registry = try ModelParameters.registry(call, folders)
            try await Self.checkActive(call, registry)
            let signature = Self.signature(call)
            guard let text = call.json?["to"]?.string else {
                try Self.requireRules(for: registry.rollbackTarget(), of: registry, folders)
                let record = try registry.rollback(signature) { Self.isUnchanged(call, registry) }
                return try Self.response(record, in: registry)
            }
            guard let point = PointInTime(text) else {
                let rule = "must be a day (2026-11-21), an ISO 8601 time or an age (7d)"
                throw Problem(.invalidBody, faults: [FieldFault(.body("/to"), .type, rule)])
            }
            let date = point.date(now: signature.when)
            try Self.requireRules(for: registry.version(activeAt: date), of: registry, folders)
            let record = try registry.rollback(to: date, signature) { Self.isUnchanged(call, registry) }
            return try Self.response(record, in: registry)
        }
    }

    /// Returns the signature of a change: the name of the token, and the reason from the body.
    private static func signature(_ call: APICall) -> ChangeAuthor {
        ChangeAuthor(
            who: call.token?.name ?? "token", why: call.json?["reason"]?.string, when: Date())
    }

    /// Checks that rules decide if a change deactivates the model. Without rules and model, the server could
    /// not start again.
    private static func requireRules(
        for version: String?, of registry: ModelRegistry, _ folders: IlkFolders
    ) throws {
        guard version == ModelRegistry.none, try registry.activeVersionOrNone() != ModelRegistry.none,
            !LabelSetCatalog(folders: folders).hasUsableRules(registry.taxonomy)
        else { return }
        throw Problem(
            .conflict,
            "the taxonomy '\(registry.taxonomy)' has no usable rules: without a model, its texts cannot be "
                + "classified")
    }

    private static func response(
        _ record: RegistryRecord?, in registry: ModelRegistry
    ) throws -> APIResponse {
        var response = try APIResponse.json(
            encoding: [
                "taxonomy": registry.taxonomy, "version": try registry.activeVersionOrNone(),
                "before": record?.before, "isChanged": record != nil,
            ] as JSONObject)
        response.hasChanged = record != nil
        return response
    }

    private static let form = JSONSchema.named(
        "ActiveVersion",
        .object([
            .init("taxonomy", .string(), isRequired: true),
            .init("version", .string(), isRequired: true, "The active version, or 'none'."),
            .init("before", .string(), "The previously active version, if it changed."),
            .init("isChanged", .boolean, isRequired: true, "false if the version was active already."),
        ]))
}
