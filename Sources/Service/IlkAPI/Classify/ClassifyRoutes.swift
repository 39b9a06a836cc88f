import Ilk
import IlkFraming
import IlkHTTP
import IlkPipeline

/// `POST /v1/classify`: one text, several texts in JSON, or an NDJSON stream.
struct ClassifyRoutes {
    let taxonomies: ServedTaxonomies
    let settings: ServerSettings

    var routes: [Route] {
        [
            Route(
                .post, "/v1/classify", "classify", tag: "classify", "Classify texts.",
                access: .classify(settings),
                parameters: ClassifyOptions.parameters, body: forms,
                answers: [
                    .init(
                        200, "The verdict of one text, the results of several, or a line for each line.",
                        ["application/json"] + ClassifyForms.streams,
                        .anyOf([ClassifyForms.verdict, ClassifyForms.results]))
                ],
                problems: [.noSuchTaxonomy, .charset]
            ) { call in try await answer(call) }
        ]
    }

    private var forms: [BodyForm] {
        let json = JSONSchema.anyOf([ClassifyForms.one, ClassifyForms.several])
        return TextInput.forms(json, settings) + [
            .init(
                ClassifyForms.streams, .bytes,
                "A JSON object with the field text per line. Each line is returned with a verdict.")
        ]
    }

    private func answer(_ call: APICall) async throws -> APIResponse {
        if let inputs = call.json?["inputs"]?.elements {
            let texts = try inputs.enumerated().map { try TextInput($1, at: "/inputs/\($0)", settings) }
            let options = ClassifyOptions(RequestOptions(call.json ?? .null, call.parameters))
            let (verdicts, tag) = try await verdicts(of: texts, options)
            var output = Array(#"{"results":["#.utf8)
            output += verdicts.joined(separator: [UInt8(ascii: ",")])
            return Self.json(output + Array("]}".utf8), tag)
        }
        if let type = call.mediaType?.name, ClassifyForms.streams.contains(type) {
            return try stream(call.body, type, ClassifyOptions(RequestOptions(call.parameters)))
        }
        let input = try await TextInput(call, ClassifyForms.one, settings)
        let options = ClassifyOptions(RequestOptions(input.fields, call.parameters))
        let (verdicts, tag) = try await verdicts(of: [input], options)
        return Self.json((verdicts.first ?? []) + [UInt8(ascii: "\n")], tag)
    }

    /// Classifies texts and logs them.
    ///
    /// - Returns: The verdicts as JSON, each with its id, and the tag of the model and the rules that gave
    ///   them.
    private func verdicts(
        of inputs: [TextInput], _ options: ClassifyOptions
    ) async throws -> (verdicts: [[UInt8]], tag: EntityTag?) {
        let service = try taxonomies.service(options.taxonomy)
        var tag: EntityTag?
        let stream = try service.stream { pipeline in
            tag = pipeline.entityTag
            return options.format(pipeline, .bare)
        }
        var verdicts: [[UInt8]] = []
        for input in inputs {
            var output: [UInt8] = []
            let outcome = try input.text.withUnsafeBufferPointer { try stream.whole($0, into: &output) }
            // Without the brace and the line feed.
            verdicts.append(input.beginning + output.dropFirst().dropLast())
            if let request = outcome.log { await service.log(request) }
        }
        return (verdicts, tag)
    }

    private static func json(_ bytes: [UInt8], _ tag: EntityTag?) -> APIResponse {
        var response = APIResponse.json(bytes)
        response.headers["ETag"] = tag?.description
        return response
    }
}

extension ClassifyRoutes {
    /// Responds while it reads. Each line waits only for the lines before it, not for the rest of the body.
    private func stream(
        _ body: any APIBody, _ type: String, _ options: ClassifyOptions
    ) throws -> APIResponse {
        let service = try taxonomies.service(options.taxonomy)
        let settings = records
        var response = APIResponse(
            200, type,
            .stream { writer in
                let stream = try service.stream(settings) { options.format($0, .lines) }
                var output: [UInt8] = []
                try await body.forEachPart { part in
                    part.withUnsafeBufferPointer { stream.records.lines.append($0) }
                    try await Self.classify(stream, service, into: &output)
                    // An incomplete line is memory that is held until the client continues. Count it.
                    try body.keep(min(stream.records.lines.pendingBytes, settings.maxRecord))
                    if !output.isEmpty { try await writer.write(output) }
                    output.removeAll(keepingCapacity: true)
                }
                stream.records.lines.finish()
                try await Self.classify(stream, service, into: &output)
                if !output.isEmpty { try await writer.write(output) }
            })
        // The stream uses this pipeline unless rules or model change before it begins.
        response.headers["ETag"] = service.pipeline.entityTag.description
        return response
    }

    /// Classifies and logs the complete lines.
    private static func classify(
        _ stream: ClassificationStream, _ service: TextClassificationService, into output: inout [UInt8]
    ) async throws {
        var requests: [LogRequest] = []
        while let outcome = try stream.next(into: &output) {
            if let request = outcome.log { requests.append(request) }
        }
        for request in requests { await service.log(request) }
    }

    /// The framing of a stream.
    private var records: RecordFramer.Settings {
        var records = RecordFramer.Settings()
        records.framing = .ndjson(field: "text")
        records.maxRecord = settings.maxText
        records.splicer = JSONLineSplicer()
        // Body parts are small and many streams are open at a time, so use growable blocks of 16 KiB.
        records.blockBytes = 1 << 14
        return records
    }
}
