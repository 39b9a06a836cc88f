import Ilk
import IlkFiles
import IlkFraming
import IlkHTTP
import IlkRuleTools
import IlkRules
import IlkSyncStore
import IlkText
import IlkVocabulary

/// Routes that read, check and test rules.
struct RuleRoutes {
    let folders: IlkFolders
    private let turns = ConcurrencyLimit()

    /// The maximum number of concurrent checks and tests.
    private static let maximum = 2

    init(folders: IlkFolders) { self.folders = folders }

    var routes: [Route] { [list, show, lint, test] }

    // MARK: Active rules

    private var list: Route {
        Route(
            .get, "/v1/rules", "listRules", tag: "rules", "List the taxonomies with rules, and their packs.",
            access: .token(.read),
            answers: [.init(200, "The taxonomies.", ["application/json"], RuleForms.list)],
            problems: [.conflict]
        ) { [folders] _ in
            let sets = try LabelSetCatalog(folders: folders).all().sets
            let items = try sets.compactMap { set -> JSONObject? in
                guard let packs = try Self.active(set, folders) else { return nil }
                return ["taxonomy": set.name, "layers": Self.layers(packs)]
            }
            return try APIResponse.json(encoding: ["items": items] as JSONObject).tagged
        }
    }

    private var show: Route {
        Route(
            .get, "/v1/rules/{taxonomy}", "showRules", tag: "rules", "Show the active rules of a taxonomy.",
            access: .token(.read), parameters: [ModelParameters.taxonomy],
            answers: [.init(200, "The rules.", ["application/json"], RuleForms.rules)],
            problems: [.noSuchTaxonomy, .noSuchRecord, .conflict]
        ) { [folders] call in
            let packs = try Self.activeRules(of: Self.set(call, folders), folders)
            let loaded = packs.load(folders)
            guard let rules = loaded.ruleSet else {
                throw Problem(.conflict, "the active rules have errors; 'lint' shows them")
            }
            let anatomies = rules.anatomies()
            return try APIResponse.json(
                encoding: [
                    "taxonomy": packs.taxonomy.name, "digest": rules.digest, "layers": Self.layers(packs),
                    "rules": zip(rules.rules, anatomies).map { $0.fields($1, rules.taxonomy) },
                ] as JSONObject
            ).tagged
        }
    }

    private static func layers(_ packs: RulePackSources) -> [JSONObject] {
        packs.layers.map { ["name": $0.name, "files": $0.sources.map(\.name)] }
    }

    /// Returns the active rules of a label set, or `nil` if there are none.
    private static func active(_ set: LabelSet, _ folders: IlkFolders) throws -> RulePackSources? {
        do {
            return try RulePackSources.active(set.taxonomy, folders)
        } catch let error as IlkError where error.kind == .noInput {
            return nil
        }
    }

    private static func activeRules(of set: LabelSet, _ folders: IlkFolders) throws -> RulePackSources {
        guard let packs = try active(set, folders) else {
            throw Problem(.noSuchRecord, "the taxonomy '\(set.name)' has no rules")
        }
        return packs
    }

    static func set(_ call: APICall, _ folders: IlkFolders) throws -> LabelSet {
        let name = call.value(ModelParameters.taxonomy.name)?.string ?? ""
        guard let set = try LabelSetCatalog(folders: folders).existing(name) else {
            throw ModelParameters.unknownTaxonomy(name, folders)
        }
        return set
    }

    // MARK: Checks

    private var lint: Route {
        check(
            "lint", "lintRules", "Check a rule pack, or the active rules.",
            .init(200, "The problems.", ["application/json"], RuleForms.lint)
        ) { packs, folders in
            packs.load(folders).fields(files: packs.sources.count)
        }
    }

    private var test: Route {
        check(
            "test", "testRules", "Run the examples of a rule pack, or of the active rules.",
            .init(200, "The results.", ["application/json"], RuleForms.test)
        ) { packs, folders in
            try Self.results(of: try Self.rules(packs, folders)).summary
        }
    }

    /// Returns the rules of packs.
    ///
    /// - Throws: ``Problem`` `invalid-body` with the errors of the packs.
    static func rules(_ packs: RulePackSources, _ folders: IlkFolders) throws(Problem) -> RuleSet {
        let loaded = packs.load(folders)
        if let rules = loaded.ruleSet { return rules }
        let errors = loaded.diagnostics.filter { $0.severity == .error }
        throw Problem(
            .invalidBody,
            faults: errors.map {
                // The messages are left out because they quote the pack; 'lint' returns them.
                FieldFault(.body(""), .type, "has the error \($0.code.rawValue) in line \($0.line)")
            })
    }

    /// Runs the examples of rules, and returns the results.
    ///
    /// - Throws: `TextError` if ICU is not available.
    static func results(of rules: RuleSet) throws -> [RuleTestResult] {
        let analyzer = try TextAnalyzer(measuring: rules.featureLevel)
        return RuleTester(rules).run { analyzer.analyze($0, into: &$1) }
    }

    private static let onTop = Parameter(
        .query,
        .init(
            "onTop", .boolean,
            "true to add the pack to the active rules; its rules replace active rules with the same ids."
        ))

    /// Returns a route that calls `examine` for the pack in the body, or for the active rules if the body is
    /// empty.
    private func check(
        _ action: String, _ name: String, _ summary: String, _ answer: RouteAnswer,
        _ examine: @escaping @Sendable (RulePackSources, IlkFolders) throws -> JSONObject
    ) -> Route {
        Route(
            .post, RoutePath("/v1/rules/{taxonomy}/\(action)"), name, tag: "rules", summary,
            access: .token(.read), parameters: [ModelParameters.taxonomy, Self.onTop],
            body: [
                .init(
                    ["application/yaml", "text/yaml", "application/x-yaml"], .bytes, isDefault: true,
                    "A rule pack, or nothing to examine the active rules.")
            ],
            answers: [answer],
            problems: [.noSuchTaxonomy, .noSuchRecord, .conflict, .invalidBody, .queueFull]
        ) { [self] call in
            let set = try Self.set(call, folders)
            let bytes = try await call.body.whole(upTo: RuleSource.sizeLimit)
            return try await turns.perform(Self.maximum, "checks of rules") {
                let packs =
                    bytes.isEmpty
                    ? try Self.activeRules(of: set, folders)
                    : try RulePackSources.pack(
                        RuleSource(name: "body.yaml", bytes: bytes), taxonomy: set.taxonomy,
                        onTop: call.value("onTop")?.bool ?? false, folders: folders)
                return try .json(encoding: examine(packs, folders))
            }
        }
    }
}
