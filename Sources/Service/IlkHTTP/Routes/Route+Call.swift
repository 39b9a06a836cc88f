import IlkFraming

extension Route {
    /// The maximum nesting depth of JSON bodies.
    package static let maximumDepth = 32

    /// Checks the parameters and the body of a request, and calls the handler.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - path: The values of the path's parameters by name.
    ///   - access: The valid token of the request, or `nil` without a token.
    /// - Throws: ``Problem``, and errors of the handler.
    package func respond(
        to request: APIRequest, path: [String: String] = [:], access: (any Sendable)? = nil
    ) async throws -> APIResponse {
        guard let query = QueryText.pairs(request.query) else {
            throw Problem(.malformedRequest, "the query has an invalid percent-encoding")
        }
        let values = try Parameter.check(parameters, path: path, query: query)
        if let accept = request.headers["Accept"].map({ AcceptHeader($0) }) {
            let types = answers.flatMap(\.mediaTypes)
            guard types.isEmpty || types.contains(where: accept.accepts) else {
                throw Problem(
                    .notAcceptable, "the response is available only as \(types.joined(separator: ", "))")
            }
        }
        let mediaType = request.headers["Content-Type"].map { MediaType($0) }
        let form = try form(for: mediaType)
        var json: JSONTree?
        if let form, case .json(let schema, let limit) = form.content {
            let bytes = try await request.body.whole(upTo: limit)
            json = try Self.checked(bytes.isEmpty && form.isDefault ? Array("{}".utf8) : bytes, schema)
        }
        return try await handle(
            APICall(
                request, parameters: values, form: form, mediaType: mediaType, json: json, access: access))
    }

    private static func checked(_ bytes: [UInt8], _ schema: JSONSchema) throws(Problem) -> JSONTree {
        let json: JSONTree
        do throws(JSONLineError) {
            json = try JSONTree(strictly: bytes, maximumDepth: maximumDepth)
        } catch {
            throw Problem(.malformedBody, "the body is not JSON: \(error.description)")
        }
        let faults = schema.faults(in: json)
        guard faults.isEmpty else { throw Problem(.invalidBody, faults: faults) }
        return json
    }
}
