import Ilk
import IlkFiles
import IlkFraming
import IlkHTTP
import IlkLearning
import IlkLog
import IlkModels
import IlkRules
import IlkSyncStore
import IlkVocabulary

/// Routes that apply rules to the newest texts of the log. They return the matches of each rule, and the
/// verdicts that a changed pack would change.
struct RuleReplayRoutes {
    let shelf: LogShelf
    private let turns = ConcurrencyLimit()

    /// The maximum number of concurrent replays.
    private static let maximum = 2
    private static let operations = "replays of rules"
    /// The maximum number of changed verdicts in a response.
    private static let maximumFlips = 200

    init(shelf: LogShelf) { self.shelf = shelf }

    var routes: [Route] { [stats, diff] }

    private static let limit = Parameter(
        .query, .init("limit", .integer(1...10_000), "The number of entries, newest first; by default 1,000.")
    )
    private static let problems: [ProblemType] = [
        .noSuchTaxonomy, .noSuchRecord, .conflict, .severalLabels, .queueFull,
    ]

    private var stats: Route {
        Route(
            .get, "/v1/rules/{taxonomy}/stats", "measureRules", tag: "rules",
            "Count for each active rule the matches on logged texts, and the confirmed matches.",
            access: .token(.read), parameters: [ModelParameters.taxonomy, Self.limit],
            answers: [.init(200, "The figures by rule.", ["application/json"], Self.statsForm)],
            problems: Self.problems
        ) { [self] call in
            let set = try labels(call)
            return try await turns.perform(Self.maximum, Self.operations) {
                try await .json(encoding: figures(call, set))
            }
        }
    }

    private func figures(_ call: APICall, _ set: LabelSet) async throws -> JSONObject {
        let rules = try RuleRoutes.rules(
            try RulePackSources.active(set.taxonomy, shelf.folders), shelf.folders)
        let entries = try await entries(call, set)
        func measured(_ entries: [ClassificationLogEntry]) throws -> RuleStatistics {
            let texts = entries.compactMap { entry -> LabeledText? in
                let label = set.current(entry.correctedCategory ?? Category(entry.log.category))
                guard rules.taxonomy.index(of: label) != nil else { return nil }
                return LabeledText(text: entry.log.text, category: label, source: nil)
            }
            return RuleStatistics(
                of: try RuleHitTable.of(rules, on: texts) { _ in try Task.checkCancellation() },
                rules: rules)
        }
        let all = try measured(entries)
        let known = entries.filter { $0.correctedCategory != nil }
        let corrected = known.isEmpty ? nil : try measured(known)
        return [
            "texts": all.texts, "corrected": corrected?.texts ?? 0,
            "items": all.rules.enumerated().map { Self.fields($1, corrected?.rules[$0]) },
        ]
    }

    private static func fields(_ all: RuleFigures, _ corrected: RuleFigures?) -> JSONObject {
        let hits = corrected?.hits ?? 0
        let label = hits == 0 ? nil : corrected?.labels.first
        return [
            "id": all.id, "hits": all.hits, "corrected": hits, "right": label?.right,
            "precision": label?.precision, "lower": label?.precisionInterval.lower,
            "upper": label?.precisionInterval.upper, "stepLimitReached": all.stepLimitReached,
        ]
    }

    private var diff: Route {
        Route(
            .post, "/v1/rules/{taxonomy}/packs/{pack}/diff", "compareRules", tag: "rules",
            "Compare the verdicts of a changed pack with the verdicts of the active rules.",
            access: .token(.read),
            parameters: [ModelParameters.taxonomy, RulePackRoutes.pack, Self.limit],
            body: [
                .init(
                    ["application/yaml", "text/yaml", "application/x-yaml"], .bytes, isDefault: true,
                    "The changed pack.")
            ],
            answers: [
                .init(
                    200, "The changed verdicts, at most \(Self.maximumFlips).", ["application/json"],
                    Self.diffForm)
            ],
            problems: Self.problems + [.invalidBody]
        ) { [self] call in
            let set = try labels(call)
            let (packs, name) = try RulePackRoutes.place(call, set.taxonomy, shelf.folders)
            let content = try await call.body.whole(upTo: RuleSource.sizeLimit)
            return try await turns.perform(Self.maximum, Self.operations) {
                func rules(_ content: [UInt8]?) throws -> RuleSet {
                    try RuleRoutes.rules(
                        try RulePackSources.changing(
                            name, of: packs, to: content, taxonomy: set.taxonomy, folders: shelf.folders),
                        shelf.folders)
                }
                let (old, new) = (try rules(packs.content(of: name)), try rules(content))
                return try await .json(encoding: changes(from: old, to: new, call, set))
            }
        }
    }

