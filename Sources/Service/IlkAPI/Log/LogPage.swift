import IlkFraming
import IlkHTTP
import IlkLog
import IlkVocabulary

/// Lists of log entries as JSON, NDJSON or CSV.
enum LogPage {
    static let mediaTypes = ["application/json", "application/x-ndjson", "text/csv"]

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
        let type = AcceptHeader(call.request.headers["Accept"]).best(of: mediaTypes)
        var response: APIResponse
        switch type {
        case "application/x-ndjson":
            response = APIResponse(200, type, .bytes(try lines(entries.map(\.fields))))
        case "text/csv":
            let rows = try await log.records(of: entries.map(\.id))
            response = APIResponse(200, "text/csv; charset=utf-8", .bytes(csv(rows, withNames: true)))
        default:
            response = try .json(encoding: ["items": entries.map(\.fields), "next": next] as JSONObject)
        }
        response = response.tagged
        response.headers["Vary"] = "Accept"
        response.headers["Link"] = next.map { "<\($0)>; rel=\"next\"" }
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
    static func csv(_ records: [LogRecord], withNames: Bool) -> [UInt8] {
        var (bytes, json): ([UInt8], LogRecordJSON) = ([], LogRecordJSON())
        if withNames { CommaSeparated.append(LogRecordCSV.names, to: &bytes) }
        for record in records { CommaSeparated.append(LogRecordCSV.fields(record, &json), to: &bytes) }
        return bytes
    }
}
