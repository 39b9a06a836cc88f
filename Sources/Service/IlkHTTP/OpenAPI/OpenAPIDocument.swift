import IlkFraming

/// The OpenAPI 3.1 document of a table of routes.
package struct OpenAPIDocument {
    private let table: RouteTable
    private var writer = JSONWriter()

    private init(_ table: RouteTable) { self.table = table }

    /// Returns the document as JSON.
    ///
    /// - Parameters:
    ///   - table: The routes.
    ///   - title: The name of the API.
    ///   - version: The version of the program.
    package static func json(_ table: RouteTable, title: String, version: String) -> [UInt8] {
        var document = OpenAPIDocument(table)
        document.write(title: title, version: version)
        return document.writer.bytes
    }

    private mutating func write(title: String, version: String) {
        writer.beginObject()
        writer.field("openapi", "3.1.0")
        writer.key("info")
        writer.beginObject()
        writer.field("title", title)
        writer.field("version", version)
        writer.endObject()
        writer.field("jsonSchemaDialect", "https://json-schema.org/draft/2020-12/schema")
        writer.key("paths")
        writer.beginObject()
        for path in Set(table.routes.map(\.path.description)).sorted() {
            writer.key(path)
            writer.beginObject()
            for route in table.routes where route.path.description == path { write(route) }
            writer.endObject()
        }
        writer.endObject()
        writeComponents()
        writer.endObject()
    }

    private mutating func writeComponents() {
        writer.key("components")
        writer.beginObject()
        writer.key("schemas")
        writer.beginObject()
        for (name, schema) in components.sorted(by: { $0.key < $1.key }) {
            writer.key(name)
            schema.write(to: &writer)
        }
        writer.endObject()
        writer.key("securitySchemes")
        writer.beginObject()
        writer.key("bearer")
        writer.beginObject()
        writer.field("type", "http")
        writer.field("scheme", "bearer")
        writer.field(
            "description",
            "A token of 'ilk token create'. The field x-scope of a route is the scope that the token needs.")
        writer.endObject()
        writer.key("password")
        writer.beginObject()
        writer.field("type", "apiKey")
        writer.field("in", "header")
        writer.field("name", "Password")
        writer.field("description", "The same token, for clients of Rspamd.")
        writer.endObject()
        writer.endObject()
        writer.endObject()
    }

    /// The named schemas of all routes, by name.
    private var components: [String: JSONSchema] {
        let schemas = table.routes.flatMap { route in
            route.body.compactMap(\.schema) + route.answers.compactMap(\.schema)
                + route.parameters.map(\.field.schema)
        }
        return (schemas + [Problem.schema]).reduce(into: [:]) { $0.merge($1.components) { $1 } }
    }
}

extension OpenAPIDocument {
    private mutating func write(_ route: Route) {
        writer.key(route.method.rawValue.lowercased())
        writer.beginObject()
        writer.field("operationId", route.name)
        writer.field("tags", [route.tag])
        writer.field("summary", route.summary)
        writeSecurity(route)
        if !route.parameters.isEmpty {
            writer.key("parameters")
            writer.beginArray()
            for parameter in route.parameters { write(parameter) }
            writer.endArray()
        }
        if !route.body.isEmpty { write(route.body) }
        writer.key("responses")
        writer.beginObject()
        for answer in route.answers { write(answer) }
        writeProblems(route)
        writer.endObject()
        writer.endObject()
    }

    private mutating func writeSecurity(_ route: Route) {
        guard let scope = route.access.scope else { return }
        writer.key("security")
        writer.beginArray()
        if case .optionalToken = route.access { writer.raw("{}".utf8) }
        writer.raw(#"{"bearer":[]}"#.utf8)
        if route.acceptsPassword { writer.raw(#"{"password":[]}"#.utf8) }
        writer.endArray()
        writer.field("x-scope", scope)
    }

    private mutating func write(_ parameter: Parameter) {
        writer.beginObject()
        writer.field("name", parameter.name)
        writer.field("in", parameter.place.rawValue)
        writer.field("description", parameter.field.summary)
        if parameter.place == .path || parameter.field.isRequired { writer.field("required", true) }
        writer.key("schema")
        parameter.field.schema.write(to: &writer)
        writer.endObject()
    }

    private mutating func write(_ forms: [BodyForm]) {
        writer.key("requestBody")
        writer.beginObject()
        let lines = forms.map { "\($0.mediaTypes.joined(separator: ", ")): \($0.summary)" }
        writer.field("description", lines.joined(separator: "\n\n"))
        writer.key("content")
        writer.beginObject()
        for form in forms { for type in form.mediaTypes { writeContent(type, form.schema) } }
        writer.endObject()
        // A request without a body and a media type has the default form, with an empty body.
        writer.field("required", !forms.contains(where: \.isDefault))
        writer.endObject()
    }

    private mutating func writeContent(_ type: String, _ schema: JSONSchema?) {
        writer.key(type)
        writer.beginObject()
        if let schema {
            writer.key("schema")
            schema.write(to: &writer)
        }
        writer.endObject()
    }

    private mutating func write(_ answer: RouteAnswer) {
        writer.key(String(answer.status))
        writer.beginObject()
        writer.field("description", answer.summary)
        if !answer.mediaTypes.isEmpty {
            writer.key("content")
            writer.beginObject()
            for type in answer.mediaTypes {
                writeContent(type, type == "application/json" ? answer.schema : nil)
            }
            writer.endObject()
        }
        writer.endObject()
    }

    /// Writes a response for each status of problems, unless the route has an answer with this status.
    private mutating func writeProblems(_ route: Route) {
        let answered = Set(route.answers.map(\.status))
        let problems = Dictionary(grouping: route.problems, by: \.status).filter {
            !answered.contains($0.key)
        }
        for (status, types) in problems.sorted(by: { $0.key < $1.key }) {
            writer.key(String(status))
            writer.beginObject()
            writer.field("description", types.map { "\($0.rawValue): \($0.cause)" }.joined(separator: "\n\n"))
            writer.key("content")
            writer.beginObject()
            writeContent("application/problem+json", Problem.schema)
            writer.endObject()
            writer.endObject()
        }
    }
}

extension BodyForm {
    fileprivate var schema: JSONSchema? {
        if case .json(let schema, _) = content { schema } else { nil }
    }
}
