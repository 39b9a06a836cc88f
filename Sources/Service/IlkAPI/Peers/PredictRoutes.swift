import Glibc
import Ilk
import IlkFraming
import IlkHTTP
import IlkVocabulary

/// `POST /predict`: text classification as in Text Embeddings Inference (TEI).
struct PredictRoutes {
    /// The maximum number of texts of a request, the default of TEI.
    static let maximumTexts = 32

    let taxonomies: ServedTaxonomies
    let settings: ServerSettings

    var routes: [Route] {
        [
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
            ) { call in try await answer(call) }
        ]
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
