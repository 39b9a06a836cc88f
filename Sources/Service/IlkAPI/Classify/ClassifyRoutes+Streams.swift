import Ilk
import IlkFraming
import IlkHTTP
import IlkPipeline

extension ClassifyRoutes {
    /// Classifies NDJSON. The response begins while the body is still being received: each line waits only
    /// for the lines before it.
    func stream(_ call: APICall, _ type: String) throws -> APIResponse {
        let options = ClassifyOptions(RequestOptions(call.parameters))
        let service = try service(options)
        let settings = records(textsIn: call.value(ClassifyOptions.textField.name)?.string ?? "text")
        let body = call.body
        var response = APIResponse(
            200, type,
            .stream { writer in
                let stream = try service.stream(settings, isLogging: options.log ?? true) {
                    options.format($0, .lines)
                }
                var output: [UInt8] = []
                while let part = try await body.next() {
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

    /// Classifies and logs the lines that have been received completely.
    private static func classify(
        _ stream: ClassificationStream, _ service: TextClassificationService, into output: inout [UInt8]
    ) async throws {
        var requests: [LogRequest] = []
        while let outcome = try stream.next(into: &output) {
            if let request = outcome.log { requests.append(request) }
        }
        for request in requests { await service.log(request) }
    }

    /// Returns the settings for NDJSON whose lines have their text in `field`.
    private func records(textsIn field: String) -> RecordFramer.Settings {
        var records = RecordFramer.Settings()
        records.framing = .ndjson(field: field)
        records.maxRecord = settings.maxText
        records.splicer = JSONLineSplicer()
        // Body parts are small and many streams are open at a time, so use growable blocks of 16 KiB.
        records.blockBytes = 1 << 14
        return records
    }

    /// Classifies a CSV table. The response begins after the header row, while further rows are still being
    /// received.
    func table(_ call: APICall) async throws -> APIResponse {
        let options = ClassifyOptions(RequestOptions(call.parameters))
        for name in ["explain", "components", "top"] where call.value(name) != nil {
            throw Self.inapplicable(name, "does not apply to CSV")
        }
        let charset = call.mediaType?.charset?.lowercased() ?? "utf-8"
        guard ["utf-8", "us-ascii"].contains(charset) else {
            throw Problem(.charset, "the charset of a CSV table must be UTF-8")
        }
        let service = try service(options)
        let body = call.body
        let table = try await header(
            of: body, textsIn: call.value(ClassifyOptions.textField.name)?.string ?? "text")
        var response = APIResponse(
            200, ClassifyForms.table,
            .stream { writer in
                let stream = try service.stream(isLogging: options.log ?? true)
                var table = table
                var output: [UInt8] = []
                table.appendHeader(to: &output)
                try await Self.classify(&table, stream, service, options, into: &output)
                while !table.isTooLong, let part = try await body.next() {
                    table.append(part)
                    try await Self.classify(&table, stream, service, options, into: &output)
                    try body.keep(table.pendingBytes)
                    if !output.isEmpty { try await writer.write(output) }
                    output.removeAll(keepingCapacity: true)
                }
                if table.isTooLong { table.appendEnd(to: &output) } else { table.finish() }
                try await Self.classify(&table, stream, service, options, into: &output)
                if !output.isEmpty { try await writer.write(output) }
            })
        response.headers["ETag"] = service.pipeline.entityTag.description
        return response
    }

    /// Reads a table up to its header row.
    private func header(of body: any APIBody, textsIn name: String) async throws -> TextTable {
        var table = TextTable(textsIn: name, limit: settings.maxText)
        while let part = try await body.next() {
            table.append(part)
            if try table.readHeader() { return table }
            try body.keep(table.pendingBytes)
        }
        table.finish()
        guard try table.readHeader() else {
            throw Problem(.invalidBody, faults: [FieldFault(.body(""), .missing, "has no header row")])
        }
        return table
    }

    /// Classifies and logs the texts of the rows that have been received completely.
    private static func classify(
        _ table: inout TextTable, _ stream: ClassificationStream, _ service: TextClassificationService,
        _ options: ClassifyOptions, into output: inout [UInt8]
    ) async throws {
        while let row = table.next() {
            switch row {
            case .fault(let fault): table.append(fault, to: &output)
            case .text(let row, var text):
                let (verdict, request) = text.withUTF8 { stream.classify($0) }
                let entry = text.isEmpty ? nil : request?.id
                table.append(row, verdict.withThreshold(options.threshold), entry: entry, to: &output)
                if let request { await service.log(request) }
            }
        }
    }
}
