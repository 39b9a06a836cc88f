import IlkHTTP
import IlkVocabulary

/// The parts that all lists with pages share.
enum ListPage {
    /// Returns the parameters `limit` and `cursor`.
    ///
    /// - Parameter records: The noun for the records of the list.
    static func parameters(_ records: String) -> [Parameter] {
        [
            Parameter(.query, .init("limit", .integer(1...1000), "The number of \(records); by default 50.")),
            Parameter(
                .query,
                .init("cursor", .string(1...100), "The cursor in the path 'next' of the previous page.")),
        ]
    }

    /// Returns the schema of a page.
    ///
    /// - Parameter items: The description of the records.
    static func form(_ items: String) -> JSONSchema {
        .object([
            .init("items", .array(of: .object([], others: .ignored)), isRequired: true, items),
            .init("next", .string(), "The path of the next page; missing on the last page."),
        ])
    }

    /// Returns the limit of a request, by default 50.
    static func limit(_ call: APICall) -> Int { call.value("limit")?.integer ?? 50 }

    /// Returns a page in JSON.
    ///
    /// - Parameters:
    ///   - items: The records.
    ///   - cursor: The cursor of the next page, or `nil` on the last page.
    ///   - call: The request.
    static func response(
        _ items: [JSONObject], cursor: String?, _ call: APICall
    ) throws -> APIResponse {
        let next = cursor.map { call.request.nextPage($0) }
        return try APIResponse.json(encoding: ["items": items, "next": next] as JSONObject)
            .tagged.linked(to: next)
    }
}

extension APIResponse {
    /// Returns the response with the path of the next page in the header `Link`. `nil` removes the header.
    func linked(to next: String?) -> APIResponse {
        var response = self
        response.headers["Link"] = next.map { "<\($0)>; rel=\"next\"" }
        return response
    }
}
