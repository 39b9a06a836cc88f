import IlkFraming
import IlkHTTP
import IlkLog
import IlkVocabulary

/// Lists of log entries as JSON, NDJSON or CSV.
enum LogPage {
    /// Returns a page as JSON, NDJSON or CSV, whichever the client prefers. NDJSON and CSV have no field for
    /// the next page; the header `Link` names it in each format.
    ///
    /// - Parameters:
    ///   - entries: The entries.
    ///   - cursor: The cursor of the next page, or `nil` on the last page.
    ///   - call: The request.
    ///   - log: The log.
    static func response(
        _ entries: [ClassificationLogEntry], cursor: String?, _ call: APICall, _ log: ClassificationLogStore
    ) async throws -> APIResponse {
        let next = cursor.map { call.request.nextPage($0) }
        var response: APIResponse
        switch ListFormat(call) {
        case .ndjson:
            let bytes = try lines(entries.map(\.fields))
            response = APIResponse(200, ListFormat.ndjson.rawValue, .bytes(bytes))
        case .csv:
            let rows = try await log.records(of: entries.map(\.id))
            response = APIResponse(200, "text/csv; charset=utf-8", .bytes(csv(rows, withNames: true, call)))
        case .json:
            response = try .json(encoding: ["items": entries.map(\.fields), "next": next] as JSONObject)
        }
        response = response.tagged.linked(to: next)
        response.headers["Vary"] = "Accept"
        return response
    }

    /// Returns objects as NDJSON lines.
    static func lines(_ objects: [JSONObject]) throws -> [UInt8] {
        var (bytes, writer): ([UInt8], JSONWriter) = ([], JSONWriter())
        for object in objects {
            writer.reset()
            try writer.value(object)
            bytes += writer.bytes + [UInt8(ascii: "\n")]
        }
        return bytes
    }

    /// Returns records as CSV rows, which `ilk log import` reads.
    ///
    /// - Parameters:
    ///   - records: The records.
    ///   - withNames: `true` to begin with the header row.
    ///   - call: The request, which can have the parameter of ``CSVTable``.
    static func csv(_ records: [LogRecord], withNames: Bool, _ call: APICall) -> [UInt8] {
        var table = CSVTable(call)
        var json = LogRecordJSON()
        if withNames { table.append(names: LogRecordCSV.names) }
        for record in records { table.append(LogRecordCSV.fields(record, &json)) }
        return table.bytes
    }
}
