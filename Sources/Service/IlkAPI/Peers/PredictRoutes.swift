import Glibc
import Ilk
import IlkFraming
import IlkHTTP
import IlkPipeline
import IlkVocabulary

/// `POST /predict` and `GET /info`: text classification as in Text Embeddings Inference (TEI). Its clients read the type
/// of the model from `/info` first.
struct PredictRoutes {
    /// The maximum number of texts of a request, the default of TEI.
    static let maximumTexts = 32

    let taxonomies: ServedTaxonomies
    let settings: ServerSettings
    let version: String

    var routes: [Route] {
        [
            info,
            Route(
                .post, "/predict", "predict", tag: "peers",
                "Classify texts as Text Embeddings Inference does.",
                access: .classify(settings),
                body: [
                    .init(
                        ["application/json"], .json(Self.request, limit: settings.maxBody),
                        "A text, or several texts.")
                ],
                answers: [
                    .init(
                        200,
                        "The labels with their scores, highest first. For several texts: an array for each.",
                        ["application/json"], .anyOf([Self.labels, .array(of: Self.labels)]))
                ],
                problemMembers: PeerProblems.predict
            ) { call in try await answer(call) },
        ]
    }

    private var info: Route {
        Route(
            .get, "/info", "readInfo", tag: "peers",
            "Read the model and limits, as in Text Embeddings Inference.",
            access: .classify(settings),
            answers: [
                .init(
                    200, "The model with its labels, and the limits.", ["application/json"],
                    .object([], others: .ignored))
            ]
        ) { [taxonomies, settings, version] _ in
            let pipeline = taxonomies.first.pipeline
            let labels = pipeline.taxonomy.categories.map(\.rawValue)
            let ids = labels.indices.map(String.init)
            let classifier: JSONObject = [
                "id2label": Dictionary(uniqueKeysWithValues: zip(ids, labels)),
                "label2id": Dictionary(uniqueKeysWithValues: zip(labels, labels.indices)),
            ]
            let absent: String? = nil
            return try APIResponse.json(
                encoding: [
                    "model_id": pipeline.taxonomy.name,
                    "model_sha": pipeline.classifier.provenance.modelDigest,
                    "model_dtype": "float32", "model_type": ["classifier": classifier] as JSONObject,
                    "max_concurrent_requests": settings.requests, "max_input_length": settings.maxText,
                    "max_batch_tokens": Self.maximumTexts * settings.maxText,
                    "max_client_batch_size": Self.maximumTexts, "max_batch_requests": absent,
                    "tokenization_workers": 1, "version": version, "sha": absent, "docker_label": absent,
                ] as JSONObject
            ).tagged
        }
    }

    private static let request = JSONSchema.named(
        "PredictRequest",
        .object(
            [
                .init(
                    "inputs",
                    .anyOf([
                        .string(), .array(of: .string(), 1...1),
                        .array(of: .array(of: .string(), 1...1), 1...maximumTexts),
                    ]), isRequired: true, "A text, or several texts as arrays with one string each."),
                .init(
                    "raw_scores", .boolean, "true for natural logarithms instead of probabilities."),
                .init(
                    "truncate", .anyOf([.boolean, .null]),
                    "true to truncate a text that is too long. By default, such a text is refused."),
            ], others: .ignored))

    private static let labels = JSONSchema.array(
        of: .object([
            .init("score", .number(), isRequired: true), .init("label", .string(), isRequired: true),
        ]))

    private func answer(_ call: APICall) async throws -> APIResponse {
        let inputs = call.json?["inputs"] ?? .null
        // An array whose first element is a string is one text.
        let single =
            inputs.string.map { ($0, "/inputs") } ?? inputs.elements?.first?.string.map { ($0, "/inputs/0") }
        let texts =
            single.map { [$0] }
            ?? (inputs.elements ?? []).enumerated().map {
                ($1.elements?.first?.string ?? "", "/inputs/\($0)/0")
            }
        let isTruncating = call.json?["truncate"]?.bool ?? false
        let bytes = try texts.map { text, pointer in
            isTruncating
                ? Array(text.utf8) : try TextInput(.string(text), at: pointer, settings).text
        }
        let verdicts = try await PeerVerdicts(of: bytes, by: taxonomies.first, limit: settings.maxText)
        let isRaw = call.json?["raw_scores"]?.bool ?? false
        var writer = JSONWriter()
        if single == nil { writer.beginArray() }
        for result in verdicts.results { Self.write(result.verdict, isRaw: isRaw, to: &writer) }
        if single == nil { writer.endArray() }
        return APIResponse.json(writer.bytes).tagged(with: verdicts.tag)
    }

    private static func write(_ verdict: Verdict, isRaw: Bool, to writer: inout JSONWriter) {
        writer.beginArray()
        for (label, probability) in verdict.ranking {
            writer.beginObject()
            writer.key("score")
            // JSON has no infinity.
            writer.number(isRaw ? log(max(probability, .leastNormalMagnitude)) : probability)
            writer.field("label", label)
            writer.endObject()
        }
        writer.endArray()
    }
}
