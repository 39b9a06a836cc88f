import FoundationEssentials
import Ilk
import IlkFraming
import IlkHTTP
import IlkPipeline
import IlkSyncStore
import IlkText
import IlkVocabulary

/// `POST /v1/explain` (a verdict with its evidence), `POST /v1/features` (measurements, such as style and
/// language) and `POST /v1/segment` (words or sentences) for one text. The text is not logged.
struct AnalysisRoutes {
    /// The result for a text as a JSON object. `tag` is the entity tag of the model and the rules, or `nil`
    /// if the result does not depend on them.
    typealias Result = (json: [UInt8], tag: EntityTag?)

    let taxonomies: ServedTaxonomies
    /// The parser of mail messages, or `nil` to accept no mail.
    let messages: (any MessageReading)?
    let settings: ServerSettings

    var routes: [Route] { [explain, features, segment] }

    private var explain: Route {
        let components = JSONSchema.Field(
            "components", .boolean, "true to add two verdicts: of the rules alone, and of the model alone.")
        return route(
            "/v1/explain", "explainText", "Classify a text, and return all evidence in full precision.",
            named: "ExplainText", [ServedTaxonomies.field, components],
            .object([TextInput.id], others: .ignored),
            problems: [.noSuchTaxonomy]
        ) { [taxonomies] text, options in
            let pipeline = try taxonomies.service(options["taxonomy"]?.string).pipeline
            let stream = try ClassificationStream(.init(.fixed(pipeline)))
            let showsComponents = options["components"]?.bool ?? false
            let explained = text.withUnsafeBufferPointer { text in
                ExplainedVerdict(
                    stream.classify(text, explaining: true).verdict,
                    showsComponents ? ComponentSession(pipeline).classify(text) : nil, merged: [:])
            }
            return (try JSONWriter.bytes(of: explained), pipeline.entityTag)
        }
    }

    private var features: Route {
        let explain = JSONSchema.Field(
            "explain", .boolean, "true to add to each number its formula and the spans it was computed from.")
        return route(
            "/v1/features", "measureFeatures",
            "Measure a text: words, sentences, style, language, formality.",
            named: "FeaturesText", [explain], .object([TextInput.id], others: .ignored)
        ) { text, options in
            var analysis = AnalyzedText()
            try text.withUnsafeBufferPointer { try TextAnalyzer().analyze($0, into: &analysis) }
            let json = FeatureJSON().bytes(analysis.features)
            let explains = options["explain"]?.bool ?? false
            return (explains ? FeatureSourceJSON.adding(to: json, of: analysis) : json, nil)
        }
    }

    private var segment: Route {
        let unit = JSONSchema.Field(
            "unit", .choice(["words", "sentences"]), "The segments: words (default) or sentences.")
        let all = JSONSchema.Field("all", .boolean, "Only for words: true to list white space too.")
        let style = JSONSchema.Field(
            "style", .choice(TextSegments.SentenceStyle.allCases.map(\.rawValue)),
            "Only for sentences: boundaries of UAX #29 (unicode, default) or as people set them.")
        return route(
            "/v1/segment", "segmentText", "Segment a text into words or sentences.", named: "SegmentText",
            [unit, all, style], Self.segments
        ) { text, options in
            let isOfSentences = options["unit"]?.string == "sentences"
            let style = (options["style"]?.string).flatMap(TextSegments.SentenceStyle.init)
            let segments = try TextSegments(
                isOfSentences ? .sentences(style ?? .unicode) : .words(all: options["all"]?.bool ?? false))
            text.withUnsafeBufferPointer { segments.read($0) }
            return (Array("{\"\(segments.fieldName)\":".utf8) + segments.json() + [UInt8(ascii: "}")], nil)
        }
    }

    private static let segments: JSONSchema = {
        let span = JSONSchema.Field("span", .array(of: .integer(0...Int.max), 2...2), isRequired: true)
        let text = JSONSchema.Field("text", .string(), isRequired: true)
        return .object([
            TextInput.id,
            .init(
                "words",
                .array(
                    of: .object([
                        span, text, .init("kind", .string(), isRequired: true), .init("normal", .string()),
                    ]))),
            .init("sentences", .array(of: .object([span, text]))),
        ])
    }()

    /// Declares a route that returns an object for a text.
    ///
    /// - Parameters:
    ///   - name: The name of the schema of the body.
    ///   - options: The options, which are fields of the body and parameters of the query.
    ///   - result: The schema of the response.
    ///   - problems: The problems that `analyze` can throw.
    ///   - analyze: Returns the object for a text and the options.
    private func route(
        _ path: RoutePath, _ operation: String, _ summary: String, named name: String,
        _ options: [JSONSchema.Field], _ result: JSONSchema, problems: [ProblemType] = [],
        analyze: @escaping @Sendable ([UInt8], RequestOptions) throws -> Result
    ) -> Route {
        let schema = JSONSchema.named(name, .object([TextInput.text, TextInput.id] + options))
        return Route(
            .post, path, operation, tag: "analysis", summary, access: .classify(settings),
            parameters: options.map { Parameter(.query, $0) },
            body: TextInput.forms(schema, settings, messages),
            answers: [
                .init(200, "The result, with the id of the text if it has one.", ["application/json"], result)
            ],
            problems: problems + [.charset] + (messages == nil ? [] : [.notMail])
        ) { [settings, messages] call in
            let input = try await TextInput(call, schema, settings, messages)
            let result = try analyze(input.text, RequestOptions(input.fields, call.parameters))
            return APIResponse.json(input.beginning + result.json.dropFirst() + [UInt8(ascii: "\n")])
                .tagged(with: result.tag)
        }
    }
}
