import FoundationEssentials
import Ilk
import IlkFiles
import IlkFraming
import IlkHTTP
import IlkRuleTools
import IlkRules
import IlkSyncStore
import IlkVocabulary

/// Routes for packs of rules: their files, and changes of the user's packs with their history.
struct RulePackRoutes {
    let folders: IlkFolders
    private let turns = ConcurrencyLimit()

    init(folders: IlkFolders) { self.folders = folders }

    var routes: [Route] { [list, source, show, history, version, save, remove] }

    static let pack = Parameter(
        .path,
        .init(
            "pack", .string(1...64), isRequired: true,
            "The name of a pack of the user: lowercase letters, digits and hyphens."))
    private static let reason = Parameter(
        .query, .init("reason", .string(1...250), "The reason for the change, for the history."))
    private static let problems: [ProblemType] = [.noSuchTaxonomy, .noSuchRecord, .conflict]
    private static let yaml = "application/yaml"
    private static let operations = "changes of packs"

    // MARK: Reading

    private var list: Route {
        Route(
            .get, "/v1/rules/{taxonomy}/packs", "listRulePacks", tag: "rules",
            "List the active packs of a taxonomy.", access: .token(.read),
            parameters: [ModelParameters.taxonomy],
            answers: [
                .init(
                    200, "The packs by layer. Rules of later layers replace rules with the same id.",
                    ["application/json"], Self.listForm)
            ],
            problems: Self.problems
        ) { [folders] call in
            let taxonomy = try RuleRoutes.set(call, folders).taxonomy
            let shelf = RulePackShelf(taxonomy: taxonomy.name, folders)
            let items = try RulePackSources.layers(of: taxonomy, folders).flatMap { layer in
                layer.sources.map { source -> JSONObject in
                    [
                        "file": source.name, "layer": layer.name, "bytes": source.bytes.count,
                        "pack": shelf?.name(ofFile: source.name),
                    ]
                }
            }
            return try APIResponse.json(
                encoding: ["items": items, "canChange": shelf != nil] as JSONObject
            ).tagged
        }
    }

    private var source: Route {
        Route(
            .get, "/v1/rules/{taxonomy}/source", "readRuleFile", tag: "rules", "Read an active rule file.",
            access: .token(.read),
            parameters: [
                ModelParameters.taxonomy,
                Parameter(
                    .query,
                    .init(
                        "file", .string(1...1000), isRequired: true,
                        "The name of the file in the list of packs.")),
            ],
            answers: [.init(200, "The file.", [Self.yaml])], problems: Self.problems
        ) { [folders] call in
            let taxonomy = try RuleRoutes.set(call, folders).taxonomy
            let name = call.value("file")?.string ?? ""
            let sources = try RulePackSources.layers(of: taxonomy, folders).flatMap(\.sources)
            // Only listed files can be read: the name is compared, and never used as a path.
            guard let found = sources.first(where: { $0.name == name }) else {
                throw Problem(.noSuchRecord, "no active rule file has the name '\(name)'")
            }
            return APIResponse(200, Self.yaml, .bytes(found.bytes)).tagged
        }
    }

    private var show: Route {
        Route(
            .get, "/v1/rules/{taxonomy}/packs/{pack}", "readRulePack", tag: "rules",
            "Read a pack of the user.",
            access: .token(.read), parameters: [ModelParameters.taxonomy, Self.pack],
            answers: [.init(200, "The pack, with its ETag.", [Self.yaml])], problems: Self.problems
        ) { [self] call in
            let (shelf, name) = try place(call)
            guard let content = shelf.content(of: name) else { throw Self.unknown }
            return APIResponse(200, Self.yaml, .bytes(content)).tagged
        }
    }

    private var history: Route {
        Route(
            .get, "/v1/rules/{taxonomy}/packs/{pack}/history", "listRulePackChanges", tag: "rules",
            "List the changes of a pack of the user, newest first.", access: .token(.read),
            parameters: [ModelParameters.taxonomy, Self.pack],
            answers: [.init(200, "The changes.", ["application/json"], Self.historyForm)],
            problems: Self.problems
        ) { [self] call in
            let (shelf, name) = try place(call)
            let changes = try shelf.changes(of: name)
            return try APIResponse.json(encoding: ["items": Array(changes.reversed())] as JSONObject).tagged
        }
    }

    private var version: Route {
        Route(
            .get, "/v1/rules/{taxonomy}/packs/{pack}/history/{version}", "readRulePackVersion", tag: "rules",
            "Read an earlier version of a pack of the user.", access: .token(.read),
            parameters: [
                ModelParameters.taxonomy, Self.pack,
                Parameter(.path, .init("version", .integer(1...Int.max), isRequired: true)),
            ],
            answers: [.init(200, "The content of that version.", [Self.yaml])], problems: Self.problems
        ) { [self] call in
            let (shelf, name) = try place(call)
            let version = call.value("version")?.integer ?? 0
            guard let content = shelf.content(of: name, version: version) else {
                throw Problem(.noSuchRecord, "the pack '\(name)' has no version \(version)")
            }
            return APIResponse(200, Self.yaml, .bytes(content)).tagged
        }
    }

    private static let unknown = Problem(.noSuchRecord, "there is no such pack of the user")

    private func place(_ call: APICall) throws -> (packs: RulePackShelf, name: String) {
        try Self.place(call, RuleRoutes.set(call, folders).taxonomy, folders)
    }

