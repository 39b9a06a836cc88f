import Ilk
import IlkFraming
import IlkHTTP
import IlkPipeline
import IlkVocabulary

/// `POST /v1/moderations`: moderation as in OpenAI's API.
struct ModerationRoutes {
    /// The maximum number of texts of a request.
    static let maximumTexts = 1000

    let taxonomies: ServedTaxonomies
    let settings: ServerSettings

    var routes: [Route] {
        [
            Route(
                .post, "/v1/moderations", "moderate", tag: "peers",
                "Classify texts as OpenAI's moderation does.",
                access: .classify(settings),
                body: [
                    .init(
                        ["application/json"], .json(Self.request, limit: settings.maxBody),
                        "A text, or several texts.")
                ],
                answers: [.init(200, "A result for each text.", ["application/json"], Self.answer)],
                problemMembers: PeerProblems.openAI
            ) { call in try await answer(call) }
        ]
    }

    private static let request: JSONSchema = {
        let part = JSONSchema.object(
            [
                .init("type", .choice(["text"]), isRequired: true, "Images are not classified."),
                .init("text", .string(), isRequired: true),
            ], others: .ignored)
        return .named(
            "ModerationRequest",
            .object(
                [
                    .init(
                        "input",
                        .anyOf([
                            .string(), .array(of: .string(), 1...maximumTexts),
                            .array(of: part, 1...maximumTexts),
                        ]), isRequired: true, "A text, several texts, or the parts of one text."),
                    .init(
                        "model", .anyOf([.string(), .null]),
                        "The name of a taxonomy. Any other name stands for the server's first taxonomy."),
                ], others: .ignored))
    }()

    private static let answer: JSONSchema = {
        let result = JSONSchema.object([
            .init("flagged", .boolean, isRequired: true, "true if a flagged label is predicted."),
            .init(
                "categories", .object([], others: .each(.boolean)), isRequired: true, "The predicted labels."),
            .init(
                "category_scores", .object([], others: .each(.number(0...1))), isRequired: true,
                "The probability of each label."),
            .init(
                "category_applied_input_types", .object([], others: .each(.array(of: .string()))),
                isRequired: true),
            .init("entry", .string(), "The id of the entry in the log, for corrections."),
        ])
        return .named(
            "Moderation",
            .object([
                .init("id", .string(), isRequired: true), .init("model", .string(), isRequired: true),
                .init("results", .array(of: result), isRequired: true),
            ]))
    }()

    private func answer(_ call: APICall) async throws -> APIResponse {
        let (name, service) = chosen(call.json?["model"]?.string)
        let texts = try texts(call.json?["input"] ?? .null)
        let verdicts = try await PeerVerdicts(of: texts, by: service, limit: settings.maxText)
        var writer = JSONWriter()
        writer.beginObject()
        let id = verdicts.results.lazy.compactMap(\.entry).first ?? .random
        writer.field("id", "modr-\(id)")
        let model = verdicts.results.first?.verdict.provenance.modelDigest
        writer.field("model", name + (model.map { "@\($0.prefix(VerdictJSON.digestLength))" } ?? ""))
        writer.key("results")
        writer.beginArray()
        for result in verdicts.results { write(result, to: &writer) }
        writer.endArray()
        writer.endObject()
        return APIResponse.json(writer.bytes).tagged(with: verdicts.tag)
    }

    /// Returns the taxonomy that the field `model` names, or the first taxonomy if the name is unknown. The
    /// suffix `@DIGEST`, which responses add to the name, is ignored.
    private func chosen(_ model: String?) -> (name: String, service: TextClassificationService) {
        let name = model.map { $0.prefix { $0 != "@" } }
        if let found = taxonomies.named.first(where: { $0.name == name ?? "" }) { return found }
        return (taxonomies.first.pipeline.taxonomy.name, taxonomies.first)
    }

    /// Returns the texts of the field `input`. An array of objects is one text: its parts are joined by line
    /// feeds.
    private func texts(_ input: JSONTree) throws(Problem) -> [[UInt8]] {
        guard let elements = input.elements else {
            return [try TextInput(input, at: "/input", settings).text]
        }
        if elements.first?.string == nil {
            let parts = elements.compactMap { $0["text"]?.string }.joined(separator: "\n")
            return [try TextInput(.string(parts), at: "/input", settings).text]
        }
        var texts: [[UInt8]] = []
        for (place, element) in elements.enumerated() {
            texts.append(try TextInput(element, at: "/input/\(place)", settings).text)
        }
        return texts
    }

    private func write(_ result: PeerVerdicts.Result, to writer: inout JSONWriter) {
        let verdict = result.verdict
        let predicted = Set(verdict.predictions)
        let labels = verdict.taxonomy.categories
        writer.beginObject()
        let flagged = settings.flaggedLabels
        writer.field("flagged", predicted.contains { flagged.contains($0.rawValue) })
        writer.key("categories")
        writer.beginObject()
        for label in labels { writer.field(label.rawValue, predicted.contains(label)) }
        writer.endObject()
        writer.key("category_scores")
        writer.beginObject()
        for (label, probability) in zip(labels, verdict.probabilities) {
            writer.key(label.rawValue)
            writer.number(probability)
        }
        writer.endObject()
        writer.key("category_applied_input_types")
        writer.beginObject()
        for label in labels { writer.field(label.rawValue, ["text"]) }
        writer.endObject()
        writer.field("entry", result.entry?.description)
        writer.endObject()
    }
}
