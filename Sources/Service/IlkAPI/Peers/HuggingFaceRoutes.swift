import Ilk
import IlkFraming
import IlkHTTP
import IlkPipeline
import IlkVocabulary

/// `POST /hf` and `POST /hf/models/{name}`: text classification as in Hugging Face's inference API.
struct HuggingFaceRoutes {
    /// The maximum number of texts of a request.
    static let maximumTexts = 1000

    let taxonomies: ServedTaxonomies
    let settings: ServerSettings

    var routes: [Route] {
        let name = JSONSchema.Field("name", .string(1...100), isRequired: true, "The name of a taxonomy.")
        return [
            route("/hf", "inferLabels", []),
            route("/hf/models/{name}", "inferLabelsByName", [Parameter(.path, name)]),
        ]
    }

    private func route(_ path: RoutePath, _ name: String, _ parameters: [Parameter]) -> Route {
        Route(
            .post, path, name, tag: "peers", "Classify texts as Hugging Face's inference API does.",
            access: .classify(settings), parameters: parameters,
            body: [
                .init(
                    ["application/json"], .json(Self.request, limit: settings.maxBody),
                    "A text, or several texts.")
            ],
            answers: [
                .init(
                    200, "For each text the labels and their probabilities, the highest first.",
                    ["application/json"], Self.labels)
            ],
            problems: [.noSuchTaxonomy], problemMembers: PeerProblems.sentence
        ) { call in try await answer(call) }
    }

    private static let request = JSONSchema.named(
        "InferenceRequest",
        .object(
            [
                .init(
                    "inputs", .anyOf([.string(), .array(of: .string(), 1...maximumTexts)]),
                    isRequired: true, "A text, or several texts."),
                .init(
                    "parameters",
                    .anyOf([
                        .object(
                            [
                                .init(
                                    "top_k", .anyOf([.integer(1...100_000), .null]),
                                    "The number of labels; by default all."),
                                .init(
                                    "function_to_apply",
                                    .anyOf([.choice(["softmax", "sigmoid", "none"]), .null]),
                                    "softmax, or sigmoid if multi-label. Other values are refused."
                                ),
                            ], others: .ignored), .null,
                    ])),
            ], others: .ignored))

    private static let labels = JSONSchema.array(
        of: .array(
            of: .object([
                .init("label", .string(), isRequired: true), .init("score", .number(0...1), isRequired: true),
            ])))

    private func answer(_ call: APICall) async throws -> APIResponse {
        let service = try taxonomies.service(call.value("name")?.string)
        let parameters = call.json?["parameters"]
        try Self.check(parameters?["function_to_apply"]?.string, service.pipeline)
        let inputs = call.json?["inputs"]
        let texts =
            try inputs?.elements?.enumerated().map {
                try TextInput($1, at: "/inputs/\($0)", settings).text
            } ?? [TextInput(inputs ?? .null, at: "/inputs", settings).text]
        let verdicts = try await PeerVerdicts(of: texts, by: service, limit: settings.maxText)
        var writer = JSONWriter()
        writer.beginArray()
        for result in verdicts.results {
            writer.beginArray()
            for (label, probability) in result.verdict.ranking.prefix(parameters?["top_k"]?.integer ?? .max) {
                writer.beginObject()
                writer.field("label", label)
                writer.key("score")
                writer.number(probability)
                writer.endObject()
            }
            writer.endArray()
        }
        writer.endArray()
        return APIResponse.json(writer.bytes).tagged(with: verdicts.tag)
    }

    /// Checks that the requested function is the one that computes the probabilities of the taxonomy:
    /// `sigmoid` for a multi-label taxonomy, otherwise `softmax`.
    ///
    /// - Throws: ``Problem`` `invalid-body` if it is another function.
    private static func check(_ function: String?, _ pipeline: Pipeline) throws(Problem) {
        let own = pipeline.taxonomy.isMultilabel ? "sigmoid" : "softmax"
        guard let function, function != own else { return }
        let place = FieldFault.Place.body("/parameters/function_to_apply")
        throw Problem(
            .invalidBody,
            faults: [FieldFault(place, .choice, "must be \(own) for this taxonomy", allowed: [own])])
    }
}