    /// Returns the user's rule packs for a taxonomy, and the name of the pack in the path of a request.
    static func place(
        _ call: APICall, _ taxonomy: Taxonomy, _ folders: IlkFolders
    ) throws(Problem) -> (packs: RulePackShelf, name: String) {
        let name = call.value("pack")?.string ?? ""
        guard let shelf = RulePackShelf(taxonomy: taxonomy.name, folders) else {
            throw Problem(.conflict, "the server has no folder for the user's rules")
        }
        guard RulePackShelf.isName(name) else {
            let rule = "may contain only lowercase letters, digits and hyphens, and must begin with a letter"
            throw Problem(.invalidParameter, faults: [FieldFault(.parameter("pack"), .type, rule)])
        }
        return (shelf, name)
    }

    // MARK: Changing

    private static let ifMatch = IfMatch.parameter(
        "The ETag of the pack; required to replace or remove the pack.")

    private var save: Route {
        let force = Parameter(
            .query, .init("force", .boolean, "true to save the pack even if an example fails."))
        return Route(
            .put, "/v1/rules/{taxonomy}/packs/{pack}", "saveRulePack", tag: "rules",
            "Save a pack of the user. The server uses it within a second.", access: .token(.train),
            parameters: [ModelParameters.taxonomy, Self.pack, Self.reason, force, Self.ifMatch],
            body: [
                .init(
                    [Self.yaml, "text/yaml", "application/x-yaml"], .bytes, isDefault: true, "A rule pack.")
            ],
            answers: [
                .init(200, "The changed pack.", ["application/json"], Self.changeForm),
                .init(201, "The new pack.", ["application/json"], Self.changeForm),
            ],
            problems: Self.problems + [.invalidBody, .ifMatchRequired, .changed, .queueFull],
            isChange: true
        ) { [self] call in
            let taxonomy = try RuleRoutes.set(call, folders).taxonomy
            let (shelf, name) = try Self.place(call, taxonomy, folders)
            let content = try await call.body.whole(upTo: RuleSource.sizeLimit)
            return try await turns.perform(1, Self.operations, retryAfter: 1) {
                let packs = try RulePackSources.changing(
                    name, of: shelf, to: content, taxonomy: taxonomy, folders: folders)
                let rules = try RuleRoutes.rules(packs, folders)
                if call.value("force")?.bool != true {
                    let failed = try RuleRoutes.results(of: rules).count { !$0.passed }
                    guard failed == 0 else {
                        let detail =
                            "fails examples (\(failed)); 'test' shows them, 'force' saves the pack"
                        throw Problem(.invalidBody, faults: [FieldFault(.body(""), .type, detail)])
                    }
                }
                return try Self.change(to: content, call, shelf, name)
            }
        }
    }

    private var remove: Route {
        Route(
            .delete, "/v1/rules/{taxonomy}/packs/{pack}", "removeRulePack", tag: "rules",
            "Remove a pack of the user. Its history is kept.", access: .token(.train),
            parameters: [ModelParameters.taxonomy, Self.pack, Self.reason, Self.ifMatch],
            answers: [.init(200, "The change.", ["application/json"], Self.changeForm)],
            problems: Self.problems + [.ifMatchRequired, .changed, .queueFull], isChange: true
        ) { [self] call in
            let (shelf, name) = try place(call)
            return try await turns.perform(1, Self.operations, retryAfter: 1) {
                try Self.change(to: nil, call, shelf, name)
            }
        }
    }

    /// Changes a pack, unless it was changed after the client read it.
    private static func change(
        to content: [UInt8]?, _ call: APICall, _ shelf: RulePackShelf, _ name: String
    ) throws -> APIResponse {
        let known = call.request.headers["If-Match"]
        let token = call.token?.name ?? "token"
        let before = shelf.content(of: name)
        if let before {
            guard let known else {
                throw Problem(.ifMatchRequired, "read the pack first, and send its ETag as If-Match")
            }
            guard EntityTag.isSame(Self.tag(before), as: known) else {
                throw IfMatch.changed("the pack")
            }
        } else if known != nil || content == nil {
            throw Self.unknown
        }
        let change = try shelf.set(
            content, of: name, author: token, reason: call.value("reason")?.string, now: Date())
        var response = try APIResponse.json(
            encoding: JSONObject(change, with: ["pack": name]), status: before == nil ? 201 : 200)
        if let content { response.headers["ETag"] = Self.tag(content) }
        return response
    }

    private static func tag(_ content: [UInt8]) -> String { EntityTag(of: content).description }

    // MARK: Forms

    private static let change: [JSONSchema.Field] = [
        .init("version", .integer(1...Int.max), isRequired: true, "The number of the version."),
        .init("time", .string(), isRequired: true),
        .init("author", .string(), "The name of the token; missing if the API did not change the file."),
        .init("reason", .string()),
        .init("digest", .string(), "The digest; missing if the pack was removed."),
    ]
    private static let changeForm = JSONSchema.named(
        "RulePackChange", .object(change + [.init("pack", .string(), isRequired: true)]))
    private static let historyForm = JSONSchema.named(
        "RulePackHistory", .object([.init("items", .array(of: .object(change)), isRequired: true)]))
    private static let listForm = JSONSchema.named(
        "RulePacks",
        .object([
            .init(
                "items",
                .array(
                    of: .object([
                        .init("file", .string(), isRequired: true),
                        .init("layer", .string(), isRequired: true),
                        .init("bytes", .integer(0...Int.max), isRequired: true),
                        .init("pack", .string(), "The name, for a pack of the user."),
                    ])), isRequired: true),
            .init(
                "canChange", .boolean, isRequired: true,
                "true if the server has a folder for packs of the user."),
        ]))
}
