/// A method and a path that a server answers, with all data for dispatch, documentation and tests.
///
/// A class, because each request finds its route, and a copy of all these values would take longer than the
/// search.
package final class Route: Sendable {
    package let method: HTTPMethod
    package let path: RoutePath
    /// The unique name, the `operationId` of the OpenAPI document.
    package let name: String
    /// The group of the route in the OpenAPI document.
    package let tag: String
    /// The purpose of the route: an imperative sentence.
    package let summary: String
    package let access: RouteAccess
    package let parameters: [Parameter]
    /// The accepted body formats. Empty if the route reads no body.
    package let body: [BodyForm]
    package let answers: [RouteAnswer]
    /// The problems with which the handler responds. ``problems`` also contains the problems of the
    /// dispatcher.
    private let handlerProblems: [ProblemType]
    /// `true` for a health check, which must respond even under load. Its requests are neither limited nor
    /// counted.
    package let isHealthCheck: Bool
    /// The maximum length in bytes of the bodies that the route answers within milliseconds without waiting for a
    /// file. `nil` if it can take longer. The server answers such requests on the thread of their connection.
    package let briefBody: Int?
    /// `true` if the token can be in the header `Password`.
    package let acceptsPassword: Bool
    /// `true` if the handler decompresses the body itself.
    package let takesCodedBody: Bool
    /// `true` if the route changes stored data. The server records the requests of such a route.
    package let isChange: Bool
    /// `true` if a client can repeat the request with the same header `Idempotency-Key`: the server executes
    /// the request only once.
    package let createsOnce: Bool
    /// Writes the fields that clients of another protocol expect in problems, or `nil` for none.
    package let problemMembers: Problem.Members?
    /// Returns the page that shows a problem, for routes that people open in a browser. `nil` for the JSON
    /// response.
    package let showProblem: (@Sendable (Problem, APIRequest) -> APIResponse)?
    package let handle: @Sendable (APICall) async throws -> APIResponse

    package init(
        _ method: HTTPMethod, _ path: RoutePath, _ name: String, tag: String, _ summary: String,
        access: RouteAccess = .open, parameters: [Parameter] = [], body: [BodyForm] = [],
        answers: [RouteAnswer], problems: [ProblemType] = [], isHealthCheck: Bool = false,
        briefBody: Int? = nil, acceptsPassword: Bool = false, takesCodedBody: Bool = false,
        isChange: Bool = false,
        createsOnce: Bool = false, problemMembers: Problem.Members? = nil,
        showProblem: (@Sendable (Problem, APIRequest) -> APIResponse)? = nil,
        handle: @escaping @Sendable (APICall) async throws -> APIResponse
    ) {
        self.method = method
        self.path = path
        self.name = name
        self.tag = tag
        self.summary = summary
        self.access = access
        self.parameters = createsOnce ? parameters + [Self.key] : parameters
        self.body = body
        self.answers = answers
        handlerProblems = problems
        self.isHealthCheck = isHealthCheck
        self.briefBody = briefBody
        self.acceptsPassword = acceptsPassword
        self.takesCodedBody = takesCodedBody
        self.isChange = isChange
        self.createsOnce = createsOnce
        self.problemMembers = problemMembers
        self.showProblem = showProblem
        self.handle = handle
    }

    /// The header by which a repeated request is recognized.
    package static let idempotencyKey = "Idempotency-Key"

    private static let key = Parameter(
        .header,
        .init(
            idempotencyKey, .string(1...255),
            "A unique name of this request. A repetition within 24 hours gets the first response again."
        ))

    /// All problems of the route, in the order of their statuses.
    package var problems: [ProblemType] {
        var problems: Set<ProblemType> = [
            .malformedRequest, .unknownParameter, .notAcceptable, .internalError,
        ]
        problems.formUnion(handlerProblems)
        if !parameters.isEmpty { problems.insert(.invalidParameter) }
        if createsOnce { problems.formUnion([.keyInUse, .keyReused]) }
        if access != .open { problems.formUnion([.token, .scope, .refusedTokens, .rate]) }
        if !isHealthCheck { problems.insert(.busy) }
        if !body.isEmpty {
            problems.formUnion([.malformedBody, .slowBody, .tooLarge, .mediaType, .contentCoding])
        }
        if body.contains(where: \.isJSON) { problems.insert(.invalidBody) }
        return problems.sorted { ($0.status, $0.rawValue) < ($1.status, $1.rawValue) }
    }

    /// Returns the body format for a media type.
    ///
    /// - Parameter type: The media type, or `nil` if the request names none.
    /// - Throws: ``Problem`` `media-type` with the accepted media types.
    package func form(for type: MediaType?) throws(Problem) -> BodyForm? {
        guard !body.isEmpty else { return nil }
        let form = body.first { form in type.map { form.mediaTypes.contains($0.name) } ?? form.isDefault }
        if let form { return form }
        let names = body.flatMap(\.mediaTypes)
        throw Problem(
            .mediaType, "the body must be \(names.joined(separator: ", "))",
            headers: ["Accept-Post": names.joined(separator: ", ")])
    }
}

extension BodyForm {
    fileprivate var isJSON: Bool {
        if case .json = content { true } else { false }
    }
}
