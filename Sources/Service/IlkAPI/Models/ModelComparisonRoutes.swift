import Ilk
import IlkFraming
import IlkHTTP
import IlkLearning
import IlkSyncStore
import IlkVocabulary

/// `GET /v1/models/{taxonomy}/compare`: the verdicts of two versions on the newest texts of the log.
struct ModelComparisonRoutes {
    let shelf: LogShelf
    private let turns = ConcurrencyLimit()

    /// The maximum number of concurrent comparisons.
    private static let maximum = 2

    init(shelf: LogShelf) { self.shelf = shelf }

    var routes: [Route] { [compare] }

    private var compare: Route {
        let fields: [JSONSchema.Field] = [
            .init("challenger", .string(1...64), isRequired: true, "The version to compare."),
            .init("champion", .string(1...64), "The other version; by default the active version."),
            .init("alone", .boolean, "true to compare the models without rules."),
            .init("texts", .boolean, "true to return the texts whose verdicts differ."),
            .init(
                "limit", .integer(1...10_000),
                "The number of compared entries, newest first; by default 1,000."),
        ]
        return Route(
            .get, "/v1/models/{taxonomy}/compare", "compareModels", tag: "models",
            "Compare the verdicts of two versions on logged texts.", access: .token(.read),
            parameters: [ModelParameters.taxonomy] + fields.map { Parameter(.query, $0) },
            answers: [.init(200, "The differences.", ["application/json"], Self.form)],
            problems: ModelParameters.problems + [.noSuchRecord, .queueFull]
        ) { [self] call in
            let challenger = call.value("challenger")?.string ?? ""
            let registry = try ModelParameters.registry(call, shelf.folders)
            let champion = try registry.find(call.value("champion")?.string ?? "active")
            let other = try registry.find(challenger)
            try Self.check(champion: champion, challenger: other)
            return try await turns.perform(Self.maximum, "comparisons") {
                let comparison = try VersionComparison(
                    champion, other, isAlone: call.value("alone")?.bool ?? false, in: registry, shelf.folders)
                let log = try shelf.log(registry.taxonomy)
                var texts = try await log.replayedTexts(newest: call.value("limit")?.integer ?? 1000)
                if let set = comparison.set {
                    for index in texts.indices {
                        texts[index].category = texts[index].category.map(set.current)
                    }
                }
                guard !texts.isEmpty else { throw Problem(.noSuchRecord, "the log has no entries") }
                let found = try comparison.differences(on: texts) { _ in try Task.checkCancellation() }
                return try .json(encoding: found.fields(showsTexts: call.value("texts")?.bool ?? false))
            }
        }
    }

    private static func check(champion: String, challenger: String) throws(Problem) {
        var faults = [("champion", champion), ("challenger", challenger)]
            .filter { $0.1 == ModelRegistry.none }
            .map { FieldFault(.parameter($0.0), .choice, "must be a version with a model, not 'none'") }
        if faults.isEmpty, champion == challenger {
            faults = [FieldFault(.parameter("challenger"), .choice, "must differ from the champion")]
        }
        guard faults.isEmpty else { throw Problem(.invalidParameter, faults: faults) }
    }

    private static let form: JSONSchema = {
        let label = JSONSchema.string()
        let count = JSONSchema.integer(0...Int.max)
        let pair = JSONSchema.object([
            .init("before", label, "The champion's prediction; missing for an abstention."),
            .init("after", label, "The challenger's prediction; missing for an abstention."),
            .init("texts", count, isRequired: true),
        ])
        let flip = JSONSchema.object(
            [
                .init("place", .string(), isRequired: true, "The last digits of the entry's id."),
                .init("label", label, "The human label."), .init("before", label), .init("after", label),
                .init("text", .string()),
            ], others: .ignored)
        return .named(
            "ModelComparison",
            .object([
                .init("champion", .string(), isRequired: true),
                .init("challenger", .string(), isRequired: true),
                .init("texts", count, isRequired: true, "The number of compared texts."),
                .init(
                    "pairs", .array(of: pair), isRequired: true,
                    "The texts with different predictions, counted by pair."),
                .init("flips", .array(of: flip), isRequired: true, "The texts whose verdicts differ."),
                .init(
                    "labeled", .object([], others: .ignored),
                    "The correct predictions of both versions on corrected texts, with McNemar's test."),
            ]))
    }()
}
