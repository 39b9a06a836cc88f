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
            var writer = JSONWriter()
            writer.beginObject()
            writer.field("model_id", pipeline.taxonomy.name)
            writer.field("model_sha", pipeline.classifier.provenance.modelDigest)
            writer.field("model_dtype", "float32")
            writer.key("model_type")
            writer.raw(try JSONWriter.bytes(of: ["classifier": classifier] as JSONObject))
            writer.field("max_concurrent_requests", settings.requests)
            writer.field("max_input_length", settings.maxText)
            writer.field("max_batch_tokens", Self.maximumTexts * settings.maxText)
            writer.field("max_client_batch_size", Self.maximumTexts)
            writer.field("tokenization_workers", 1)
            writer.field("version", version)
            // Its clients require these fields, too.
            for name in ["max_batch_requests", "sha", "docker_label"] {
                writer.key(name)
                writer.null()
            }
            writer.endObject()
            return APIResponse.json(writer.bytes).tagged
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
