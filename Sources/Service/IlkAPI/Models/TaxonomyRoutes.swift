import Ilk
import IlkFiles
import IlkFraming
import IlkHTTP
import IlkSyncStore
import IlkVocabulary

/// Routes that read the taxonomies of the user, whether the server classifies by them or not.
struct TaxonomyRoutes {
    let folders: IlkFolders
    /// The taxonomies by which the server classifies.
    let served: [(name: String, service: TextClassificationService)]

    var routes: [Route] { [list, show] }

    private var list: Route {
        Route(
            .get, "/v1/taxonomies", "listTaxonomies", tag: "taxonomies", "List the taxonomies.",
            access: .token(.read),
            answers: [.init(200, "The taxonomies.", ["application/json"], Self.listForm)],
            problems: [.conflict]
        ) { [self] _ in
            let found = try LabelSetCatalog(folders: folders).all()
            return try APIResponse.json(
                encoding: [
                    "items": found.sets.map { fields(of: $0) },
                    "problems": found.problems.map(\.description),
                ] as JSONObject
            ).tagged
        }
    }

    private var show: Route {
        Route(
            .get, "/v1/taxonomies/{taxonomy}", "showTaxonomy", tag: "taxonomies",
            "Show the labels and settings of a taxonomy.", access: .token(.read),
            parameters: [ModelParameters.taxonomy],
            answers: [.init(200, "The taxonomy.", ["application/json"], Self.form)],
            problems: [.noSuchTaxonomy, .conflict]
        ) { [self] call in
            let name = call.value(ModelParameters.taxonomy.name)?.string ?? ""
            guard let set = try LabelSetCatalog(folders: folders).existing(name) else {
                throw ModelParameters.unknownTaxonomy(name, folders)
            }
            return try APIResponse.json(encoding: fields(of: set)).tagged
        }
    }

    private func fields(of set: LabelSet) -> JSONObject {
        let service = served.first { $0.name == set.name }?.service
        return JSONObject(
            LabelSetRecord(set, folders),
            with: ["isServed": service != nil, "isLogged": service?.logger != nil])
    }

    private static let form = JSONSchema.named(
        "Taxonomy",
        .object(
            [
                .init("name", .string(), isRequired: true), .init("id", .string(), isRequired: true),
                .init("title", .string()), .init("description", .string()),
                .init("origin", .string(), isRequired: true, "shipped, user, system or model."),
                .init("multilabel", .boolean, "true if a text can have several labels."),
                .init(
                    "labels",
                    .array(
                        of: .object([
                            .init("key", .string(), isRequired: true, "The label."),
                            .init("title", .string()), .init("description", .string()),
                            .init("isRetired", .boolean, isRequired: true),
                        ])), isRequired: true),
                .init("model", .string(), "The active version of the model."),
                .init("hasLog", .boolean, isRequired: true),
                .init(
                    "isServed", .boolean, isRequired: true, "true if the server classifies by the taxonomy."),
                .init(
                    "isLogged", .boolean, isRequired: true,
                    "true if the server logs the texts that it classifies by the taxonomy."),
            ], others: .ignored))

    private static let listForm = JSONSchema.named(
        "Taxonomies",
        .object([
            .init("items", .array(of: form), isRequired: true),
            .init("problems", .array(of: .string()), isRequired: true, "The errors of taxonomy files."),
        ]))
}