    /// Returns the verdicts that differ between the active and the changed rules.
    private func changes(
        from old: RuleSet, to new: RuleSet, _ call: APICall, _ set: LabelSet
    ) async throws -> JSONObject {
        let texts = try await entries(call, set).map { entry in
            ReplayedText(
                text: entry.log.text, category: entry.correctedCategory.map(set.current),
                place: entry.shortID)
        }
        let model = try model(of: set, beside: new)
        let outcome = try RuleReplayOutcome(
            of: VerdictReplay(from: old, to: new, beside: model), named: ("active", "changed"), on: texts,
            threads: 1
        ) { _ in try Task.checkCancellation() }
        return [
            "summary": outcome.summary,
            "flips": outcome.flips.prefix(Self.maximumFlips).map(outcome.fields),
        ]
    }

    /// Returns the active model of a label set, or `nil` if there is none or its labels are not those of the
    /// rules.
    private func model(of set: LabelSet, beside rules: RuleSet) throws -> (any TextModel)? {
        var assembly = PipelineAssembly(taxonomy: set.taxonomy, folders: shelf.folders)
        assembly.use(set)
        return try assembly.loadModel().flatMap {
            $0.taxonomy.categories == rules.taxonomy.categories ? $0 : nil
        }
    }

    /// Returns the label set that a request names.
    ///
    /// - Throws: ``Problem`` `several-labels` for a multi-label taxonomy, whose rules cannot be replayed.
    private func labels(_ call: APICall) throws -> LabelSet {
        let set = try RuleRoutes.set(call, shelf.folders)
        guard !set.isMultilabel else {
            throw Problem(.severalLabels, "rules of multi-label taxonomies cannot be applied to the log")
        }
        return set
    }

    /// Returns the newest entries of the log, oldest first.
    private func entries(_ call: APICall, _ set: LabelSet) async throws -> [ClassificationLogEntry] {
        let log = try shelf.log(set.name)
        let entries = try await log.entries(newest: call.value("limit")?.integer ?? 1000)
        guard !entries.isEmpty else { throw Problem(.noSuchRecord, "the log has no entries") }
        return entries.reversed()
    }

    // MARK: Forms

    private static let count = JSONSchema.integer(0...Int.max)

    private static let statsForm = JSONSchema.named(
        "RuleFigures",
        .object([
            .init("texts", count, isRequired: true, "The number of texts."),
            .init("corrected", count, isRequired: true, "The number of texts with a human label."),
            .init(
                "items",
                .array(
                    of: .object([
                        .init("id", .string(), isRequired: true, "The id of the rule."),
                        .init("hits", count, isRequired: true, "The number of texts that the rule matches."),
                        .init(
                            "corrected", count, isRequired: true,
                            "The number of matched texts with a human label."),
                        .init(
                            "right", count, "The number of matched texts whose human label the rule supports."
                        ),
                        .init("precision", .number(0...1), "The share of correct matches."),
                        .init("lower", .number(0...1), "The 95 % interval of the precision: its lower end."),
                        .init("upper", .number(0...1)),
                        .init("stepLimitReached", count, isRequired: true),
                    ])), isRequired: true),
        ]))

    private static let diffForm = JSONSchema.named(
        "RuleDiff",
        .object([
            .init("summary", .object([], others: .ignored), isRequired: true),
            .init("flips", .array(of: .object([], others: .ignored)), isRequired: true),
        ]))
}
