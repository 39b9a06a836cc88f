import IlkHTTP

/// `/openapi.json`, and pages about the problems.
struct DocumentationRoutes {
    /// The OpenAPI document.
    let document: [UInt8]

    var routes: [Route] {
        [
            Route(
                .get, "/openapi.json", "readOpenAPI", tag: "system", "Read this document.",
                answers: [.init(200, "OpenAPI 3.1.", ["application/json"], .object([], others: .ignored))]
            ) { [document] _ in APIResponse.json(document).tagged },
            Route(
                .get, "/openapi.yaml", "readOpenAPIAsYAML", tag: "system", "Read this document as YAML.",
                answers: [.init(200, "OpenAPI 3.1, in the part of YAML that is JSON.", ["application/yaml"])]
            ) { [document] _ in APIResponse(200, "application/yaml", .bytes(document)).tagged },
            Route(
                .get, "/problems", "listProblems", tag: "system", "List the types of problems.",
                answers: [.init(200, "A line for each type.", ["text/plain"])]
            ) { _ in
                let lines = ProblemType.allCases.map { "\($0.status) \($0.path): \($0.cause)\n" }
                return APIResponse.text(lines.joined()).tagged
            },
            Route(
                .get, "/problems/{name}", "readProblem", tag: "system", "Explain a type of problems.",
                parameters: [
                    Parameter(.path, .init("name", .string(), isRequired: true, "The name of the type."))
                ],
                answers: [.init(200, "The status and cause of the problem, and what to do.", ["text/plain"])],
                problems: [.notFound]
            ) { call in
                let name = call.value("name")?.string ?? ""
                guard let type = ProblemType(rawValue: name) else {
                    throw Problem(.notFound, "there is no problem type '\(name)'; /problems lists all types")
                }
                return APIResponse.text(type.page).tagged
            },
        ]
    }
}
