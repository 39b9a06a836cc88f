import IlkFraming
import IlkHTTP

/// Routes that answer with their name and their values.
enum SampleRoutes {
    static let table = RouteTable([
        route(.get, "/", "root"), route(.get, "/items", "listItems"),
        route(
            .post, "/items", "addItem",
            body: [
                .init(
                    ["application/json"], .json(.named("Item", .object([field])), limit: 100), "An item."),
                .init(["text/plain"], .bytes, isDefault: true, "A text."),
            ]),
        route(.get, "/items/{item}", "showItem", [name("item")]),
        route(.delete, "/items/{item}", "removeItem", [name("item")]),
        route(.get, "/items/newest", "showNewest"),
        route(.get, "/items/{item}/parts/{part}", "showPart", [name("item"), name("part")]),
        route(
            .get, "/search", "search",
            [
                Parameter(.query, field), Parameter(.query, .init("limit", .integer(1...100), "A number.")),
                Parameter(.query, .init("exact", .boolean, "A choice.")),
            ], access: .token(scope: "read")),
    ])

    private static let field = JSONSchema.Field("text", .string(1...9), isRequired: true, "A text.")

    private static func name(_ name: String) -> Parameter {
        Parameter(.path, .init(name, .string(1...20), isRequired: true, "A name."))
    }

    private static func route(
        _ method: HTTPMethod, _ path: RoutePath, _ name: String, _ parameters: [Parameter] = [],
        body: [BodyForm] = [], access: RouteAccess = .open
    ) -> Route {
        Route(
            method, path, name, tag: "samples", "Do something.", access: access, parameters: parameters,
            body: body, answers: [.init(200, "The name.", ["text/plain"])]
        ) { call in
            let values = ["item", "part", "text", "limit", "exact"].compactMap { name in
                (call.value(name) ?? call.json?[name]).map { "\(name): \($0)" }
            }
            return .text(([name] + values).joined(separator: ", "))
        }
    }
}

extension APIResponse {
    var content: String {
        if case .bytes(let bytes) = body { String(decoding: bytes, as: UTF8.self) } else { "a stream" }
    }
}
