import Ilk
import IlkFiles
import IlkFraming
import IlkHTTP
import IlkLearning
import IlkSyncStore
import IlkVocabulary

/// Routes that read models: the versions of all taxonomies, a version with its card, and its file.
struct ModelRoutes {
    let folders: IlkFolders

    var routes: [Route] { [list, show, file] }

    private var list: Route {
        let taxonomy = JSONSchema.Field("taxonomy", .string(1...100), "Only versions of this taxonomy.")
        return Route(
            .get, "/v1/models", "listModels", tag: "models", "List the versions of models, newest first.",
            access: .token(.read), parameters: [Parameter(.query, taxonomy)],
            answers: [.init(200, "The versions.", ["application/json"], Self.listForm)],
            problems: [.noSuchTaxonomy, .conflict]
        ) { [folders] call in
            let catalog = LabelSetCatalog(folders: folders)
            let wanted = call.value("taxonomy")?.string
            var (items, problems): ([JSONObject], [String]) = ([], [])
            for name in try wanted.map({ [$0] }) ?? catalog.names() {
                guard let registry = try catalog.registry(name) else {
                    throw ModelParameters.unknownTaxonomy(name, folders)
                }
                // If a registry cannot be read, the other registries are still listed.
                do throws(RegistryError) {
                    items += try VersionRecord.all(in: registry).map { $0.fields(of: name) }
                } catch {
                    problems.append("\(name): \(error.description)")
                }
            }
            return try APIResponse.json(encoding: ["items": items, "problems": problems] as JSONObject)
                .tagged
        }
    }

    private var show: Route {
        Route(
            .get, "/v1/models/{taxonomy}/{version}", "showModel", tag: "models",
            "Show a version with its figures, its history and its card.", access: .token(.read),
            parameters: [ModelParameters.taxonomy, ModelParameters.version],
            answers: [.init(200, "The version.", ["application/json"], Self.form)],
            problems: ModelParameters.problems
        ) { [folders] call in
            let (registry, version) = try ModelParameters.version(call, folders)
            return try Self.card(of: version, in: registry)
        }
    }

    /// Returns the response that shows a version, with its `ETag`.
    static func card(of version: String, in registry: ModelRegistry) throws -> APIResponse {
        var fields = try VersionRecord(version, in: registry).fields(of: registry.taxonomy)
        fields["card"] = try registry.card(version: version)
        return try APIResponse.json(encoding: fields).tagged
    }

    private var file: Route {
        Route(
            .get, "/v1/models/{taxonomy}/{version}/file", "downloadModel", tag: "models",
            "Download a version, in the format of 'ilk model import'.", access: .token(.read),
            parameters: [ModelParameters.taxonomy, ModelParameters.version],
            answers: [.init(200, "A tar archive with the files of the version.", ["application/x-tar"])],
            problems: ModelParameters.problems
        ) { [folders] call in
            let (registry, version) = try ModelParameters.version(call, folders)
            guard version != ModelRegistry.none else {
                throw Problem(.noSuchVersion, "no model of \(registry.taxonomy) is active")
            }
            let name = "\(registry.taxonomy)-\(version).tar"
            var response = APIResponse(200, "application/x-tar", .bytes(try registry.exported(version)))
                .tagged
            response.headers["Content-Disposition"] = "attachment; filename=\"\(name)\""
            return response
        }
    }

    static let form = JSONSchema.named(
        "ModelVersion",
        .object(
            [
                .init("taxonomy", .string(), isRequired: true),
                .init("version", .string(), isRequired: true, "A number, built-in, or none for no model."),
                .init("isActive", .boolean, isRequired: true),
                .init("digest", .string(), "The digest of the model, as in verdicts."),
                .init("created", .string()),
                .init("problem", .string(), "The reason why the version cannot be read."),
                .init("card", .string(), "The model card in Markdown."),
                .init(
                    "history", .array(of: .object([], others: .ignored)), isRequired: true,
                    "The promotions, rollbacks and import of the version, oldest first."),
            ], others: .ignored))

    private static let listForm = JSONSchema.named(
        "ModelVersions",
        .object([
            .init("items", .array(of: form), isRequired: true),
            .init(
                "problems", .array(of: .string()), isRequired: true,
                "The taxonomies whose models cannot be read, with the reasons."),
        ]))
}

extension VersionRecord {
    /// Returns the JSON fields of the version, and the name of its taxonomy.
    fileprivate func fields(of taxonomy: String) -> JSONObject {
        var fields = fields
        fields["taxonomy"] = taxonomy
        return fields
    }
}
