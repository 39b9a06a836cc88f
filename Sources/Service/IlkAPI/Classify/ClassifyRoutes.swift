import Ilk
import IlkFraming
import IlkHTTP
import IlkLog
import IlkPipeline
import IlkStore

/// `POST /v1/classify`: one text, several texts in JSON, or a stream of NDJSON or CSV.
struct ClassifyRoutes {
    let taxonomies: ServedTaxonomies
    /// The parser of mail messages, or `nil` to accept no mail.
    let messages: (any MessageReading)?
    let settings: ServerSettings

    var routes: [Route] {
        [
            Route(
                .post, "/v1/classify", "classify", tag: "classify", "Classify texts.",
                access: .classify(settings),
                parameters: ClassifyOptions.parameters, body: forms,
                answers: [
                    .init(
                        200,
                        "A verdict, the verdicts of several texts, or a line for each line or row.",
                        ["application/json"] + ClassifyForms.streams + [ClassifyForms.table],
                        .anyOf([ClassifyForms.verdict, ClassifyForms.results]))
                ],
                problems: [.noSuchTaxonomy, .charset, .notLogging, .invalidBody]
                    + (messages == nil ? [] : [.notMail]),
                briefBody: 4096
            ) { call in try await answer(call) }
        ]
    }

    private var forms: [BodyForm] {
        let json = JSONSchema.anyOf([ClassifyForms.one, ClassifyForms.several])
        return TextInput.forms(json, settings, messages) + [
            .init(
                ClassifyForms.streams, .bytes,
                "One JSON object per line, with a field 'text'. Each line is returned with a verdict."),
            .init(
                [ClassifyForms.table], .bytes,
                "A table with a header row and a column 'text'. Each row is returned with a verdict."),
        ]
    }

    private func answer(_ call: APICall) async throws -> APIResponse {
        if let inputs = call.json?["inputs"]?.elements {
            let texts = try inputs.enumerated().map { try TextInput($1, at: "/inputs/\($0)", settings) }
            let options = ClassifyOptions(RequestOptions(call.json ?? .null, call.parameters))
            let (verdicts, tag) = try await verdicts(of: texts, options)
            var output = Array(#"{"results":["#.utf8)
            output += verdicts.joined(separator: [UInt8(ascii: ",")])
            return APIResponse.json(output + Array("]}".utf8)).tagged(with: tag)
        }
        if let type = call.mediaType?.name, ClassifyForms.streams.contains(type) {
            return try stream(call, type)
        }
        if call.mediaType?.name == ClassifyForms.table { return try await table(call) }
        if call.value(ClassifyOptions.textField.name) != nil {
            throw Self.inapplicable(ClassifyOptions.textField.name, "applies to NDJSON and CSV only")
        }
        let input = try await TextInput(call, ClassifyForms.one, settings, messages)
        let options = ClassifyOptions(RequestOptions(input.fields, call.parameters))
        let (verdicts, tag) = try await verdicts(of: [input], options)
        return APIResponse.json((verdicts.first ?? []) + [UInt8(ascii: "\n")]).tagged(with: tag)
    }

    /// Classifies texts and logs them.
    ///
    /// - Returns: The verdicts as JSON objects, each with the id of its text, and the entity tag of the model
    ///   and rules that produced them.
    private func verdicts(
        of inputs: [TextInput], _ options: ClassifyOptions
    ) async throws -> (verdicts: [[UInt8]], tag: EntityTag?) {
        let service = try service(options)
        var tag: EntityTag?
        let stream = try service.stream(isLogging: options.log ?? true) { pipeline in
            tag = pipeline.entityTag
            return options.format(pipeline, .bare)
        }
        var verdicts: [[UInt8]] = []
        for input in inputs {
            var output: [UInt8] = []
            let outcome = try input.text.withUnsafeBufferPointer {
                try stream.whole($0, isTruncated: input.isTruncated, into: &output)
            }
            let message = options.explains && input.isOfMessage ? Self.text(of: input) : []
            output.removeLast()  // The line feed.
            output.replaceSubrange(..<1, with: input.beginning + message)
            verdicts.append(output)
            if let request = outcome.log { await service.log(request) }
        }
        // The client gets the ids of the entries. Store the entries first, so that it can correct them at
        // once.
        if options.log == true { await service.logger?.flush(.committed, timeout: .seconds(5)) }
        return (verdicts, tag)
    }

    /// Returns the JSON field `text` with the extracted text of a mail message. The spans of the evidence are
    /// ranges of this text.
    private static func text(of input: TextInput) -> [UInt8] {
        var writer = JSONWriter()
        writer.string(String(decoding: input.text, as: UTF8.self))
        return Array("\"text\":".utf8) + writer.bytes + [UInt8(ascii: ",")]
    }

    /// Returns the classifier of a request.
    ///
    /// - Throws: ``Problem`` `no-such-taxonomy`, or `not-logging` if the request requires a log and the
    ///   server has none.
    func service(_ options: ClassifyOptions) throws(Problem) -> TextClassificationService {
        let service = try taxonomies.service(options.taxonomy)
        guard options.log != true || service.logger != nil else {
            throw Problem(.notLogging, "the server stores no texts: start it with --log")
        }
        return service
    }

    /// Returns the problem of an option that does not apply to the media type of the body.
    static func inapplicable(_ name: String, _ rule: String) -> Problem {
        Problem(.invalidParameter, faults: [FieldFault(.parameter(name), .unknown, rule)])
    }
}
